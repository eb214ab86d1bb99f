import { isJsonObject, type Json, type JsonObject, type KubeObject, setOwn } from '#meta';
import type { Described, StructType, TypeDescription } from '#schema';
import type { Complete, Conversion, ConversionRules, Forgotten } from './conversion-types.ts';
import { correspondenceFaults, fieldsByName } from './correspondence.ts';

/**
 * The conversion of one struct into another. Fields with the same name and type are carried over by themselves; the
 * rules say the rest, and a field that they forget is a type error, and a fault of the scheme for those who write no
 * TypeScript.
 *
 *     structConversion(v1.type('FrobberSpec'), hub.type('FrobberSpec'), {
 *       set: { params: ({ param }) => (param === undefined ? [] : [param]) },
 *       reads: ['param'],
 *     });
 */
export function structConversion<From, To, const Rules extends ConversionRules<From, To>>(
  from: Described<From>,
  to: Described<To>,
  rules: Rules & Forgotten<From, To, Rules>,
): Conversion<From, To> {
  return makeConversion(from, to, rules as AnyRules) as Conversion<From, To>;
}

/** A struct by hand: every field is mentioned, and those that are `undefined` are not there. */
export function complete<T>(fields: Complete<T>): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** Where the two are alike there is nothing to say. */
export function generatedConversion(from: StructType, to: StructType): AnyConversion {
  return makeConversion(from, to, {});
}

export type AnyConversion = Conversion<JsonObject, JsonObject>;
type AnySetter = ((value: JsonObject, root: KubeObject) => Json | undefined) | string | AnyConversion;
interface AnyRules {
  readonly set?: { readonly [name: string]: AnySetter | undefined };
  readonly reads?: readonly string[];
  readonly lost?: readonly string[];
  readonly unset?: readonly string[];
}

function makeConversion(from: StructType, to: StructType, rules: AnyRules): AnyConversion {
  let copy: StructCopy | undefined;
  return {
    from,
    to,
    convert(value, root) {
      copy ??= compile(from, to, rules);
      return copy(value, root);
    },
    faults: () => faultsOf(from, to, rules),
    get lost() {
      return [...(rules.lost ?? []), ...setters(rules).flatMap(([name, setter]) => lostWithin(name, setter, from))];
    },
  };
}

const setters = ({ set = {} }: AnyRules): readonly (readonly [string, AnySetter])[] =>
  Object.entries(set).filter((entry): entry is [string, AnySetter] => entry[1] !== undefined);

function lostWithin(name: string, setter: AnySetter, from: StructType): readonly string[] {
  if (typeof setter !== 'object') return [];
  const steps = { list: '[]', map: '{}' } as const;
  const { shape } = fieldsByName(from).get(name)?.type ?? { shape: 'struct' };
  const step = shape === 'list' || shape === 'map' ? steps[shape] : '';
  return setter.lost.map((path) => `${name}${step}.${path}`);
}

function faultsOf(from: StructType, to: StructType, rules: AnyRules): readonly string[] {
  const { set = {}, reads = [], lost = [], unset = [] } = rules;
  const renamed = setters(rules).flatMap(([, setter]) => (typeof setter === 'string' ? [setter] : []));
  const written = Object.keys(set);
  const covered = { from: new Set([...written, ...renamed, ...reads, ...lost]), to: new Set([...written, ...unset]) };
  const nested = setters(rules).flatMap(([name, setter]) =>
    typeof setter === 'object' ? setter.faults().map((fault) => `${name}.${fault}`) : [],
  );
  return [
    ...unknownNames([...renamed, ...reads, ...lost], from),
    ...unknownNames([...written, ...unset], to),
    ...correspondenceFaults(from, to, covered),
    ...nested,
  ];
}

function unknownNames(names: readonly string[], struct: StructType): readonly string[] {
  const fields = fieldsByName(struct);
  const isKnown = (name: string): boolean => fields.has(name) || (struct.kind !== undefined && typeNames.has(name));
  return names.filter((name) => !isKnown(name)).map((name) => `${name}: ${struct.goName} has no such field`);
}
const typeNames: ReadonlySet<string> = new Set(['apiVersion', 'kind']);

type StructCopy = (value: JsonObject, root: KubeObject) => JsonObject;
type FieldCopy = (value: JsonObject, root: KubeObject) => Json | undefined;

/** A copy of the struct itself; what its fields hold is shared where it does not differ. */
function compile(from: StructType, to: StructType, rules: AnyRules): StructCopy {
  const byHand = new Map(setters(rules));
  const unset = new Set(rules.unset);
  const sources = fieldsByName(from);
  const names = [...(to.kind === undefined ? [] : typeNames), ...fieldsByName(to).keys()];
  const steps = names
    .filter((name) => byHand.has(name) || (!unset.has(name) && (sources.has(name) || typeNames.has(name))))
    .map((name): [string, FieldCopy] => [name, fieldCopy(name, byHand.get(name) ?? name, sources.get(name)?.type)]);
  return (value, root) => {
    const copy: JsonObject = {};
    for (const [name, step] of steps) {
      const field = step(value, root);
      if (field !== undefined) copy[name] = field;
    }
    return copy;
  };
}

function fieldCopy(name: string, setter: AnySetter, source: TypeDescription | undefined): FieldCopy {
  if (typeof setter === 'function') return setter;
  if (typeof setter === 'string') return (value) => value[setter];
  const convert = eachStruct(source ?? setter.from, setter);
  return (value, root) => convert(value[name], root);
}

type ValueCopy = (value: Json | undefined, root: KubeObject) => Json | undefined;

/** A conversion of structs for what holds structs. */
function eachStruct(type: TypeDescription, conversion: AnyConversion): ValueCopy {
  if (type.shape === 'list') {
    const items = eachStruct(type.items, conversion);
    return (value, root) => (Array.isArray(value) ? value.map((item) => items(item, root) ?? null) : value);
  }
  if (type.shape === 'map') {
    const values = eachStruct(type.values, conversion);
    return (value, root) => (isJsonObject(value) ? eachValue(value, (inner) => values(inner, root)) : value);
  }
  return (value, root) => (isJsonObject(value) ? conversion.convert(value, root) : value);
}

function eachValue(map: JsonObject, convert: (value: Json | undefined) => Json | undefined): JsonObject {
  const copy: JsonObject = {};
  for (const key of Object.keys(map)) setOwn(copy, key, convert(map[key]));
  return copy;
}
