import {
  apiVersionOf,
  cloneJson,
  type GroupKind,
  type GroupVersionKind,
  type Json,
  type JsonObject,
  type KubeObject,
  semanticEqual,
} from '#meta';
import type { Described, StructType } from '#schema';
import { parseJson, versionKindOf } from '../codec/json-parse.ts';
import { typedCodec, withRevision } from '../codec/typed-codec.ts';
import type { VersionCodec } from '../version-codec.ts';
import { CodecFactory, type SchemeCodec } from './codec-factory.ts';
import type { Conversion } from './conversion-types.ts';
import { type ConversionFunc, Converter, functionOf } from './converter.ts';
import { type FieldLabelConversion, FieldLabels, type FieldLabelValue } from './field-labels.ts';
import { groupVersionOf, isExternal, type KnownType, KnownTypes, shortName } from './known-types.ts';
import { SchemeError } from './scheme-error.ts';
import { TypeDefaults } from './type-defaults.ts';
import { Unstructured } from './unstructured.ts';
import { itemsIn, VersionConverter } from './version-converter.ts';
import { VersionPriority } from './version-priority.ts';
import { INTERNAL_VERSION, type KindVersion, type VersionedKind } from './versioned-kind.ts';

/** `frob.example.com/v1`, or several of them, of which the first is taken that a kind has. */
export type TargetVersions = string | readonly string[];

/** What an object says of itself. */
export type Named = { readonly apiVersion: string; readonly kind: string };

type FillIn<T> = (value: T) => void;

/**
 * The types that are known, by group, version and kind, with their defaults and conversions. Objects are converted
 * between versions through the hub of their kind: v1 → hub → v2beta1.
 *
 * Kinds are added whole (`addKind`, what `describeKind` gives), or type by type with their conversions, which is what
 * generated code does. `check` says what is missing.
 */
export class Scheme {
  readonly #kinds: VersionedKind[] = [];
  readonly #types = new KnownTypes();
  readonly #converter = new Converter();
  readonly #versions = new VersionConverter(this.#types, this.#converter);
  readonly #defaults = new TypeDefaults();
  readonly #labels = new FieldLabels();
  readonly #priority = new VersionPriority();
  readonly #codecs = new WeakMap<KnownType, VersionCodec>();
  /** Decoders and encoders for the types of the scheme. */
  readonly codecs = new CodecFactory(this);

  constructor(kinds: readonly VersionedKind[] = []) {
    const faults = kinds.flatMap((kind) => faultsOf(() => this.addKind(kind)));
    if (faults.length > 0) throw new SchemeError(faults);
  }

  /** The kinds that were added whole. */
  get kinds(): readonly VersionedKind[] {
    return this.#kinds;
  }

