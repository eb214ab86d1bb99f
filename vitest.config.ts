import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['pinnace-source', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['pinnace-source', 'node', 'import', 'default'] } },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 20_000,
  },
});
