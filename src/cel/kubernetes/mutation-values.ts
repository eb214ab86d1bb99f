import type { TypeProvider } from '../check/declarations.ts';
import { equal } from '../values/equality.ts';
import { arrayOf } from '../values/lists.ts';
import { mapFind, mapKeys } from '../values/maps.ts';
import { formatDuration, formatTimestamp } from '../values/time.ts';
import { type CelType, objectType, types } from '../values/type.ts';
import {
  Bytes,
  CelError,
  Double,
  Duration,
  isList,
  isMap,
  readJson,
  StructValue,
  Timestamp,
  typeOf,
  Uint,
  type Value,
} from '../values/value.ts';

/** What expressions make to change an object. k8s: apiserver/pkg/cel/mutation */

export const patchOperationType = objectType('JSONPatch');
export const configurationType = objectType('Object');

const operationFields: Readonly<Record<string, CelType>> = {
  op: types.string,
  path: types.string,
  from: types.string,
  value: types.dyn,
};

const isConfiguration = (name: string): boolean => name === 'Object' || name.startsWith('Object.');

/** `Object{…}`, `Object.spec{…}` and so on, with any fields, and `JSONPatch{…}`. */
export const mutationTypes: TypeProvider = {
  findObjectType: (name) => (name === 'JSONPatch' || isConfiguration(name) ? objectType(name) : undefined),
  findField(typeName, field) {
    if (typeName !== 'JSONPatch') return types.dyn;
    return Object.hasOwn(operationFields, field) ? operationFields[field] : undefined;
  },
  newObject(typeName, fields) {
    if (typeName === 'JSONPatch') return makeOperation(fields);
    return isConfiguration(typeName) ? new Configuration(objectType(typeName), fields) : undefined;
  },
};

/** A part of an object that shall be applied, or the whole of it. */
export class Configuration extends StructValue {
  readonly #type: CelType;
  readonly fields: ReadonlyMap<string, Value>;

  constructor(type: CelType, fields: ReadonlyMap<string, Value>) {
    super();
    this.#type = type;
    this.fields = fields;
  }
  get type(): CelType {
    return this.#type;
  }
  find(): Value {
    return new CelError('no such overload');
  }
  isSet(): CelError {
    return new CelError('no such overload');
  }
  equals(other: Value): Value {
    if (!(other instanceof Configuration) || other.type.name !== this.type.name) return false;
    if (other.fields.size !== this.fields.size) return false;
    for (const [name, value] of this.fields) {
      const theirs = other.fields.get(name);
      if (theirs === undefined || equal(value, theirs) !== true) return false;
    }
    return true;
  }
}

/** One operation of a JSON patch. */
export class PatchOperation extends StructValue {
  readonly fields: ReadonlyMap<string, Value>;

  constructor(fields: ReadonlyMap<string, Value>) {
    super();
    this.fields = fields;
  }
  get type(): CelType {
    return patchOperationType;
  }
  /** Empty if it was not set. */
  text(name: 'op' | 'path' | 'from'): string {
    const text = this.fields.get(name);
    return typeof text === 'string' ? text : '';
  }
  find(field: string): Value | undefined {
    if (field === 'value') return this.fields.get(field) ?? null;
    if (field === 'op' || field === 'path' || field === 'from') return this.text(field);
    return new CelError(`unsupported indexer: ${field}`);
  }
  isSet(field: string): boolean | CelError {
    if (field === 'value') return this.fields.has(field);
    if (field === 'op' || field === 'path' || field === 'from') return this.text(field) !== '';
    return new CelError(`unsupported field: ${field}`);
  }
  equals(other: Value): Value {
    if (!(other instanceof PatchOperation)) return false;
    const sameText = (['op', 'path', 'from'] as const).every((name) => this.text(name) === other.text(name));
    const [mine, theirs] = [this.fields.get('value'), other.fields.get('value')];
    if (!sameText || (mine === undefined) !== (theirs === undefined)) return false;
    return mine === undefined || theirs === undefined ? true : equal(mine, theirs);
  }
}

function makeOperation(fields: ReadonlyMap<string, Value>): Value {
  for (const [name, value] of fields) {
    if (!Object.hasOwn(operationFields, name)) return new CelError(`unexpected JSONPatchType field: ${name}`);
    if (name !== 'value' && typeof value !== 'string') {
      return new CelError(`unexpected type ${typeOf(value).name} for JSONPatchType '${name}' field`);
    }
  }
  return new PatchOperation(fields);
}

/** Parts of a configuration that are not named as the way to them: `Object.spec{a: Object.spec.b{}}`. */
export function misnamedParts(value: Value, path: string): readonly string[] {
  if (value instanceof Configuration) {
    const { name } = value.type;
    const own = `unexpected type name "${name}", expected "${path}", which matches field name path from root Object type`;
    const below = [...value.fields].flatMap(([field, part]) => misnamedParts(part, `${path}.${field}`));
    return name === path ? below : [own, ...below];
  }
  if (isList(value)) return arrayOf(value).flatMap((part) => misnamedParts(readJson(part), path));
  if (isMap(value)) return mapKeys(value).flatMap((key) => misnamedParts(mapFind(value, key) as Value, path));
  return [];
}

/** A value that has no form in JSON. */
export class NoJson extends Error {
  override name = 'NoJson';
}

/** The JSON of a value. Integers become texts unless the caller says otherwise. Throws `NoJson`. */
export function jsonOfValue(value: Value, integer: (value: bigint) => unknown = String): unknown {
  if (typeof value === 'bigint') return integer(value);
  if (value === null || typeof value !== 'object') return value;
  if (value instanceof Double) return value.value;
  if (value instanceof Uint) return value.value <= 9007199254740991n ? Number(value.value) : String(value.value);
  if (value instanceof Bytes) return Buffer.from(value.value).toString('base64');
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  if (value instanceof Configuration) {
    return Object.fromEntries([...value.fields].map(([name, part]) => [name, jsonOfValue(part, integer)]));
  }
  if (isList(value)) return arrayOf(value).map((element) => jsonOfValue(readJson(element), integer));
  if (!isMap(value)) throw new NoJson(`unsupported type conversion to structpb.Value: ${typeOf(value).name}`);
  return Object.fromEntries(
    mapKeys(value).map((key) => {
      if (typeof key !== 'string')
        throw new NoJson(`map key ${String(key)} is of type ${typeOf(key).name}, not string`);
      return [key, jsonOfValue(mapFind(value, key) as Value, integer)];
    }),
  );
}
