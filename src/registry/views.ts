import {
  encodeJson,
  parseJson,
  type ResourceDefinition,
  type ServedResource,
  type VersionDefinition,
  withRevision,
} from '#machinery';
import {
  apiVersionOf,
  cloneJson,
  type Hub,
  type MaybePromise,
  parseApiVersion,
  type Stored,
  type Versioned,
  whenReady,
} from '#meta';
import { DamagedRecord, type Entry } from '#storage';
import { beginsWith, packValue, parseStored, wireJson, wireLine } from './stored-value.ts';

/** The stored object by today's schema of its version: a fresh one. */
function readStored(definition: ResourceDefinition, entry: Entry): Stored {
  const stored = parseStored(entry);
  const version = versionIn(definition, stored.apiVersion);
  if (version === undefined) {
    const key = definition.storagePrefix + entry.key;
    throw new DamagedRecord({ key, revision: entry.revision }, noSuchVersion(definition, stored.apiVersion));
  }
  version.fromStorage?.(stored);
  return stored;
}

/** Whether it can be parsed and its version exists. Whether it can be converted is not checked. */
export function isReadable(definition: ResourceDefinition, entry: Entry): boolean {
  try {
    readStored(definition, entry);
    return true;
  } catch (error) {
    if (error instanceof DamagedRecord) return false;
    throw error;
  }
}

/** The stored object as a hub object: a fresh one that the caller may change. */
export function hubObject(definition: ResourceDefinition, entry: Entry): MaybePromise<Hub> {
  const stored = readStored(definition, entry);
  return storedVersion(definition, stored.apiVersion).toHub(stored);
}

/** The same of an object that was read already, and is not changed by it. */
export function hubOfStored(definition: ResourceDefinition, stored: Stored): MaybePromise<Hub> {
  const version = storedVersion(definition, stored.apiVersion);
  const read = cloneJson(stored);
  version.fromStorage?.(read);
  return version.toHub(read);
}

/** The stored object in the version that the client asked for: a fresh one. */
export function objectInVersion(
  served: ServedResource,
  entry: Entry,
  converted?: ConvertedPage,
): MaybePromise<Versioned> {
  if (servesStoredBytes(served, entry)) return parseStored(entry);
  const json = jsonInVersion(served, entry, converted);
  return whenReady(json, (bytes) => parseJson(bytes, { duplicates: false }).value as Versioned);
}

/**
 * The stored object's JSON in the version that the client asked for. In the stored version these are the stored bytes;
 * in any other it is converted and encoded once for all who read it, as long as there is room to keep it.
 */
export function jsonInVersion(
  served: ServedResource,
  entry: Entry,
  converted?: ConvertedPage,
): MaybePromise<Uint8Array> {
  if (servesStoredBytes(served, entry)) return wireJson(entry);
  return converted?.get(entry) ?? entry.cached(convertedName(served), () => convertOne(served, entry));
}

const newlineBytes = Buffer.from('\n');

/** The same with a line's end behind it. */
export function lineInVersion(served: ServedResource, entry: Entry): MaybePromise<Uint8Array> {
  if (servesStoredBytes(served, entry)) return wireLine(entry);
  return whenReady(jsonInVersion(served, entry), (json) => Buffer.concat([json, newlineBytes]));
}

/** The JSON of entries that were converted together; the others need no conversion, or were converted before. */
export type ConvertedPage = ReadonlyMap<Entry, Uint8Array>;

const nothingConverted: ConvertedPage = new Map();

/**
 * Converts a page of a list in one call where the version allows that. Cached conversions are reused, and requests for
 * the same objects at the same time share the call. The page keeps the results until it is shown.
 */
export function convertPage(served: ServedResource, entries: readonly Entry[]): MaybePromise<ConvertedPage> {
  if (!served.definition.convertsElsewhere) return nothingConverted;
  const name = convertedName(served);
  const foreign = entries.filter((entry) => !servesStoredBytes(served, entry));
  if (foreign.length === 0) return nothingConverted;
  const missing = foreign.filter((entry) => !entry.isCached(name));
  const made = convertTogether(served, missing);
  const json = (entry: Entry) => entry.cached(name, () => made.get(entry) ?? convertOne(served, entry));
  return allReady(foreign.map((entry) => [entry, json(entry)] as const));
}

