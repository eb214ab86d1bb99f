import { apiVersionOf, type GroupKind, type JsonObject, type KubeObject } from '#meta';
import type { Described, StructType } from '#schema';
import type { Alike, Direction } from './conversion-types.ts';
import { SchemeError } from './scheme-error.ts';
import { type AnyConversion, generatedConversion } from './struct-conversion.ts';

/** The version of a hub that is no version of the API. */
export const INTERNAL_VERSION = '__internal';

/** One version of a kind, and how it meets the hub. What `BuiltinKind` and `VersionDefinition` are made of. */
export interface KindVersion {
  readonly group: string;
  readonly version: string;
  readonly apiVersion: string;
  readonly type: StructType;
  /** Fills in what was left out. Changes the object it is given. */
  defaults(object: KubeObject): void;
  /** The argument is not changed; the result may share parts with it. */
  toHub(object: KubeObject): KubeObject;
  fromHub(hub: KubeObject): KubeObject;
  /** Fields of the hub that the version is declared to have no place for. */
  readonly lacks: readonly string[];
  /** What is missing between it and the hub, each in a sentence that says what to write. */
  faults(): readonly string[];
}

/** A kind with all its versions, which meet in one hub. `T` is the type of the hub, for the rules that are written for it. */
export interface VersionedKind<T = unknown> extends GroupKind {
  readonly hub: { readonly apiVersion: string; readonly type: Described<T> };
  /** In the order in which they were given: the first is preferred. */
  readonly versions: readonly KindVersion[];
  /** How objects lie in the store. */
  readonly storage: KindVersion;
}

/** What is said about one version. The two directions may be left out where it does not differ from the hub. */
export type VersionRules<Version, Hub> = {
  readonly type: Described<Version>;
  /** Where the version belongs to another group than the kind. */
  readonly group?: string;
  /** Fills in what was left out. Changes the object it is given. */
  readonly default?: (object: Version) => void;
} & (Alike<Version, Hub> extends true ? Partial<Directions<Version, Hub>> : Directions<Version, Hub>);

/** What is said about the version that has the hub's type. The directions are for rules that look at something else than what clients write. */
interface HubVersionRules<Hub> {
  readonly default?: ((object: Hub) => void) | undefined;
  readonly toHub?: ((object: Hub) => Hub) | undefined;
  readonly fromHub?: ((hub: Hub) => Hub) | undefined;
}

interface Directions<Version, Hub> {
  readonly toHub: Direction<Version, Hub>;
  readonly fromHub: Direction<Hub, Version>;
}

/**
 * Begins the description of a kind. The hub is what all rules of the kind are written for: a type of its own, that can
 * hold what any version can say, or simply the type of one of the versions.
 */
export function describeKind<Hub>(kind: GroupKind & { readonly hub: Described<Hub> }): KindBuilder<Hub> {
  return new KindBuilder(kind, []);
}

interface AnyRules {
  readonly version: string;
  readonly type: StructType;
  readonly group?: string;
  readonly default?: (object: KubeObject) => void;
  readonly toHub?: AnyDirection;
  readonly fromHub?: AnyDirection;
}
type AnyDirection = AnyConversion | ((object: KubeObject) => KubeObject);

export class KindBuilder<Hub, Names extends string = never> {
  readonly #kind: GroupKind & { readonly hub: Described<Hub> };
  readonly #rules: readonly AnyRules[];

  constructor(kind: GroupKind & { readonly hub: Described<Hub> }, rules: readonly AnyRules[]) {
    this.#kind = kind;
    this.#rules = rules;
  }

