import {
  getConformanceSuite,
  type IncrementalTest,
  type IncrementalTestSuite,
} from '@bufbuild/cel-spec/testdata/tests.js';
import { KeyedMap } from '../values/maps.ts';
import {
  CelType,
  listType,
  mapType,
  objectType,
  opaqueType,
  typeOfType,
  typeParameter,
  types,
} from '../values/type.ts';
import { Bytes, Double, Uint, type Value } from '../values/value.ts';

type SpecTest = IncrementalTest['original'];
export type SpecValue = Extract<SpecTest['resultMatcher'], { case: 'value' }>['value'];
export type SpecType = NonNullable<Extract<SpecTest['resultMatcher'], { case: 'typedResult' }>['value']['deducedType']>;

/** One case of the language's specification. */
export interface SpecCase {
  /** `suite/section/name`. */
  readonly name: string;
  readonly test: SpecTest;
}

export function specCases(): readonly SpecCase[] {
  const cases: SpecCase[] = [];
  const visit = ({ suites, tests }: IncrementalTestSuite, path: string): void => {
    for (const test of tests) cases.push({ name: `${path}${test.name}`, test: test.original });
    for (const suite of suites) visit(suite, `${path}${suite.name}/`);
  };
  visit(getConformanceSuite(), '');
  return cases;
}

/** Thrown for protobuf messages, which this library has no values for. */
export class NotHere extends Error {}

export function readValue(value: SpecValue): Value {
  const { kind } = value;
  switch (kind.case) {
    case 'nullValue':
      return null;
    case 'boolValue':
    case 'stringValue':
      return kind.value;
    case 'int64Value':
      return Number.isSafeInteger(Number(kind.value)) ? Number(kind.value) : kind.value;
    case 'uint64Value':
      return new Uint(kind.value);
    case 'doubleValue':
      return new Double(kind.value);
    case 'bytesValue':
      return new Bytes(kind.value);
    case 'listValue':
      return kind.value.values.map(readValue);
    case 'mapValue':
      return readMap(kind.value.entries);
    case 'typeValue':
      return typeNamed(kind.value);
    default:
      throw new NotHere(kind.case ?? 'nothing');
  }
}

function readMap(entries: readonly { key?: SpecValue | undefined; value?: SpecValue | undefined }[]): Value {
  const map = new KeyedMap();
  for (const { key, value } of entries) map.set(readValue(key as SpecValue), readValue(value as SpecValue));
  return map;
}

const namedTypes: readonly CelType[] = [...Object.values(types)];

function typeNamed(name: string): CelType {
  return namedTypes.find((type) => type.name === name) ?? objectType(name);
}

const primitives: readonly CelType[] = [
  types.dyn,
  types.bool,
  types.int,
  types.uint,
  types.double,
  types.string,
  types.bytes,
];
const wellKnown: readonly CelType[] = [types.dyn, types.any, types.timestamp, types.duration];

export function readType(type: SpecType): CelType {
  const { typeKind: kind } = type;
  switch (kind.case) {
    case 'dyn':
      return types.dyn;
    case 'null':
      return types.null;
    case 'primitive':
      return primitives[kind.value] as CelType;
    case 'wellKnown':
      return wellKnown[kind.value] as CelType;
    case 'listType':
      return listType(readType(kind.value.elemType as SpecType));
    case 'mapType':
      return mapType(readType(kind.value.keyType as SpecType), readType(kind.value.valueType as SpecType));
    case 'typeParam':
      return typeParameter(kind.value);
    case 'type':
      return typeOfType(readType(kind.value as SpecType));
    case 'abstractType':
      return opaqueType(kind.value.name, ...kind.value.parameterTypes.map(readType));
    case 'messageType':
      return objectType(kind.value);
    case 'wrapper':
      return new CelType(primitives[kind.value]?.kind ?? 'dyn', primitives[kind.value]?.name ?? '', { nullable: true });
    default:
      throw new NotHere(kind.case ?? 'nothing');
  }
}