async function allReady(page: readonly (readonly [Entry, MaybePromise<Uint8Array>])[]): Promise<ConvertedPage> {
  const ready = new Map<Entry, Uint8Array>();
  for (const [entry, json] of page) ready.set(entry, json instanceof Promise ? await json : json);
  return ready;
}

function convertTogether(served: ServedResource, entries: readonly Entry[]): ReadonlyMap<Entry, Promise<Uint8Array>> {
  if (entries.length === 0) return new Map();
  const stored = entries.map((entry) => readStored(served.definition, entry));
  const objects = toVersion(served.definition, served.versionDefinition, stored);
  const json = async (at: number): Promise<Uint8Array> => encodeObject(served, (await objects)[at] as Versioned);
  return new Map(entries.map((entry, at) => [entry, json(at)]));
}

function convertOne(served: ServedResource, entry: Entry): MaybePromise<Uint8Array> {
  const object = fromStored(served, readStored(served.definition, entry));
  return whenReady(object, (converted) => encodeObject(served, converted));
}

async function toVersion(
  definition: ResourceDefinition,
  target: VersionDefinition,
  stored: readonly Stored[],
): Promise<readonly Versioned[]> {
  const hubs: Hub[] = new Array(stored.length);
  for (const apiVersion of new Set(stored.map((object) => object.apiVersion))) {
    const from = storedVersion(definition, apiVersion);
    const places = [...stored.keys()].filter((at) => stored[at]?.apiVersion === apiVersion);
    const objects = places.map((at) => stored[at] as Stored);
    const converted =
      (await from.toHubAll?.(objects)) ?? (await Promise.all(objects.map((object) => from.toHub(object))));
    for (const [i, at] of places.entries()) hubs[at] = converted[i] as Hub;
  }
  return (await target.fromHubAll?.(hubs)) ?? Promise.all(hubs.map((hub) => target.fromHub(hub)));
}

function convertedName(served: ServedResource): string {
  return `json:${viewName(served)}`;
}

/** Tells apart how entries are seen: in which version, and by which state of their definition. */
export function viewName(served: ServedResource): string {
  return `${apiVersionOf(served)}:${served.definition.revision ?? ''}`;
}

/** An object that is not in the store (yet, or any more) as JSON of the version that the client asked for. */
export function encodeObject(served: ServedResource, object: Versioned): Uint8Array {
  const encoded = served.versionDefinition.codec.encode(object);
  const { resourceVersion } = object.metadata;
  return Buffer.from(resourceVersion ? withRevision(encoded, resourceVersion) : encoded.text);
}

/** A hub object as the bytes to store. */
export function storedBytes({ storage }: ResourceDefinition, hub: Hub): MaybePromise<Uint8Array> {
  const { codec } = storage.definition;
  return whenReady(toStore(storage.definition, hub), (stored) => packValue(codec.encode(stored)));
}

/**
 * The object in the version to store. The real server sets defaults whenever it reads from its store; here they are set
 * once more before storing, because preparing a write may have removed fields that have defaults.
 */
function toStore(version: VersionDefinition, hub: Hub): MaybePromise<Stored> {
  return whenReady(version.fromHub(hub), (stored) => {
    if (version.fromStorage === undefined) version.default(stored);
    return stored as Stored;
  });
}

/**
 * A hub object as it would come back from the store: with defaults, and with what a conversion to the storage version
 * loses.
 */
export async function asIfStored(definition: ResourceDefinition, hub: Hub): Promise<Hub> {
  const { definition: version } = definition.storage;
  const stored = cloneJson(await toStore(version, hub));
  version.fromStorage?.(stored);
  return version.toHub(stored);
}

