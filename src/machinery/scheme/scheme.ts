import {
  apiVersionOf,
  cloneJson,
  type GroupKind,
  type GroupVersionKind,
  type Json,
  type JsonObject,
  type KubeObject,
} from '#meta';
import type { Described } from '#schema';
import { parseJson, versionKindOf } from '../codec/json-parse.ts';
import { typedCodec, withRevision } from '../codec/typed-codec.ts';
import type { VersionCodec } from '../resource-definition.ts';
import { SchemeCodec } from './scheme-codec.ts';
import { SchemeError } from './scheme-error.ts';
import type { KindVersion, VersionedKind } from './versioned-kind.ts';

/** An object's place in the scheme: its kind, and the version it is in; none for an object of a hub of its own. */
export interface Recognized {
  readonly kind: VersionedKind;
  readonly version: KindVersion | undefined;
}

/**
 * The kinds that are known, by group, version and kind. It defaults objects and converts them between versions, always
 * through the hub of the kind: v1 → hub → v2beta1.
 */
export class Scheme {
  readonly kinds: readonly VersionedKind[];
  readonly #known = new Map<string, Recognized>();
  readonly #codecs = new WeakMap<KindVersion, VersionCodec>();

  constructor(kinds: readonly VersionedKind[]) {
    this.kinds = kinds;
    const faults: string[] = [];
    for (const kind of kinds) {
      const places: [string, KindVersion | undefined][] = kind.versions.map((one) => [one.apiVersion, one]);
      if (!places.some(([apiVersion]) => apiVersion === kind.hub.apiVersion)) {
        places.push([kind.hub.apiVersion, undefined]);
      }
      for (const [apiVersion, version] of places) {
        const key = keyOf(apiVersion, kind.kind);
        if (this.#known.has(key)) faults.push(`${kind.kind} of ${apiVersion} is registered twice`);
        this.#known.set(key, { kind, version });
      }
    }
    if (faults.length > 0) throw new SchemeError(faults);
  }

  /** All that keeps versions from meeting their hubs. Looks at every field of every type, so it is for starts and tests. */
  faults(): readonly string[] {
    return this.kinds.flatMap(({ versions }) => versions.flatMap((version) => version.faults()));
  }

  /** Throws a `SchemeError` that names everything that is missing and what to write. */
  check(): this {
    const faults = this.faults();
    if (faults.length > 0) throw new SchemeError(faults);
    return this;
  }

  recognizes({ group, version, kind }: GroupVersionKind): boolean {
    return this.#known.has(keyOf(apiVersionOf({ group, version }), kind));
  }

  /** The versions of a kind, the preferred one first. */
  versionsOf({ group, kind }: GroupKind): readonly string[] {
    const found = this.kinds.find((known) => known.group === group && known.kind === kind);
    return (found?.versions ?? []).map(({ version }) => version);
  }

  recognize({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): Recognized {
    const found = this.#known.get(keyOf(apiVersion, kind));
    if (found === undefined) throw new SchemeError([`no kind "${kind}" is registered for version "${apiVersion}"`]);
    return found;
  }

  /** Fills in what was left out, by the rules of the object's version. Changes the object. A hub has no defaults. */
  default(object: KubeObject): void {
    this.recognize(object).version?.defaults(object);
  }

  /**
   * The object in another version (`apps/v1`), or in the first of several that its kind has; `toHub` for the hub. Always
   * a copy, also when the object is in that version already.
   */
  convertToVersion(object: KubeObject, target: string | readonly string[]): KubeObject {
    const wanted = typeof target === 'string' ? [target] : target;
    const { kind, version } = this.recognize(object);
    if (wanted.length === 0)
      throw new SchemeError([`${kind.kind} of ${object.apiVersion}: say which version is wanted`]);
    const found = wanted.find((one) => this.#known.get(keyOf(one, kind.kind))?.kind === kind);
    if (found === undefined) {
      const known = kind.versions.map(({ apiVersion }) => apiVersion).join(', ');
      throw new SchemeError([`${kind.kind} has no version ${wanted.join(' or ')}; it has ${known}`]);
    }
    const copy = cloneJson(object) as KubeObject;
    if (object.apiVersion === found) return copy;
    const hub = version === undefined ? copy : version.toHub(copy);
    return this.recognize({ apiVersion: found, kind: kind.kind }).version?.fromHub(hub) ?? hub;
  }

  /** The object as a type that the scheme knows, which says the version. */
  convert<To>(object: KubeObject, to: Described<To>): To {
    const { kind } = this.recognize(object);
    const target = kind.versions.find(({ type }) => type === to);
    if (target === undefined && kind.hub.type !== to) {
      throw new SchemeError([`${kind.kind} of ${object.apiVersion} does not convert to ${to.name}`]);
    }
    return this.convertToVersion(object, target?.apiVersion ?? kind.hub.apiVersion) as To;
  }

  /** The hub's object. */
  toHub(object: KubeObject): KubeObject {
    return this.convertToVersion(object, this.recognize(object).kind.hub.apiVersion);
  }

  /** Reads plain data as the kind that it says it is: drops unknown fields, checks types. Throws a `DecodeError`. */
  fromUnstructured(data: Json): KubeObject {
    const { apiVersion, kind } = versionKindOf(data);
    return this.codecOf({ apiVersion, kind }).decode({ value: data, duplicates: [] }).object;
  }

  /** Plain data in canonical form. An object of a hub that is no version goes to the first of `versions` that it has. */
  toUnstructured(object: KubeObject, versions: string | readonly string[] = []): JsonObject {
    const { version } = this.recognize(object);
    const shown = version === undefined ? this.convertToVersion(object, versions) : object;
    const { resourceVersion } = shown.metadata;
    const encoded = this.codecOf(shown).encode(shown);
    const text = resourceVersion === undefined ? encoded.text : withRevision(encoded, resourceVersion);
    return parseJson(Buffer.from(text), { duplicates: false }).value as JsonObject;
  }

  /** How the version's objects become bytes. */
  codecOf(named: { readonly apiVersion: string; readonly kind: string }): VersionCodec {
    const { version } = this.recognize(named);
    if (version === undefined) throw new SchemeError([`${named.kind} of ${named.apiVersion} is never written`]);
    const codec = this.#codecs.get(version) ?? typedCodec(version.type, { ...version, kind: named.kind });
    this.#codecs.set(version, codec);
    return codec;
  }

  /** Decodes any version, with its defaults, into the hub, and encodes the hub in the version given. */
  codec(encodeAs: string | readonly string[]): SchemeCodec {
    return new SchemeCodec(this, encodeAs);
  }
}

const keyOf = (apiVersion: string, kind: string): string => `${apiVersion} ${kind}`;
