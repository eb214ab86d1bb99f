import type { ResourceDefinition } from '#machinery';
import { loadBuiltins, readRuntimeConfig, ServiceNetwork } from '../index.ts';

const noTime = { now: () => Date.parse('2024-01-01T00:00:00Z'), elapsed: () => 0, sleep: async () => undefined };

/** Every kind that is compiled in, served as the settings say. */
export function builtinsWith(...runtimeConfig: readonly string[]): Promise<readonly ResourceDefinition[]> {
  return loadBuiltins({
    runtimeConfig: readRuntimeConfig(runtimeConfig),
    clock: noTime,
    serviceNetwork: new ServiceNetwork({ ranges: ['10.0.0.0/24'] }),
    reviews: {
      access: async () => ({ allowed: false }),
      rules: async () => ({ resources: [], paths: [], incomplete: false }),
      tokenOwner: async () => '',
    },
    tokens: { audiences: [], find: async () => null, sign: () => '' },
  });
}