  /** Adds a kind with all its versions, their defaults and their conversions to and from the hub. */
  addKind(kind: VersionedKind): this {
    const places = kind.versions.map((one) => ({
      ...groupVersionOf(one.apiVersion),
      type: one.type,
      kindVersion: one,
    }));
    const hub = { ...groupVersionOf(kind.hub.apiVersion), type: kind.hub.type, kindVersion: undefined };
    const isVersion = places.some((place) => apiVersionOf(place) === kind.hub.apiVersion);
    const faults = [...places, ...(isVersion ? [] : [hub])].flatMap((place) =>
      faultsOf(() => this.#add({ ...place, kind: kind.kind, apiVersion: apiVersionOf(place), described: kind })),
    );
    if (faults.length > 0) throw new SchemeError(faults);
    this.#kinds.push(kind);
    for (const { type, toHub, fromHub } of kind.versions) {
      if (type === kind.hub.type) continue;
      this.#converter.addGenerated({ from: type, to: kind.hub.type }, (object) => toHub(object as KubeObject));
      this.#converter.addGenerated({ from: kind.hub.type, to: type }, (object) => fromHub(object as KubeObject));
    }
    return this;
  }

  /** Adds types by their names: `addKnownTypes('frob.example.com/v1', v1.type('Frobber'))`. Lists are known with them. */
  addKnownTypes(apiVersion: string, ...types: readonly StructType[]): this {
    for (const type of types) this.addKnownTypeWithName({ ...groupVersionOf(apiVersion), kind: shortName(type) }, type);
    return this;
  }

  /** Adds a type under another name than its own. */
  addKnownTypeWithName(gvk: GroupVersionKind, type: StructType): this {
    this.#add({ ...gvk, apiVersion: apiVersionOf(gvk), type });
    return this;
  }

  /** Adds types that are the same in all versions, like `Status`: converting one only says another version. */
  addUnversionedTypes(apiVersion: string, ...types: readonly StructType[]): this {
    for (const type of types) {
      this.#add({ ...groupVersionOf(apiVersion), kind: shortName(type), apiVersion, type, isUnversioned: true });
    }
    return this;
  }

  /** Adds a conversion by hand, which is taken before a generated one. */
  addConversionFunc<From, To>(from: Described<From>, to: Described<To>, convert: ConversionFunc<From, To>): this {
    this.#converter.add({ from, to }, convert as never);
    return this;
  }

  /** Adds a conversion that `structConversion` made. */
  addConversion<From, To>(conversion: Conversion<From, To>): this {
    return this.addConversionFunc(conversion.from, conversion.to, functionOf(conversion));
  }

  /** Adds a conversion that is taken where there is none by hand. */
  addGeneratedConversionFunc<From, To>(
    from: Described<From>,
    to: Described<To>,
    convert: ConversionFunc<From, To>,
  ): this {
    this.#converter.addGenerated({ from, to }, convert as never);
    return this;
  }

  /** Adds a conversion that `structConversion` made, to be taken where there is none by hand. */
  addGeneratedConversion<From, To>(conversion: Conversion<From, To>): this {
    return this.addGeneratedConversionFunc(conversion.from, conversion.to, functionOf(conversion));
  }

  /** Converting the one into the other does nothing: the result is empty. */
  addIgnoredConversionType(from: StructType, to: StructType): this {
    this.#converter.ignore({ from, to });
    return this;
  }

  /** Fills in what was left out of a struct, wherever it is a part of something. Changes what it is given. */
  addTypeDefaultingFunc<T>(type: Described<T>, fillIn: FillIn<T>): this {
    this.#defaults.add(type, fillIn as FillIn<unknown>);
    return this;
  }

  /** How fields that a version can be selected by are called in the hub. */
  addFieldLabelConversionFunc(gvk: GroupVersionKind, convert: FieldLabelConversion): this {
    this.#labels.add(gvk, convert);
    return this;
  }

  /** The label and value of a field selector in the words of the hub. Throws for fields that cannot be selected by. */
  convertFieldLabel(gvk: GroupVersionKind, label: string, value: string): FieldLabelValue {
    return this.#labels.convert(gvk, label, value);
  }

  /** The versions of a group, the preferred one first. Those that are not named follow in the order they were added. */
  setVersionPriority(...apiVersions: readonly string[]): this {
    this.#priority.set(apiVersions);
    return this;
  }

  /** As `frob.example.com/v1`, the preferred one first. */
  prioritizedVersionsForGroup(group: string): readonly string[] {
    return this.#priority.of(group);
  }

  prioritizedVersionsAllGroups(): readonly string[] {
    return this.#priority.all();
  }

  isGroupRegistered(group: string): boolean {
    return this.#priority.of(group).length > 0;
  }

  isVersionRegistered(apiVersion: string): boolean {
    return this.#types.all().some((known) => known.apiVersion === apiVersion);
  }

  isUnversioned({ apiVersion, kind }: Named): boolean {
    return this.#types.get(apiVersion, kind).isUnversioned === true;
  }

  /** The types of a version, by kind. */
  knownTypes(apiVersion: string): ReadonlyMap<string, StructType> {
    return new Map(
      this.#types
        .all()
        .filter((known) => known.apiVersion === apiVersion)
        .map(({ kind, type }) => [kind, type]),
    );
  }

  allKnownTypes(): readonly GroupVersionKind[] {
    return this.#types.all().map(({ group, version, kind }) => ({ group, version, kind }));
  }

  /** What a type is registered for. */
  objectKinds(type: StructType): readonly GroupVersionKind[] {
    return this.#types.ofType(type).map(({ group, version, kind }) => ({ group, version, kind }));
  }

  recognizes({ group, version, kind }: GroupVersionKind): boolean {
    return this.#types.find(apiVersionOf({ group, version }), kind) !== undefined;
  }

  /** What is registered for it. Throws a `SchemeError` where nothing is. */
  recognize({ apiVersion, kind }: Named): KnownType {
    return this.#types.get(apiVersion, kind);
  }

  /** The versions of a kind, the preferred one first. */
  versionsOf(kind: GroupKind): readonly string[] {
    return this.#priority.sorted(this.#types.versionsOf(kind)).map(({ version }) => version);
  }

  /** All that keeps versions from meeting their hubs. Looks at every field of every type, so it is for starts and tests. */
  faults(): readonly string[] {
    const added = this.#types.all().filter((known) => known.described === undefined && isExternal(known));
    return [
      ...this.#kinds.flatMap(({ versions }) => versions.flatMap((version) => version.faults())),
      ...added.flatMap((known) => this.#versions.missing(known)),
    ];
  }

  /** Throws a `SchemeError` that names everything that is missing and what to write. */
  check(): this {
    const faults = this.faults();
    if (faults.length > 0) throw new SchemeError(faults);
    return this;
  }

  /** A new object of a kind, with nothing in it. */
  newInstance({ apiVersion, kind }: Named): KubeObject {
    const { itemsOf } = this.#types.get(apiVersion, kind);
    return { apiVersion, kind, metadata: {}, ...(itemsOf === undefined ? {} : { items: [] }) };
  }

  /** Fills in what was left out, by the rules of the object's version. Changes the object. A hub has no defaults. */
  default(object: KubeObject): void {
    this.#default(object, this.#types.get(object.apiVersion, object.kind));
  }

  #default(object: JsonObject, { itemsOf, kindVersion, type }: KnownType): void {
    if (itemsOf !== undefined) for (const item of itemsIn(object)) this.#default(item, itemsOf);
    else {
      kindVersion?.defaults(object as KubeObject);
      this.#defaults.fillIn(type, object);
    }
  }

  /**
   * The object in another version (`apps/v1`), or in the first of several that its kind has. Always a copy, also when
   * the object is in that version already; its kind and version are set.
   */
  convertToVersion(object: KubeObject | Unstructured, target: TargetVersions): KubeObject {
    const typed = object instanceof Unstructured ? this.fromUnstructured(object.content) : cloneJson(object);
    return this.unsafeConvertToVersion(typed as KubeObject, target);
  }

  /** The same without a copy: what it gives may share parts with what it was given, and neither may be changed. */
  unsafeConvertToVersion(object: KubeObject, target: TargetVersions): KubeObject {
    const from = this.#types.get(object.apiVersion, object.kind);
    const wanted = typeof target === 'string' ? [target] : target;
    if (from.isUnversioned) return { ...object, apiVersion: wanted[0] ?? from.apiVersion };
    return this.#versions.convert(object, { from, to: this.#versions.targetOf(from, wanted), context: target });
  }

  /**
   * The object as a type that the scheme knows, which says the version. For `Unstructured` the plain data of the object,
   * if it is one of a hub in the version that `context` says; data that is `Unstructured` is read as what it says it is.
   */
  convert<To>(object: KubeObject | Unstructured, to: Described<To>, context?: unknown): To;
  convert(object: KubeObject | Unstructured, to: typeof Unstructured, context?: TargetVersions): Unstructured;
  convert(object: KubeObject | Unstructured, to: StructType | typeof Unstructured, context?: unknown): unknown {
    if (to === Unstructured) {
      if (object instanceof Unstructured) return new Unstructured(object.content);
      return new Unstructured(this.toUnstructured(object, context as TargetVersions | undefined));
    }
    const typed = object instanceof Unstructured ? this.fromUnstructured(object.content) : object;
    const from = this.#types.get(typed.apiVersion, typed.kind);
    const target = this.#types
      .ofType(to as StructType)
      .find((known) => known.kind === from.kind && this.#types.hubOf(known) === this.#types.hubOf(from));
    if (target === undefined) {
      throw new SchemeError([`${from.kind} of ${from.apiVersion} does not convert to ${(to as StructType).name}`]);
    }
    return this.#versions.convert(cloneJson(typed) as KubeObject, {
      from,
      to: target,
      context: context ?? target.apiVersion,
    });
  }

