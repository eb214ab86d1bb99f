import type { WorkQueue } from '#client';
import type { InProcessClient, ObjectKey, ResourceEvent } from '#in-process-client';
import type { ResourceDefinition, ServedResource } from '#machinery';
import { apiVersionOf, formatGroupResource, type Hub, LinkedAbort, parseApiVersion } from '#meta';
import { Migration, type MigrationResult } from '#migration';
import { parseEntry } from '#registry';
import type { Controller } from '../controller.ts';
import {
  beTrue,
  type ConditionType,
  conditionOf,
  hasSucceeded,
  isOver,
  isRunning,
  type MigrationObject,
  oldest,
} from './conditions.ts';
import { DefinitionStatus } from './definition-status.ts';
import { failedMessage, type RunningMigration, runningMessage } from './running-migration.ts';
import { StoredObjects } from './stored-objects.ts';

/** Who writes the status of definitions: Kubernetes has a controller of its own for it. */
export const MIGRATION_RUNNER = 'migration-runner-controller';

/** Annotations of a StorageVersionMigration that only this server knows. */
const PAUSED = 'migration.pinnace.dev/paused';
const RATE = 'migration.pinnace.dev/rate';
const PRUNE = 'migration.pinnace.dev/prune-managed-fields';

/** How long to wait for a resource that is not served: its definition may be about to be established. */
const UNSERVED_WAIT_MS = 60_000;
const UNSERVED_RETRY_MS = 1000;
const MESSAGE_MS = 2000;
/**
 * How many objects are written at the same time, to share the syncs of the disk. `LoopShare` keeps other requests from
 * waiting.
 */
const CONCURRENCY = 64;
/** Fewer where each object needs a call of a webhook. */
const WEBHOOK_CONCURRENCY = 8;
const PATIENCE_MS = 24 * 3600 * 1000;
const wantedVerbs = ['update', 'patch', 'list'] as const;

interface MigrationControllerParts {
  readonly client: InProcessClient;
  readonly runner: InProcessClient;
}

/**
 * Runs StorageVersionMigrations, one at a time for each resource. Whatever it knows is in them and in the objects: after a
 * crash it goes on with what was not written since. k8s: controller/storageversionmigrator
 */
export class MigrationController implements Controller {
  readonly queue: WorkQueue;
  readonly #client: InProcessClient;
  readonly #definitions: DefinitionStatus;
  readonly #known = new Map<string, MigrationObject>();
  readonly #running = new Map<string, { readonly name: string; readonly stop: AbortController }>();
  /** By resource: the migration that runs, or ran last. */
  readonly #seen = new Map<string, () => RunningMigration>();

  constructor({ client, runner }: MigrationControllerParts) {
    this.#client = client;
    this.#definitions = new DefinitionStatus(runner);
    const work = (resource: string, stopping: AbortSignal): Promise<void> => this.#reconcile(resource, stopping);
    this.queue = client.workQueue({ name: 'storage-version-migrator', work });
  }

  wants({ group, definition }: ServedResource): boolean {
    return group === 'storagemigration.k8s.io' && definition.resource === 'storageversionmigrations';
  }
  onListStart(): void {
    this.#known.clear();
  }
  onEvent({ type, entry }: ResourceEvent): void {
    const migration = parseEntry(entry) as MigrationObject;
    const resource = resourceOf(migration);
    if (type === 'DELETED') this.#known.delete(entry.key);
    else this.#known.set(entry.key, migration);
    const running = this.#running.get(resource);
    if (running?.name === entry.key && (type === 'DELETED' || isPaused(migration))) running.stop.abort();
    this.queue.add(resource);
  }

