/** What a user needs next, printed once when the emulator is up: no more than a screen. */
import { styleText } from 'node:util';

export type BannerFacts = {
  readonly version: string;
  /** The reference REST service's first operation. */
  readonly stocks: string;
  readonly chains: readonly BannerChain[];
  /** Of which the first ones are shown. */
  readonly accounts: readonly { readonly address: string; readonly privateKey: string }[];
  /** Of each account, in ether. */
  readonly balance: number;
  readonly ticking: 'auto' | 'manual' | 'instant';
  /** In ms. */
  readonly blockTime: number;
  /** In ms. */
  readonly preconfirmationInterval: number;
  /** The genesis file of a plain Ethereum chain, which has one face and does not seal by itself. */
  readonly genesis?: string | undefined;
};

type BannerChain = {
  readonly name: string;
  readonly chainId: number | bigint;
  /** The public face. */
  readonly rpc: string;
  /** The dedicated provider, which refuses nothing. */
  readonly provider: string;
  /** The raw flashblock feed, where there is one. */
  readonly flashblocks?: string | undefined;
};

/** The text, with colours when asked for. */
export function banner(facts: BannerFacts, colours: boolean): string {
  const strong = (text: string): string => (colours ? styleText('bold', text, always) : text);
  const faint = (text: string): string => (colours ? styleText('dim', text, always) : text);
  const warning = (text: string): string => (colours ? styleText('yellow', text, always) : text);
  const row = (name: string, value: string): string => `  ${name.padEnd(10)} ${value}`;

  return [
    strong(`Pretick ${facts.version}`),
    '',
    ...(facts.genesis === undefined ? [row('Stocks', facts.stocks)] : []),
    ...facts.chains.flatMap((chain) => [
      '',
      `  ${strong(chain.name)}, chain id ${chain.chainId}`,
      ...(facts.genesis === undefined
        ? [
            row('RPC', `${chain.rpc}   ${faint('public: no block receipts')}`),
            row('Provider', `${chain.provider}   ${faint('refuses nothing')}`),
            ...(chain.flashblocks === undefined ? [] : [row('Feed', chain.flashblocks)]),
          ]
        : [row('RPC', chain.rpc)]),
    ]),
    '',
    row('Time', rhythm(facts)),
    ...(facts.accounts.length === 0 ? [] : ['', ...accountLines(facts, warning)]),
    '',
    '',
  ].join('\n');
}

/** Newer versions of Node look at the terminal themselves; here the caller has. */
const always = { validateStream: false };

const shownAccounts = 10;

function accountLines({ accounts, balance }: BannerFacts, warning: (text: string) => string): readonly string[] {
  const more = accounts.length - shownAccounts;
  return [
    `  ${accounts.length} accounts with ${balance.toLocaleString('en-US')} ETH each; ${warning('these keys are public test keys, never use them elsewhere')}`,
    ...accounts.slice(0, shownAccounts).map(({ address, privateKey }) => `  ${address}  ${privateKey}`),
    ...(more > 0 ? [`  … and ${more} more of the same mnemonic`] : []),
  ];
}

function rhythm({ genesis, ticking, blockTime, preconfirmationInterval }: BannerFacts): string {
  if (genesis !== undefined) return 'stands still: the chain is what was imported';
  const block = `a block every ${duration(blockTime)}`;
  if (ticking === 'auto') return `pre-confirmation every ${duration(preconfirmationInterval)}, ${block}`;
  if (ticking === 'instant') return `pre-confirmation on arrival, ${block}`;
  return 'stands still: blocks are made on demand';
}

function duration(milliseconds: number): string {
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000} s` : `${milliseconds} ms`;
}