  /** Adds a version; the first is the preferred one. */
  version<Version, Name extends string>(name: Name, rules: VersionRules<Version, Hub>): KindBuilder<Hub, Names | Name> {
    return new KindBuilder(this.#kind, [...this.#rules, { ...(rules as unknown as AnyRules), version: name }]);
  }

  /** Adds the version whose type is that of the hub. */
  versionOfHub<Name extends string>(name: Name, rules: HubVersionRules<Hub>): KindBuilder<Hub, Names | Name> {
    const own = { ...rules, version: name, type: this.#kind.hub };
    return new KindBuilder(this.#kind, [...this.#rules, own as unknown as AnyRules]);
  }

  /** The version in which objects are stored, and with it the whole. */
  storedAs(name: Names): VersionedKind<Hub> {
    const { group, kind, hub } = this.#kind;
    const isHub = (rules: AnyRules): boolean => rules.type === hub;
    const hubRules = this.#rules.find(isHub) ?? { version: INTERNAL_VERSION };
    const hubVersion = apiVersionOf({ group, ...hubRules });
    const versions = this.#rules.map((rules) => kindVersion({ group, kind, hub, hubVersion }, rules));
    const storage = versions.find(({ version }) => version === name);
    const twice = versions.find((one) =>
      versions.some((other) => other !== one && other.apiVersion === one.apiVersion),
    );
    if (twice !== undefined) throw new SchemeError([`${kind}: there are two versions ${twice.apiVersion}`]);
    if (storage === undefined) {
      const known = versions.map(({ version }) => version).join(', ') || 'none';
      throw new SchemeError([`${kind}: no version ${name} to store it in; there are: ${known}`]);
    }
    return { group, kind, hub: { apiVersion: hubVersion, type: hub }, versions, storage };
  }
}

interface KindHub extends GroupKind {
  readonly hub: StructType;
  readonly hubVersion: string;
}

function kindVersion({ group: kindGroup, kind, hub, hubVersion }: KindHub, rules: AnyRules): KindVersion {
  const { type, version, group = kindGroup } = rules;
  const apiVersion = apiVersionOf({ group, version });
  const toHub = direction({ from: type, to: hub, given: rules.toHub, kind, apiVersion: hubVersion });
  const fromHub = direction({ from: hub, to: type, given: rules.fromHub, kind, apiVersion });
  return {
    group,
    version,
    apiVersion,
    type,
    defaults: (object) => rules.default?.(object),
    toHub: toHub.convert,
    fromHub: fromHub.convert,
    get lacks() {
      return fromHub.lost;
    },
    faults: () => [
      ...toHub.faults().map((fault) => `${kind}: ${apiVersion} → hub: ${fault}`),
      ...fromHub.faults().map((fault) => `${kind}: hub → ${apiVersion}: ${fault}`),
    ],
  };
}

interface DirectionParts {
  readonly from: StructType;
  readonly to: StructType;
  readonly given: AnyDirection | undefined;
  readonly kind: string;
  /** What the result is stamped with. */
  readonly apiVersion: string;
}

interface MadeDirection {
  convert(object: KubeObject): KubeObject;
  faults(): readonly string[];
  readonly lost: readonly string[];
}

/** By hand before generated before none. */
function direction({ from, to, given, kind, apiVersion }: DirectionParts): MadeDirection {
  // Of one type: what it is called stays as it is.
  if (typeof given === 'function' && from === to) return { convert: given, faults: () => [], lost: [] };
  if (typeof given === 'function') {
    return { convert: (object) => stamped(given(object), { kind, apiVersion }), faults: () => [], lost: [] };
  }
  if (given === undefined && from === to) return { convert: (object) => object, faults: () => [], lost: [] };
  const conversion = given ?? generatedConversion(from, to);
  return {
    convert: (object) => stamped(conversion.convert(object, object), { kind, apiVersion }),
    faults: () => [...otherTypes(conversion, { from, to }), ...conversion.faults()],
    get lost() {
      return conversion.lost;
    },
  };
}

function otherTypes(given: AnyConversion, { from, to }: { from: StructType; to: StructType }) {
  if (given.from === from && given.to === to) return [];
  return [`the conversion is from ${given.from.name} to ${given.to.name}, not from ${from.name} to ${to.name}`];
}

/** Takes over the object, which was made for the purpose; fields that were only mentioned are not there. */
function stamped(object: JsonObject, stamp: { readonly kind: string; readonly apiVersion: string }): KubeObject {
  const result = { ...object, ...stamp } as KubeObject;
  for (const key of Object.keys(result)) if (result[key] === undefined) delete result[key];
  return result;
}
