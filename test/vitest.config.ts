/** Three projects by what a test needs: nothing, a server without a socket, a server on a real port. */
import { defineConfig } from 'vitest/config';

const server = ['server/**', 'rpc/**', 'rest/**', 'transcripts/**'];
const client = ['client/**'];
const tests = (folders: readonly string[]) => folders.map((folder) => `${folder}/*.test.ts`);

export default defineConfig({
  test: {
    root: import.meta.dirname,
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['**/*.test.ts'], exclude: [...tests(server), ...tests(client)] },
      },
      { extends: true, test: { name: 'server', include: tests(server) } },
      { extends: true, test: { name: 'client', include: tests(client), testTimeout: 30_000, hookTimeout: 30_000 } },
    ],
  },
});