  migrations(): readonly RunningMigration[] {
    return [...this.#seen.values()].map((read) => read());
  }

  async #reconcile(resource: string, stopping: AbortSignal): Promise<void> {
    const all = [...this.#known.values()].filter((migration) => resourceOf(migration) === resource);
    const ended = all.filter((migration) => isRunning(migration) && isOver(migration));
    for (const migration of ended) await this.#cleanUp(resource, migration);
    const running = all.find((migration) => isRunning(migration) && !isOver(migration));
    const next = oldest(all.filter((migration) => !isRunning(migration) && !isOver(migration)));
    if (running !== undefined) await this.#goOn(resource, running, stopping);
    else if (next !== undefined) await this.#begin(resource, next);
  }

  /** Its own status write triggers the next round. */
  async #cleanUp(resource: string, migration: MigrationObject): Promise<void> {
    await this.#definitions.end(resource, hasSucceeded(migration));
    await this.#edit(migration, (live) => {
      const condition = conditionOf(live, 'Running');
      if (condition === undefined) return;
      Object.assign(condition, {
        status: 'False',
        reason: 'MigrationCompleted',
        message: 'Migration completed',
        lastTransitionTime: this.#client.now,
        observedGeneration: live.metadata.generation ?? 0,
      });
    });
  }

  async #begin(resource: string, migration: MigrationObject): Promise<void> {
    await this.#definitions.begin(resource, migration.metadata.name ?? '');
    await this.#tell(migration, { type: 'Running', reason: 'MigrationRunning', message: 'The migration is running' });
  }

  async #goOn(resource: string, migration: MigrationObject, stopping: AbortSignal): Promise<void> {
    const place = this.#place(migration);
    if (place === undefined) return this.#absent(resource, migration);
    const { resourceVersion } = migration.status ?? {};
    if (resourceVersion === undefined) return this.#setVersion(migration, place.served);
    if (isPaused(migration)) return this.#say(migration, 'The migration is paused');
    const stop = new LinkedAbort(stopping);
    this.#running.set(resource, { name: migration.metadata.name ?? '', stop });
    try {
      await this.#run(migration, place, stop.signal);
    } finally {
      this.#running.delete(resource);
      stop[Symbol.dispose]();
    }
  }

  /** Undefined while nobody serves the resource. */
  #place({ spec }: MigrationObject): Place | undefined {
    const { group = '', resource = '' } = spec?.resource ?? {};
    const { mapper } = this.#client;
    const definition = mapper.catalog.definition(group, resource);
    if (definition === undefined) return undefined;
    const { version = '' } = parseApiVersion(definition.storage.apiVersion) ?? {};
    const served =
      mapper.catalog.find(group, version, resource) ??
      mapper.byPrefix.get(definition.storagePrefix) ??
      anyVersion(definition);
    if (served === undefined) return undefined;
    const storage = { group, version, definition, versionDefinition: definition.storage.definition };
    return { served, storage, definition };
  }

  /** A definition may just have been made. */
  async #absent(resource: string, migration: MigrationObject): Promise<void> {
    const made = Date.parse(migration.metadata.creationTimestamp ?? '');
    if (this.#client.world.clock.now() - made < UNSERVED_WAIT_MS) this.queue.addAfter(resource, UNSERVED_RETRY_MS);
    else await this.#fail(migration, 'resource does not exist in discovery');
  }

  async #setVersion(migration: MigrationObject, served: ServedResource): Promise<void> {
    const { group, version, definition } = served;
    if (!wantedVerbs.every((verb) => definition.verbs.has(verb))) {
      const shown = `${apiVersionOf({ group, version })}, Resource=${definition.resource}`;
      const why = `resource "${shown}" does not support discovery operations: [${wantedVerbs.join(' ')}]`;
      return this.#fail(migration, why);
    }
    const { revision } = await this.#client.listAt(served, ' ');
    await this.#edit(migration, (live) => {
      live.status = { ...live.status, resourceVersion: live.status?.resourceVersion ?? String(revision) };
    });
  }

  async #run(object: MigrationObject, place: Place, signal: AbortSignal): Promise<void> {
    const migration = this.#migration(object, place, signal);
    const { group, resource } = place.definition;
    const name = object.metadata.name ?? '';
    this.#seen.set(resourceOf(object), () => ({
      name,
      group,
      resource,
      failures: migration.failures,
      ...migration.progress,
    }));
    const told = new AbortController();
    const telling = this.#keepTelling(object, migration, told.signal);
    try {
      const result = await migration.run();
      told.abort();
      await telling;
      if (!result.stopped) await this.#end(object, result);
    } finally {
      told.abort();
    }
  }

  #migration(object: MigrationObject, { served, storage, definition }: Place, signal: AbortSignal): Migration {
    const annotations = object.metadata.annotations ?? {};
    const prunes = annotations[PRUNE] === 'true';
    const rate = Number(annotations[RATE] ?? 0);
    const since = Number(object.status?.resourceVersion ?? 0);
    return new Migration({
      source: new StoredObjects({ client: this.#client, served, storage, since, prunes }),
      clock: this.#client.world.clock,
      signal,
      concurrency: definition.convertsElsewhere ? WEBHOOK_CONCURRENCY : CONCURRENCY,
      rate: Number.isFinite(rate) && rate > 0 ? rate : 0,
      patienceMs: PATIENCE_MS,
      ...(prunes && { isGone: (apiVersion: string) => !this.#isServed(definition, apiVersion) }),
    });
  }

  /** Whether the resource is served in any group: events are in two. */
  #isServed(definition: ResourceDefinition, apiVersion: string): boolean {
    return isVersionOf(definition, apiVersion) || this.#client.mapper.ofKind(apiVersion, definition.kind) !== undefined;
  }

  /** Writes the progress into the status now and then. */
  async #keepTelling(object: MigrationObject, migration: Migration, signal: AbortSignal): Promise<void> {
    const { clock } = this.#client.world;
    for (;;) {
      await clock.sleep(MESSAGE_MS, signal);
      if (signal.aborted) return;
      await this.#say(object, runningMessage(migration.progress)).catch(() => undefined);
    }
  }

  async #end(migration: MigrationObject, result: MigrationResult): Promise<void> {
    if (result.failed > 0) return this.#fail(migration, failedMessage(result));
    await this.#tell(migration, { type: 'Succeeded', reason: 'StorageVersionMigrationSucceeded', message: '' });
  }

  #fail(migration: MigrationObject, message: string): Promise<void> {
    return this.#tell(migration, { type: 'Failed', reason: 'StorageVersionMigrationFailed', message });
  }

  #say(migration: MigrationObject, message: string): Promise<void> {
    if (conditionOf(migration, 'Running')?.message === message) return Promise.resolve();
    return this.#tell(migration, { type: 'Running', reason: 'MigrationRunning', message });
  }

  #tell(migration: MigrationObject, told: { type: ConditionType; reason: string; message: string }): Promise<void> {
    const { now } = this.#client;
    return this.#edit(migration, (live) => beTrue(live, { ...told, now }));
  }

  async #edit(
    { metadata: { name = '', uid } }: MigrationObject,
    change: (live: MigrationObject) => void,
  ): Promise<void> {
    const objectKey = this.#objectKey(name);
    if (objectKey === undefined) return;
    await this.#client.edit(objectKey, (live: Hub) => change(live as MigrationObject), { subresource: 'status', uid });
  }

  #objectKey(name: string): ObjectKey | undefined {
    const served = this.#client.mapper.ofKind('storagemigration.k8s.io/v1beta1', 'StorageVersionMigration');
    return served && { served, namespace: '', name };
  }
}

interface Place {
  /** In a version that writes go through: that of the store where it is served, so that objects are converted once. */
  readonly served: ServedResource;
  readonly storage: ServedResource;
  readonly definition: ResourceDefinition;
}

function resourceOf({ spec }: MigrationObject): string {
  const { group = '', resource = '' } = spec?.resource ?? {};
  return formatGroupResource({ group, resource });
}

/** For resources that are never stored. */
function anyVersion(definition: ResourceDefinition): ServedResource | undefined {
  for (const [version, versionDefinition] of definition.versions)
    if (versionDefinition.served) return { group: definition.group, version, definition, versionDefinition };
  return undefined;
}

const isPaused = ({ metadata }: MigrationObject): boolean => metadata.annotations?.[PAUSED] === 'true';

function isVersionOf(definition: ResourceDefinition, apiVersion: string): boolean {
  const parsed = parseApiVersion(apiVersion);
  return parsed !== undefined && parsed.group === definition.group && definition.versions.has(parsed.version);
}
