import type { JsonObject } from '#meta';
import { parseField } from './parse-field.ts';
import { splitFlags, structRules } from './rule-flags.ts';
import { type StructLines, splitDescription, splitTypes, type WrittenTypes } from './split-types.ts';
import type {
  ChoiceType,
  Described,
  FieldDescription,
  StructType,
  TypeDescription,
  UnionDescription,
} from './type-description.ts';

/**
 * Types written as text. A struct starts at the margin, its fields are indented, descriptions stand behind ` | ` and
 * may go on in lines that begin with `|`:
 *
 *     ServiceSpec | What a service looks like.
 *       1 ports [ServicePort] list=map(port,protocol) merge=port | Where it listens.
 *       2 selector {string} map=atomic
 *       4 type string go=ServiceType
 *       9 internalTrafficPolicy string? | `?` is a Go pointer: there or not, whatever its value.
 *
 * A field line is `NUMBER NAME TYPE FLAGS`. TYPE is a scalar, `Struct`, `lib.Struct`, `[T]` or `{T}` (a map with
 * string keys). FLAGS are explained in `parse-field.ts`.
 *
 * A header line is `NAME FLAGS`. Types that carry `kind` and `apiVersion` are those with an ObjectMeta or ListMeta
 * called `metadata`, except `…TemplateSpec`; the flag `kind` or `part` says otherwise. `map=atomic` makes the struct
 * one value for apply; `union=type(exempt:Exempt,limited:Limited)` describes a choice. With `choice` the fields are the
 * forms that a value can have, and the value stands for itself in JSON (`ChoiceType`).
 *
 * Rules are declared by flags too (`rule-flags.ts`): `minimum=0 maxLength=63 format=k8s-short-name immutable` behind a
 * field, `oneof=basic,gang` behind the name of a struct, `rule={"rule":"self.min <= self.max"}` behind either.
 *
 * `Protocol = SCTP, TCP, UDP` at the margin lists the values of a named string; fields with `go=Protocol` have them. The
 * empty string is written `""`. Without any value the list of a library that this one is `like` does not hold.
 */
export interface TypeLibrary<Types = UnknownTypes> {
  readonly source: TypeSource;
  type<Name extends keyof Types & string>(name: Name): Described<Types[Name]>;
  /** Of its structs. */
  names(): readonly string[];
  /** The values of a named string, where they are listed; none where that was taken back. */
  values(name: string): readonly string[] | undefined;
  /** Its types as they are written, for a library that is `like` it. */
  written(): WrittenTypes;
}

/** The types of a library that no static types were generated for. */
interface UnknownTypes {
  [name: string]: JsonObject;
}

export interface TypeSource {
  /** `io.k8s.api.apps.v1`: its last part is the version. */
  readonly package: string;
  /** `v1`: what stands before a type's name in decoding errors. */
  readonly goPackage: string;
  /** The API group; without it, it is told from the package by the usual rule. */
  readonly group?: string;
  readonly uses?: { readonly [prefix: string]: TypeLibrary };
  /** Another version of the same types: what the text does not describe is written as it is there. */
  readonly like?: TypeLibrary;
}

/**
 * Nothing is parsed before the first question, so a hundred groups cost nothing at start. `Types` are the static types
 * that were generated from the same text, by name.
 */
export function describeTypes<Types = UnknownTypes>(given: TypeSource, text: string): TypeLibrary<Types> {
  const source = { ...given, uses: { ...given.like?.source.uses, ...given.uses } };
  const written = once(() => joined(source.like?.written(), splitTypes(text)));
  const structs = new Map<string, LazyStruct>();
  const library: TypeLibrary = {
    source,
    written,
    type(name: string) {
      const struct = structs.get(name) ?? new LazyStruct({ ...work, name });
      structs.set(name, struct);
      return struct;
    },
    names: () => [...written().structs.keys()],
    values: (name) => written().values.get(name),
  };
  const work = { source, ...namesOf(library), linesOf: (name: string) => linesOf(library, name) };
  return library as TypeLibrary<Types>;
}

