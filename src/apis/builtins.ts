import type { ResourceDefinition } from '#machinery';
import type { Clock } from '#meta';
import { knownGroups } from './builtin-groups.ts';
import { type KindDependencies, prereleaseKinds, stableKinds } from './builtin-kinds.ts';
import { type RuntimeConfig, RuntimeConfigError, servedBy, type VersionedResource } from './runtime-config.ts';

export interface BuiltinOptions extends KindDependencies {
  /** Which versions are served, if not just those that are so by default. */
  readonly runtimeConfig?: RuntimeConfig;
}

/** All kinds that have a stable version. */
export function builtinDefinitions({ runtimeConfig, ...options }: BuiltinOptions): readonly ResourceDefinition[] {
  const definitions = stableKinds(options);
  return runtimeConfig === undefined ? definitions : definitions.map((one) => servedBy(runtimeConfig, one));
}

export interface LoadOptions extends BuiltinOptions {
  readonly runtimeConfig: RuntimeConfig;
  readonly clock: Clock;
}

/** All kinds that are compiled in, as far as they are served. */
export async function loadBuiltins(options: LoadOptions): Promise<readonly ResourceDefinition[]> {
  const { runtimeConfig } = options;
  const stable = builtinDefinitions(options);
  refuseUnknown(runtimeConfig.named, stable);
  const wanted = prereleaseKinds.filter(({ group, versions, resource }) =>
    versions.some((version) => runtimeConfig.serves({ group, version, resource }) === true),
  );
  const loaded = await Promise.all(wanted.map(({ load }) => load(options)));
  return [...stable, ...loaded.map((definition) => servedBy(runtimeConfig, definition))];
}

function refuseUnknown(named: readonly VersionedResource[], stable: readonly ResourceDefinition[]): void {
  const groups = knownGroups(stable);
  const kinds = [...stable.map((one) => ({ ...one, versions: [...one.versions.keys()] })), ...prereleaseKinds];
  for (const { group, version, resource } of named) {
    const key = `${group}/${version}`;
    const known = groups.find((one) => one.group === group);
    if (known === undefined) {
      const names = groups.map((one) => one.group).filter((name) => name !== '');
      throw unknown(key, `group ${JSON.stringify(group)}`, names);
    }
    if (!known.versions.includes(version)) {
      throw unknown(
        key,
        `version ${key}`,
        known.versions.map((one) => `${group}/${one}`),
      );
    }
    const resources = kinds.filter((one) => one.group === group && one.versions.includes(version));
    const names = resources.map((one) => one.resource).sort();
    if (resource !== '' && !names.includes(resource)) throw unknown(`${key}/${resource}`, 'such resource', names);
  }
}

const unknown = (key: string, what: string, known: readonly string[]): RuntimeConfigError =>
  new RuntimeConfigError(`${key}: there is no ${what}; there are ${known.join(', ')}`);
