import type { Catalog, ResourceDefinition } from '#machinery';
import { formatGroupResource, nextTurn, parseApiVersion } from '#meta';
import { type Entry, parseEntry, parseMetadata } from '#registry';
import type { CachedVersions, Collection } from '#storage';
import { DEFINITIONS_PREFIX } from '../threads/copied-prefixes.ts';
import type { MigrationRecord } from './migration-record.ts';

interface StorageVersionsParts {
  catalog(): Catalog;
  collection(prefix: string): Collection;
  cached(prefix: string): CachedVersions | undefined;
  readonly record: Pick<MigrationRecord, 'last'>;
}

/** An object by its place. */
interface ObjectPlace {
  readonly namespace?: string;
  readonly name: string;
}

interface OldestObject extends ObjectPlace {
  readonly created: string | undefined;
}

/** One version of a resource, and what lies in it. */
interface VersionReport {
  readonly version: string;
  readonly served: boolean;
  /** Whoever uses it is warned. */
  readonly deprecated?: true;
  /** New writes lie in it. */
  readonly storage: boolean;
  /** The definition's status names it. Absent where there is no such status. */
  readonly stored?: boolean;
  /** It is not a version of the resource any more: what lies in it cannot be served. */
  readonly gone?: true;
  readonly objects: number;
  /** Of its objects the one that was written longest ago. */
  readonly oldest?: OldestObject;
}

interface ResourceReport {
  /** `widgets.example.com`, `pods` */
  readonly name: string;
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly origin: ResourceDefinition['origin'];
  /** The preferred one first. */
  readonly versions: readonly VersionReport[];
  /** Objects that cannot be read: they may lie in any version. */
  readonly unreadable: number;
  /** When the last object lay in a version other than the one of new writes. RFC 3339. */
  readonly lastMigration?: string;
  /** Objects in versions that are gone, by name: as many as are shown. */
  readonly unserved?: readonly ObjectPlace[];
}

const MAX_UNSERVED = 100;
const PER_TURN = 5000;

/** Tells how many objects lie in which version. The numbers are kept by the store; nothing is counted when it is asked. */
export class StorageVersions {
  readonly #parts: StorageVersionsParts;

  constructor(parts: StorageVersionsParts) {
    this.#parts = parts;
  }

  /** Every stored resource: those with more than one version, custom ones, and those of which anything is stored. */
  async all(): Promise<readonly ResourceReport[]> {
    const reports: ResourceReport[] = [];
    for (const definition of this.#stored()) {
      const report = await this.#report(definition);
      const isWorth = definition.versions.size > 1 || definition.origin === 'custom';
      if (isWorth || report.versions.some(({ objects }) => objects > 0)) reports.push(report);
    }
    return reports;
  }

  /** With the oldest object of each version, and the names of objects that cannot be served. */
  async one(name: string): Promise<ResourceReport | undefined> {
    const definition = this.definition(name);
    if (definition === undefined) return undefined;
    const report = await this.#report(definition);
    const { oldest, unserved } = await this.#walk(definition, report);
    const versions = report.versions.map((version) => {
      const found = oldest.get(version.version);
      return found === undefined ? version : { ...version, oldest: placeAndAge(definition, found) };
    });
    return { ...report, versions, ...(unserved.length > 0 && { unserved }) };
  }

  /** Resources with several versions that have objects in another than that of new writes, and how many. */
  async waiting(): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    for (const definition of this.#stored()) {
      if (definition.versions.size === 1) continue;
      const versions = (await this.#loaded(definition.storagePrefix))?.versions ?? new Map<string, number>();
      let count = 0;
      for (const [apiVersion, objects] of versions)
        if (apiVersion !== '' && apiVersion !== definition.storage.apiVersion) count += objects;
      if (count > 0) found.set(formatGroupResource(definition), count);
    }
    return found;
  }

  definition(name: string): ResourceDefinition | undefined {
    return this.#stored().find((definition) => formatGroupResource(definition) === name);
  }

