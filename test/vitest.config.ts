/** Three projects by what a test needs: nothing, a server without a socket, a server on a real port. */
import { dirname } from 'node:path';
import { defineConfig } from 'vitest/config';

const server = ['server', 'rpc', 'rest', 'transcripts'].map((folder) => `test/${folder}/**/*.test.ts`);
const client = ['test/client/**/*.test.ts'];

/** Where `.ci/run` wants the results to count. */
const report = process.env['TEST_REPORT'];

export default defineConfig({
  test: {
    root: dirname(import.meta.dirname),
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    // Ends what hangs. No test is about its own speed, and a busy machine may be slow.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    coverage: { include: ['src/**'] },
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: [...server, ...client] } },
      { extends: true, test: { name: 'server', include: server } },
      { extends: true, test: { name: 'client', include: client } },
    ],
  },
});
