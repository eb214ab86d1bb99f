import { readFile } from 'node:fs/promises';
import type { World } from '#meta';
import { ConfigurationError } from '../admission-control/config-object.ts';
import { builtinLayouts } from '../etcd-layout/builtin-layouts.ts';
import { StartError } from '../start-error.ts';
import { EncryptedValues, type EncryptionProvider } from './encrypted-values.ts';
import { type EncryptedResources, parseEncryptionConfiguration } from './encryption-configuration.ts';

interface StoreKeys extends Pick<World, 'clock'> {
  /** The key of a row as the engine has it, where that is another one. */
  engineKey?(key: string): string;
}

/** What `--encryption-provider-config` asks for. k8s: apiserver/pkg/server/options/encryptionconfig/config.go */
export async function encryptionOfStore(file: string, { clock, engineKey }: StoreKeys): Promise<EncryptedValues> {
  const resources = await readConfiguration(file);
  const builtins = await builtinLayouts({ clock });
  const known = new Map<string, readonly EncryptionProvider[] | undefined>();
  const providersOf = (key: string): readonly EncryptionProvider[] | undefined => {
    const prefix = prefixOf(key, builtins);
    if (prefix === undefined) return undefined;
    if (!known.has(prefix)) {
      const { group, resource } = builtins.get(prefix)?.definition ?? customResource(prefix);
      known.set(prefix, resources.find(({ names }) => names.some((name) => covers(name, group, resource)))?.providers);
    }
    return known.get(prefix);
  };
  return new EncryptedValues(providersOf, (key) => Buffer.from(engineKey?.(key) ?? key));
}

async function readConfiguration(file: string): Promise<readonly EncryptedResources[]> {
  try {
    return parseEncryptionConfiguration(await readFile(file));
  } catch (error) {
    if (!(error instanceof ConfigurationError) && (error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new StartError(`--encryption-provider-config: ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** `/registry/secrets/` of `/registry/secrets/default/a`; undefined for what is no object of a resource. */
function prefixOf(key: string, builtins: ReadonlyMap<string, unknown>): string | undefined {
  const [, root, first = '', second = ''] = key.split('/', 4);
  if (root !== 'registry') return undefined;
  const short = `/registry/${first}/`;
  return builtins.has(short) ? short : `${short}${second}/`;
}

function customResource(prefix: string): { group: string; resource: string } {
  const [, , group = '', resource = ''] = prefix.split('/');
  return { group, resource };
}

/** Whether a name of the configuration means a resource. */
function covers(name: string, group: string, resource: string): boolean {
  if (name === '*.*') return true;
  if (name.startsWith('*.')) return name.slice(2) === group;
  return name === (group === '' ? resource : `${resource}.${group}`);
}
