/** What the methods say of themselves: an OpenRPC document for programs, and a table for readers. */
import type { Example } from './examples.ts';
import { examples } from './examples.ts';
import type { Method, MethodDocument } from './method.ts';

/** The document that `rpc.discover` answers with (OpenRPC 1.3.2). */
export function openRpcDocument(methods: Iterable<Pick<Method, 'document'>>, version: string) {
  return {
    openrpc: '1.3.2',
    info: {
      title: 'Pretick',
      version,
      description: 'The JSON-RPC methods of a local emulator of a tokenized-stock chain.',
      license: { name: 'MIT' },
    },
    methods: Array.from(methods, ({ document }) => ({
      ...document,
      paramStructure: 'by-position',
      examples: [examplePairing(document, examples[document.name])],
    })),
  };
}

/** One row for each method, in the order of the method table. */
export function methodsTable(methods: Iterable<Pick<Method, 'name' | 'summary' | 'access'>>): string {
  const rows = Array.from(methods, ({ name, summary, access }) => {
    const text = summary.replaceAll('|', '\\|');
    return `| \`${name}\` | ${text}${access === 'provider' ? ' Not on the public endpoints.' : ''} |`;
  });
  return ['| Method | What it gives |', '| --- | --- |', ...rows].join('\n');
}

function examplePairing({ name, params }: MethodDocument, example: Example = { params: [] }) {
  return {
    name: `${name} example`,
    params: example.params.map((value, index) => ({ name: params[index]?.name ?? `argument${index}`, value })),
    ...('result' in example && { result: { name: 'result', value: example.result } }),
  };
}
