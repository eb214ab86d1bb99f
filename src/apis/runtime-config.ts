import type { ResourceDefinition } from '#machinery';
import { servedOrNot } from '#resource';

/** A setting of `--runtime-config` that cannot be used. The message says what is accepted. */
export class RuntimeConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RuntimeConfigError';
  }
}

/** One resource in one version. */
export interface VersionedResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** Which of the built-in resources and versions are served. */
export interface RuntimeConfig {
  /** Undefined where nothing is said of it. */
  serves(resource: VersionedResource): boolean | undefined;
  /**
   * What was said of single versions (the resource is empty) and resources: those that there are not can be told only when
   * all kinds are known.
   */
  readonly named: readonly VersionedResource[];
}

const stages: { readonly [key: string]: RegExp } = {
  'api/all': /^/,
  'api/ga': /^v\d+$/,
  'api/beta': /^v\d+beta\d+$/,
  'api/alpha': /^v\d+alpha\d+$/,
};
const ACCEPTED_KEYS = `${Object.keys(stages).join(', ')}, v1, GROUP/VERSION and GROUP/VERSION/RESOURCE`;

/**
 * Reads `KEY=true|false` pairs. The general ones are applied first and the particular ones last, whatever their order;
 * of two with the same key the later one holds.
 *
 * k8s: apiserver/pkg/server/resourceconfig
 */
export function readRuntimeConfig(pairs: readonly string[]): RuntimeConfig {
  const settings = new Map(pairs.map(splitPair));
  // Of a time when there was no other way; the real server does not look at it either.
  settings.delete('api/legacy');
  if (settings.size === 1 && settings.get('api/all') === 'false') {
    throw new RuntimeConfigError(
      `api/all=false alone leaves nothing to serve; add what is to be served, as GROUP/VERSION=true`,
    );
  }
  const particular = [...settings].filter(([key]) => !Object.hasOwn(stages, key)).map(readParticular);
  const single = new Map(particular.map((one) => [nameOf(one), one.on]));
  const byStage = readStages(settings);
  return {
    named: particular,
    serves: ({ group, version, resource }) =>
      single.get(nameOf({ group, version, resource })) ??
      single.get(nameOf({ group, version, resource: '' })) ??
      byStage(version),
  };
}

/** Other ways to say the core group; what they say of one resource holds for all of it. */
const coreKey = /^(api\/)?v1(\/|$)/;

function splitPair(pair: string): [string, string] {
  const [name = '', ...rest] = pair.split('=');
  const key = name.trim();
  return [coreKey.test(key) ? '/v1' : key, rest.join('=').trim()];
}

const nameOf = ({ group, version, resource }: VersionedResource): string => `${group}/${version}/${resource}`;

/** What the last of the stages that are named and fit says. */
function readStages(settings: ReadonlyMap<string, string>): (version: string) => boolean | undefined {
  const named = Object.entries(stages).flatMap(([key, pattern]) => {
    const value = settings.get(key);
    if (value === undefined) return [];
    if (value !== 'true' && value !== 'false') throw wrongValue(key, value);
    return [{ pattern, on: value === 'true' }];
  });
  return (version) => named.findLast(({ pattern }) => pattern.test(version))?.on;
}

interface Particular extends VersionedResource {
  readonly on: boolean;
}

function readParticular([key, value]: readonly [string, string]): Particular {
  const [group, version, resource = '', ...rest] = key.split('/');
  if (group === undefined || version === undefined || rest.length > 0) {
    throw new RuntimeConfigError(`unknown key ${JSON.stringify(key)}; there are ${ACCEPTED_KEYS}`);
  }
  return { group, version, resource, on: readSwitch(key, value) };
}

const on: ReadonlySet<string> = new Set(['', '1', 't', 'T', 'TRUE', 'true', 'True']);
const off: ReadonlySet<string> = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

function readSwitch(key: string, value: string): boolean {
  if (on.has(value)) return true;
  if (off.has(value)) return false;
  throw wrongValue(key, value);
}

function wrongValue(key: string, value: string): RuntimeConfigError {
  return new RuntimeConfigError(`${key}: ${JSON.stringify(value)} is not true or false`);
}

/** The resource with its versions served as the settings say. */
export function servedBy(config: RuntimeConfig, definition: ResourceDefinition): ResourceDefinition {
  const { group, resource } = definition;
  const versions = [...definition.versions].map(
    ([version, one]) => [version, servedOrNot(one, config.serves({ group, version, resource }) ?? one.served)] as const,
  );
  return { ...definition, versions: new Map(versions) };
}