function linesOf({ source, written }: TypeLibrary, name: string): StructLines {
  const found = written().structs.get(name);
  if (found === undefined) throw new Error(`${source.package} has no type ${name}`);
  return found;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function joined(before: WrittenTypes | undefined, own: WrittenTypes): WrittenTypes {
  return {
    structs: new Map([...(before?.structs ?? []), ...own.structs]),
    values: new Map([...(before?.values ?? []), ...own.values]),
  };
}

/** What a name in the text of a library means. */
interface Names {
  resolve(name: string): StructType;
  /** Of a Go type, with or without its package: those of the library itself hold before those of the ones it uses. */
  valuesOf(goType: string): readonly string[] | undefined;
}

function namesOf(library: TypeLibrary): Names {
  const { source } = library;
  return {
    resolve(name) {
      const dot = name.indexOf('.');
      if (dot < 0) return library.type(name);
      const used = source.uses?.[name.slice(0, dot)];
      if (used === undefined) throw new Error(`${source.package}: no library for the type ${name}`);
      return used.type(name.slice(dot + 1));
    },
    valuesOf(goType) {
      const name = goType.slice(goType.indexOf('.') + 1);
      for (const one of [library, ...Object.values(source.uses ?? {})]) {
        const values = one.values(name);
        if (values !== undefined) return values;
      }
      return undefined;
    },
  };
}

interface StructWork extends Names {
  readonly source: TypeSource;
  readonly name: string;
  linesOf(name: string): StructLines;
}

/** What the first line of a struct says. */
interface Head extends Pick<StructType, 'description' | 'kind' | 'mapType' | 'rules' | 'union'> {
  readonly isChoice: boolean;
}

/**
 * Nothing of it is read before it is asked for: the types of versions that nobody uses cost a name. That is also what
 * lets a type contain itself.
 */
class LazyStruct implements StructType {
  readonly shape = 'struct';
  readonly name: string;
  readonly goName: string;
  readonly #work: StructWork;
  readonly #head: () => Head;
  readonly #fields: () => readonly FieldDescription[];
  readonly #byName: () => ReadonlyMap<string, FieldDescription>;
  readonly #choice: () => ChoiceType | undefined;

  constructor(work: StructWork) {
    const { source, name } = work;
    this.name = `${source.package}.${name}`;
    this.goName = `${source.goPackage}.${name}`;
    this.#work = work;
    this.#head = once(() => headOf(work));
    this.#fields = once(() => work.linesOf(name).fields.map((line) => this.#parseField(line)));
    this.#byName = once(() => new Map(this.fields.map((field) => [field.name, field])));
    this.#choice = once(() => (this.#head().isChoice ? { shape: 'choice', forms: this } : undefined));
  }
  get description(): string {
    return this.#head().description;
  }
  get kind(): StructType['kind'] {
    return this.#head().kind;
  }
  get mapType(): StructType['mapType'] {
    return this.#head().mapType;
  }
  get union(): StructType['union'] {
    return this.#head().union;
  }
  get rules(): StructType['rules'] {
    return this.#head().rules;
  }
  get publishesRules(): boolean {
    // Kubernetes shows those of its own kinds nowhere.
    return !this.name.startsWith('io.k8s.');
  }
  /** The same, as a choice; only for those that are one. */
  get choice(): ChoiceType | undefined {
    return this.#choice();
  }
  get fields(): readonly FieldDescription[] {
    return this.#fields();
  }
  get byName(): ReadonlyMap<string, FieldDescription> {
    return this.#byName();
  }
  #parseField(line: string): FieldDescription {
    const [head, description] = splitDescription(line);
    const { source, valuesOf } = this.#work;
    return parseField(head, { description, goPackage: source.goPackage, resolve: this.#resolve, valuesOf });
  }
  readonly #resolve = (name: string): TypeDescription => {
    const struct = this.#work.resolve(name);
    return (struct instanceof LazyStruct ? struct.choice : undefined) ?? struct;
  };
}

function headOf({ source, name, linesOf }: StructWork): Head {
  const { header, fields } = linesOf(name);
  const [head, description] = splitDescription(header);
  const flags = splitFlags(head).slice(1);
  const unknown = flags.find((flag) => !headFlags.has(flag) && !/^(union|oneof|atmostone|rule)=/.test(flag));
  if (unknown !== undefined) throw new Error(`${source.package}.${name}: unknown flag ${unknown}`);
  const union = flags.find((flag) => flag.startsWith('union='));
  return {
    description,
    isChoice: flags.includes('choice'),
    kind: isKind({ name, flags, fields }) ? { ...groupVersionOf(source), kind: name } : undefined,
    mapType: flags.includes('map=atomic') ? 'atomic' : undefined,
    union: union === undefined ? undefined : parseUnion(union.slice('union='.length)),
    rules: structRules(flags),
  };
}
const headFlags: ReadonlySet<string> = new Set(['kind', 'part', 'choice', 'map=atomic']);

function isKind(struct: { name: string; flags: readonly string[]; fields: readonly string[] }): boolean {
  if (struct.flags.includes('kind')) return true;
  if (struct.flags.includes('part') || struct.name.endsWith('TemplateSpec')) return false;
  return struct.fields.some((line) => /^\d+\s+metadata\s+(\w+\.)?(ObjectMeta|ListMeta)\b/.test(line));
}

function groupVersionOf(source: TypeSource): { readonly group: string; readonly version: string } {
  const parts = source.package.split('.');
  return { group: source.group ?? usualGroup(parts.at(-2) ?? ''), version: parts.at(-1) ?? '' };
}

const groupsByPackage: ReadonlyMap<string, string> = new Map([
  ['core', ''],
  ['meta', ''],
  ['apps', 'apps'],
  ['autoscaling', 'autoscaling'],
  ['batch', 'batch'],
  ['policy', 'policy'],
  ['rbac', 'rbac.authorization.k8s.io'],
  ['flowcontrol', 'flowcontrol.apiserver.k8s.io'],
  ['apiserverinternal', 'internal.apiserver.k8s.io'],
]);
function usualGroup(part: string): string {
  return groupsByPackage.get(part) ?? `${part}.k8s.io`;
}

/** `type(exempt:Exempt,limited:Limited)` */
function parseUnion(text: string): UnionDescription {
  const match = /^(\w*)\(([^)]*)\)$/.exec(text);
  if (match === null) throw new Error(`not a union: ${text}`);
  const [, discriminator = '', pairs = ''] = match;
  const members = new Map(
    pairs.split(',').map((pair) => {
      const [field = '', says = ''] = pair.split(':');
      return [field, says] as const;
    }),
  );
  return discriminator === '' ? { members } : { discriminator, members };
}
