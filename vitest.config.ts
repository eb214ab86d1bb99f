import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    conditions: ['pinnace-source', 'node', 'import', 'default'],
    // What others import from the package, tests import from its source.
    alias: [
      { find: /^pinnace$/, replacement: source('exports/pinnace.ts') },
      { find: /^pinnace\/types\/meta\/v1$/, replacement: source('schema/meta-v1-types.ts') },
      { find: /^pinnace\/types\/(.+)$/, replacement: source('apis/$1/types.gen.ts') },
      { find: /^pinnace\/schema\/(.+)$/, replacement: source('apis/$1/types.ts') },
      { find: /^pinnace\/testing\/(\w+)$/, replacement: source('exports/testing-$1.ts') },
      { find: /^pinnace\/(\w+)$/, replacement: source('exports/$1.ts') },
    ],
  },
  ssr: { resolve: { conditions: ['pinnace-source', 'node', 'import', 'default'] } },
  test: {
    include: ['src/**/*.test.ts', 'console/src/**/*.test.ts', 'test/**/*.test.ts', 'examples/testing/*.test.ts'],
    pool: 'forks',
    // Files share a process, and what it has loaded: there are no globals, and loading took a third of the time.
    isolate: false,
    // Two even on two processors: many suites wait for other programs most of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Only against what hangs: no test is about time, and machines are busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
