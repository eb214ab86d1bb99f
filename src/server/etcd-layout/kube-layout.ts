import { parseJson, type ResourceDefinition, unwrapUnknown, type VersionDefinition, wrapUnknown } from '#machinery';
import { type Hub, type KubeObject, parseApiVersion, type Versioned } from '#meta';
import { packJson, packValue, storedApiVersion, storedText } from '#registry';
import type { ValueTransformer } from '#storage';
import { RANGES } from './shared-keys.ts';

/** A built-in kind, and the one version of it that kube-apiserver stores otherwise than we do, if there is one. */
export interface KindLayout {
  readonly definition: ResourceDefinition;
  /** Protobuf in an envelope, or JSON with a line's end. */
  readonly format: 'protobuf' | 'json';
  /** The version that kube-apiserver stores, where we store another one. */
  readonly version?: VersionDefinition;
}

const ENVELOPE = Buffer.from('k8s\0');
const LINE_END = Buffer.from('\n');
const OBJECTS = '/registry/';

/** Values as kube-apiserver has them: protobuf for built-in kinds, JSON for all others, never with a resourceVersion. */
export class KubeLayout implements ValueTransformer {
  /** By the prefix of their keys. */
  readonly #kinds: ReadonlyMap<string, KindLayout>;

  constructor(kinds: ReadonlyMap<string, KindLayout>) {
    this.#kinds = kinds;
  }

  fromStorage(key: string, value: Uint8Array): Uint8Array {
    if (!isObject(key)) return value;
    const kind = this.#kindOf(key);
    if (kind === undefined) return packJson(value);
    const { object, version } = ENVELOPE.equals(value.subarray(0, ENVELOPE.length))
      ? openEnvelope(kind, value)
      : readJson(kind, value);
    if (isOldForm(kind, object.apiVersion)) object.apiVersion = kind.definition.storage.apiVersion;
    version.default(object);
    if (version !== kind.version) return packValue(version.codec.encode(object));
    const { definition: ours } = kind.definition.storage;
    return packValue(ours.codec.encode(ready(ours.fromHub(ready(version.toHub(object))))));
  }

  toStorage(key: string, value: Uint8Array): Uint8Array {
    if (!isObject(key)) return value;
    const kind = this.#kindOf(key);
    const json = storedText(value);
    if (kind === undefined) return Buffer.concat([json, LINE_END]);
    const apiVersion = storedApiVersion(value);
    const ours = versionIn(kind, apiVersion);
    if (kind.version === undefined && kind.format === 'json') return Buffer.concat([json, LINE_END]);
    const object = parseJson(json, { duplicates: false }).value as Versioned;
    if (kind.version !== undefined) {
      const theirs = ready(kind.version.fromHub(ready(ours.toHub(object)) as Hub));
      return Buffer.concat([Buffer.from(kind.version.codec.encode(theirs).text), LINE_END]);
    }
    const raw = ours.codec.protobuf?.encode(object);
    if (raw === undefined) throw new Error(`${apiVersion} ${kind.definition.kind} has no protobuf form`);
    return wrapUnknown({ apiVersion, kind: kind.definition.kind, raw });
  }

  /** Prefixes have two or three parts: `/registry/pods/`, `/registry/services/specs/`. */
  #kindOf(key: string): KindLayout | undefined {
    const second = key.indexOf('/', OBJECTS.length);
    const third = key.indexOf('/', second + 1);
    return this.#kinds.get(key.slice(0, second + 1)) ?? this.#kinds.get(key.slice(0, third + 1));
  }
}

const isObject = (key: string): boolean => key.startsWith(OBJECTS) && !key.startsWith(RANGES);

interface Opened {
  readonly object: Versioned;
  readonly version: VersionDefinition;
}

function openEnvelope(kind: KindLayout, value: Uint8Array): Opened {
  const { apiVersion, raw } = unwrapUnknown(value);
  const version = versionIn(kind, apiVersion);
  const object = version.codec.protobuf?.decode(raw);
  if (object === undefined) throw new Error(`${apiVersion} ${kind.definition.kind} has no protobuf form`);
  return { object: object as Versioned, version };
}

function readJson(kind: KindLayout, value: Uint8Array): Opened {
  const body = parseJson(value, { duplicates: false });
  const { apiVersion } = body.value as KubeObject;
  const version = versionIn(kind, apiVersion);
  return { object: version.codec.decode(body).object, version };
}

function versionIn({ definition, version }: KindLayout, apiVersion: string): VersionDefinition {
  const { storage, versions, group, elsewhere } = definition;
  if (apiVersion === storage.apiVersion) return storage.definition;
  const asked = parseApiVersion(apiVersion);
  const found = asked?.group === group ? versions.get(asked.version) : elsewhere?.get(apiVersion);
  if (found !== undefined) return found;
  if (version !== undefined && asked?.version === version.version) return version;
  if (isOldForm({ definition }, apiVersion)) return storage.definition;
  throw new Error(`it is stored as ${apiVersion}, which is not a version of ${definition.resource} any more`);
}

/** Versions of these groups that nobody serves any more, and that differ from the stored one in nothing but their name. */
const renamedVersions: ReadonlySet<string> = new Set(['admissionregistration.k8s.io/v1beta1']);

function isOldForm({ definition }: Pick<KindLayout, 'definition'>, apiVersion: string): boolean {
  return definition.formerly?.has(apiVersion) === true && renamedVersions.has(apiVersion);
}

/** Built-in kinds are converted at once. */
function ready<T>(value: T | Promise<T>): T {
  if (value instanceof Promise) throw new Error('a built-in kind is converted elsewhere');
  return value;
}
