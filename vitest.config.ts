import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['pinnace-source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['pinnace-source', 'node', 'import', 'default'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    // Only against what hangs: no test is about time, and machines are busy.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