  /** A value of one struct as another, by the conversions that were added: ignored, by hand, generated. */
  convertStruct<From, To>(
    value: From,
    { from, to }: { from: Described<From>; to: Described<To> },
    context?: unknown,
  ): To {
    const copy = cloneJson(value as Json) as JsonObject;
    return this.#converter.convert(copy, { from, to }, { root: copy as KubeObject, context }) as To;
  }

  /** The hub's object. */
  toHub(object: KubeObject): KubeObject {
    return this.convertToVersion(object, this.hubVersionOf(object));
  }

  /** The version that all versions of the kind meet in, or its own where they do not. */
  hubVersionOf(named: Named): string {
    return this.#types.hubOf(this.recognize(named))?.apiVersion ?? named.apiVersion;
  }

  /** Reads plain data as the kind that it says it is: drops unknown fields, checks types. Throws a `DecodeError`. */
  fromUnstructured(data: Json): KubeObject {
    const { apiVersion, kind } = versionKindOf(data);
    return this.codecOf({ apiVersion, kind }).decode({ value: data, duplicates: [] }).object;
  }

  /** Plain data in canonical form. An object of a hub that is no version goes to the first of `versions` that it has. */
  toUnstructured(object: KubeObject, versions: TargetVersions = []): JsonObject {
    const shown = isExternalOr(this.recognize(object)) ? object : this.convertToVersion(object, versions);
    return parseJson(Buffer.from(this.encodeText(shown)), { duplicates: false }).value as JsonObject;
  }