  /** One for each place in the store. */
  #stored(): readonly ResourceDefinition[] {
    const byPrefix = new Map<string, ResourceDefinition>();
    for (const definition of this.#parts.catalog().definitions) {
      const { virtual, actsOn, alwaysEmpty, storagePrefix } = definition;
      if (virtual !== undefined || actsOn !== undefined || alwaysEmpty === true) continue;
      if (!byPrefix.has(storagePrefix)) byPrefix.set(storagePrefix, definition);
    }
    return [...byPrefix.values()];
  }

  async #report(definition: ResourceDefinition): Promise<ResourceReport> {
    const { group, resource, kind, namespaced, origin, storagePrefix } = definition;
    const name = formatGroupResource(definition);
    const counts = (await this.#loaded(storagePrefix))?.versions ?? new Map<string, number>();
    const lastMigration = await this.#parts.record.last(name);
    const versions = versionReports(definition, counts, this.#namedInStatus(definition));
    const unreadable = counts.get('') ?? 0;
    const migrated = lastMigration === undefined ? {} : { lastMigration };
    return { name, group, resource, kind, namespaced, origin, versions, unreadable, ...migrated };
  }

  async #loaded(prefix: string): Promise<CachedVersions | undefined> {
    const there = this.#parts.cached(prefix);
    if (there !== undefined) return there;
    await this.#parts.collection(prefix).load();
    return this.#parts.cached(prefix);
  }

  #namedInStatus(definition: ResourceDefinition): readonly string[] | undefined {
    if (definition.origin !== 'custom') return undefined;
    const entry = this.#parts.cached(DEFINITIONS_PREFIX)?.get(formatGroupResource(definition));
    if (entry === undefined || entry.damage !== undefined) return undefined;
    const { status } = parseEntry(entry) as unknown as { readonly status?: { readonly storedVersions?: string[] } };
    return status?.storedVersions ?? [];
  }

  async #walk(definition: ResourceDefinition, { versions }: ResourceReport): Promise<Walk> {
    const cached = this.#parts.cached(definition.storagePrefix);
    const gone = new Set(versions.filter((version) => version.gone).map(({ version }) => version));
    const oldest = new Map<string, Entry>();
    const unserved: ObjectPlace[] = [];
    let seen = 0;
    for (const entry of cached?.entries ?? []) {
      const version = shortVersion(definition, cached?.versionOf(entry) ?? '');
      const known = oldest.get(version);
      if (known === undefined || entry.revision < known.revision) oldest.set(version, entry);
      if (gone.has(version) && unserved.length < MAX_UNSERVED) unserved.push(placeOf(definition, entry));
      if (++seen % PER_TURN === 0) await nextTurn();
    }
    return { oldest, unserved };
  }
}

interface Walk {
  readonly oldest: ReadonlyMap<string, Entry>;
  readonly unserved: readonly ObjectPlace[];
}

/** In which versions something can be: those of the resource, and those that are gone but hold objects. */
function versionReports(
  definition: ResourceDefinition,
  counts: ReadonlyMap<string, number>,
  named: readonly string[] | undefined,
): readonly VersionReport[] {
  const storage = shortVersion(definition, definition.storage.apiVersion);
  const objects = new Map([...counts].map(([apiVersion, count]) => [shortVersion(definition, apiVersion), count]));
  const known = [...definition.versions.keys(), storage];
  const held = [...objects.keys(), ...(named ?? [])].filter((version) => version !== '');
  return [...new Set([...known, ...held])].map((version) => ({
    version,
    served: definition.versions.get(version)?.served ?? false,
    ...(definition.versions.get(version)?.deprecationWarning !== undefined && { deprecated: true as const }),
    storage: version === storage,
    ...(named === undefined ? {} : { stored: named.includes(version) }),
    ...(known.includes(version) ? {} : { gone: true as const }),
    objects: objects.get(version) ?? 0,
  }));
}

/** `v1` of the resource's own group; with its group where that is another one (events of both groups are core v1). */
function shortVersion({ group }: ResourceDefinition, apiVersion: string): string {
  const parsed = parseApiVersion(apiVersion);
  return parsed === undefined || parsed.group !== group ? apiVersion : parsed.version;
}

/** Of a key `NAMESPACE/NAME`, or `NAME`. */
function placeOf({ namespaced }: ResourceDefinition, { key }: Entry): ObjectPlace {
  const slash = key.indexOf('/');
  if (!namespaced || slash < 0) return { name: key };
  return { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

function placeAndAge(definition: ResourceDefinition, entry: Entry): OldestObject {
  const created = entry.damage === undefined ? (parseMetadata(entry).creationTimestamp ?? undefined) : undefined;
  return { ...placeOf(definition, entry), created };
}