/** A stored object that was changed in its metadata only, as the bytes to store: in the version it was in. */
export function restoredBytes(definition: ResourceDefinition, { metadata, ...rest }: Stored): Uint8Array {
  const { resourceVersion: _, ...kept } = metadata;
  const { apiVersion } = rest as Stored;
  return packValue(storedVersion(definition, apiVersion).codec.encode({ ...rest, metadata: kept } as Stored));
}

/** An object as it was stored, in the version that the client asked for. */
export function fromStored(served: ServedResource, stored: Stored): MaybePromise<Versioned> {
  if (stored.apiVersion === apiVersionOf(served)) return stored;
  const { definition, versionDefinition } = served;
  return whenReady(storedVersion(definition, stored.apiVersion).toHub(stored), (hub) => versionDefinition.fromHub(hub));
}

/** Whether the bytes in the store are what a client of this version gets. */
export function servesStoredBytes(served: ServedResource, entry: Entry): boolean {
  const { definition } = served;
  if (definition.storage.definition.fromStorage !== undefined) {
    const rest = atRest(definition, entry);
    return rest.isCurrent && rest.apiVersion === apiVersionOf(served);
  }
  // Also where there is one version: an earlier release may have had another. The bytes are looked at once.
  const beginning = typeBytes(served);
  if (entry.finding === beginning) return true;
  if (!beginsWith(entry, beginning)) return false;
  entry.finding = beginning;
  return true;
}

const typeOf = new WeakMap<VersionDefinition, Uint8Array>();

/** How the stored objects of a version begin. */
function typeBytes(served: ServedResource): Uint8Array {
  const { versionDefinition } = served;
  const known = typeOf.get(versionDefinition);
  if (known !== undefined) return known;
  const made = Buffer.from(typePrefix(served));
  typeOf.set(versionDefinition, made);
  return made;
}

/** `kind` and `apiVersion` are always the first members of a typed object's encoding. */
export function typePrefix(served: ServedResource): string {
  return `{"kind":${encodeJson(served.definition.kind)},"apiVersion":${encodeJson(apiVersionOf(served))},`;
}

/**
 * What was found out about stored entries under a state of the schema. One object is shared by all entries for which it
 * is true.
 */
interface AtRest {
  /** The state of the definition by which they were looked at. */
  readonly revision: string | undefined;
  readonly apiVersion: string;
  /** The schema of today neither drops nor adds anything. */
  readonly isCurrent: boolean;
}

const findings = new WeakMap<ResourceDefinition, AtRest[]>();

/** Found out once for each state of the definition; nearly always the bytes are current. */
function atRest(definition: ResourceDefinition, entry: Entry): AtRest {
  const known = entry.finding as AtRest | undefined;
  if (known !== undefined && known.revision === definition.revision) return known;
  const found = lookAt(definition, entry);
  entry.finding = found;
  return found;
}

function lookAt(definition: ResourceDefinition, entry: Entry): AtRest {
  const stored = readStored(definition, entry);
  const { apiVersion } = stored;
  const bytes = packValue(storedVersion(definition, apiVersion).codec.encode(stored));
  const isCurrent = Buffer.compare(bytes, entry.value) === 0;
  const known = findings.get(definition) ?? [];
  findings.set(definition, known);
  const same = known.find((finding) => finding.apiVersion === apiVersion && finding.isCurrent === isCurrent);
  if (same !== undefined) return same;
  const made = { revision: definition.revision, apiVersion, isCurrent };
  known.push(made);
  return made;
}

function storedVersion(definition: ResourceDefinition, apiVersion: string): VersionDefinition {
  const version = versionIn(definition, apiVersion);
  if (version === undefined) throw new Error(noSuchVersion(definition, apiVersion));
  return version;
}

function versionIn(definition: ResourceDefinition, apiVersion: string): VersionDefinition | undefined {
  if (apiVersion === definition.storage.apiVersion) return definition.storage.definition;
  return definition.versions.get(parseApiVersion(apiVersion)?.version ?? '');
}

function noSuchVersion({ resource }: ResourceDefinition, apiVersion: string): string {
  return `it is stored as ${apiVersion}, which is not a version of ${resource} any more`;
}
