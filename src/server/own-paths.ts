import type { RunningControllers } from '#controllers';
import type { HttpCall } from '#http';
import type { Catalog } from '#machinery';
import { apiErrors, type JsonObject } from '#meta';
import type { DefinitionRecorder } from './api-changes/definition-recorder.ts';
import { objectInVersions } from './object-in-versions.ts';
import type { ApiClients } from './storage-versions/api-clients.ts';
import type { StorageVersions } from './storage-versions/storage-versions.ts';
import { storedObject } from './storage-versions/stored-object.ts';
import { troubledDefinitions } from './troubled-definitions.ts';
import { tryDefinition } from './try-definition.ts';
import type { MainStore } from './wire-storage.ts';

interface OwnPathParts {
  catalog(): Catalog;
  readonly recorder: Pick<DefinitionRecorder, 'changes' | 'breaking'>;
  readonly storageVersions: StorageVersions;
  /** Who used which version of what. */
  clients(): ReturnType<ApiClients['read']>;
  readonly controllers: Pick<RunningControllers, 'migrations'>;
  readonly store: Pick<MainStore, 'collection' | 'cached'>;
  /** How the admission webhooks do. */
  webhooks(): Promise<JsonObject>;
  /** The last requests, and how long each of their stages took. */
  requests(): JsonObject;
}

const STORED_OBJECTS = 'stored-objects';
const CONVERSIONS = 'conversions';
const TRIALS = 'trials';

/** What may be done to a path besides reading it. */
const methods: ReadonlyMap<string, string> = new Map([
  [STORED_OBJECTS, 'PUT'],
  [CONVERSIONS, 'POST'],
  [TRIALS, 'POST'],
]);

/** Answers a path below one of ours: `rest` is what stands behind its first word, without the slash. */
type OwnPath = (rest: string, call: HttpCall) => Promise<object | undefined>;

/**
 * What is served below `/pinnace/`. No list of paths names any of it, and who may read it is decided as for every path
 * that is no resource.
 */
export function ownPaths(parts: OwnPathParts): (path: string, call: HttpCall) => Promise<JsonObject | undefined> {
  const paths: ReadonlyMap<string, OwnPath> = new Map<string, OwnPath>([
    ['definition-changes', (name) => definitionChanges(parts, name)],
    ['breaking-changes', async () => ({ changes: await parts.recorder.breaking() })],
    ['troubled-definitions', async (rest) => (rest === '' ? troubledDefinitions(parts.store.cached) : undefined)],
    ['storage-versions', (name) => storageVersions(parts, name)],
    ['storage-migrations', async () => ({ migrations: parts.controllers.migrations() })],
    ['api-clients', async () => parts.clients()],
    [STORED_OBJECTS, (place, call) => storedObject({ ...parts, call }, place)],
    [CONVERSIONS, (name, call) => objectInVersions(parts.catalog(), name, call)],
    [TRIALS, async (rest, call) => (rest === '' ? tryDefinition(call) : undefined)],
    ['requests', async (rest) => (rest === '' ? parts.requests() : undefined)],
    ['webhooks', async (rest) => (rest === '' ? parts.webhooks() : undefined)],
  ]);
  return async (path, call) => {
    const [word = '', ...rest] = path.split('/');
    const answer = paths.get(word);
    if (answer === undefined) return undefined;
    if (call.method !== 'GET' && call.method !== methods.get(word)) throw apiErrors.methodNotAllowed();
    return (await answer(rest.join('/'), call)) as JsonObject | undefined;
  };
}

async function definitionChanges({ recorder }: OwnPathParts, name: string): Promise<object | undefined> {
  const changes = await recorder.changes(name);
  return changes === undefined ? undefined : { definition: name, changes };
}

async function storageVersions({ storageVersions: known }: OwnPathParts, name: string): Promise<object | undefined> {
  return name === '' ? { resources: await known.all() } : known.one(name);
}