  /** Canonical JSON of an object that is in a version. */
  encodeText(object: KubeObject): string {
    const { resourceVersion } = object.metadata;
    const encoded = this.codecOf(object).encode(object);
    return resourceVersion === undefined ? encoded.text : withRevision(encoded, resourceVersion);
  }

  /** How the version's objects become bytes. */
  codecOf(named: Named): VersionCodec {
    const known = this.recognize(named);
    if (!isExternalOr(known)) throw new SchemeError([`${named.kind} of ${named.apiVersion} is never written`]);
    const codec = this.#codecs.get(known) ?? typedCodec(known.type, known);
    this.#codecs.set(known, codec);
    return codec;
  }

  /** Decodes any version, with its defaults, into the hub, and encodes the hub in the version given. */
  codec(encodeAs: TargetVersions): SchemeCodec {
    return this.codecs.codec({ encodeAs });
  }

  /** Whether two objects of one kind say the same: what is left out, zero or written otherwise does not count. */
  semanticallyEqual(a: KubeObject, b: KubeObject): boolean {
    if (a.apiVersion !== b.apiVersion || a.kind !== b.kind) return false;
    return isExternalOr(this.recognize(a))
      ? semanticEqual(this.toUnstructured(a), this.toUnstructured(b))
      : semanticEqual(a, b);
  }

  /**
   * A kind whose types were added one by one, as `apiResource` takes it. Its versions meet in the internal type, or where
   * there is none in the version it is stored in.
   */
  versionedKind(groupKind: GroupKind, storedAs: string): VersionedKind {
    const known = this.#priority.sorted(this.#types.versionsOf(groupKind));
    const storage = known.find(({ version }) => version === storedAs);
    if (storage === undefined) {
      const versions = known.map(({ version }) => version).join(', ') || 'none';
      throw new SchemeError([`${groupKind.kind}: no version ${storedAs} to store it in; there are: ${versions}`]);
    }
    const hub = this.#types.hubOf(storage) ?? storage;
    const versions = known.map((one) => this.#versions.kindVersion(one, hub, (object) => this.default(object)));
    return { ...groupKind, hub, versions, storage: versions[known.indexOf(storage)] as KindVersion };
  }

  #add(known: KnownType): void {
    this.#types.add(known);
    if (known.version !== INTERNAL_VERSION) this.#priority.observe(known);
  }
}

const isExternalOr = (known: KnownType): boolean => isExternal(known) || known.isUnversioned === true;

function faultsOf(work: () => unknown): readonly string[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof SchemeError) return error.faults;
    throw error;
  }
}
