import * as z from 'zod';
import { bigIntToHex, bytesToHex } from '../../hex.ts';
import { BlockSelector } from '../../wire/block-selector.ts';
import { Address, ProofKeys } from '../../wire/scalars.ts';
import { defineMethod, json, param } from '../method.ts';
import { proofSchema } from '../result-schemas.ts';

export const eth_getProof = defineMethod({
  name: 'eth_getProof',
  summary: 'An account and slots of its storage, with the nodes that prove them against the state root (EIP-1186).',
  params: z.tuple([param('address', Address), param('keys', ProofKeys), param('block', BlockSelector)]),
  result: json(proofSchema),
  handler: ({ chain }, address, keys, block) => {
    const slots = keys.map(({ slot }) => slot);
    const proof = chain.proof(address, slots, block);
    const { balance, nonce, codeHash } = proof.account;
    return {
      address,
      accountProof: proof.nodes.map(bytesToHex),
      balance: bigIntToHex(balance),
      codeHash,
      nonce: bigIntToHex(nonce),
      storageHash: proof.storageRoot,
      storageProof: proof.slots.map(({ value, nodes }, index) => ({
        key: keys[index]!.echo,
        value: bigIntToHex(value),
        proof: nodes.map(bytesToHex),
      })),
    };
  },
});
