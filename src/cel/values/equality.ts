import { compareNumbers, isNumber } from './comparison.ts';
import { arrayOf, type List, listSize } from './lists.ts';
import { type MapLike, mapFind, mapKeys, mapSize } from './maps.ts';
import { CelType, CelValue } from './type.ts';
import {
  Bytes,
  CelError,
  Duration,
  isList,
  isMap,
  ListValue,
  MapValue,
  OpaqueValue,
  Optional,
  readJson,
  StructValue,
  Timestamp,
  type Value,
} from './value.ts';

/** `a == b`: a boolean, or a failure for values that cannot be compared. */
export function equal(a: Value, b: Value): Value {
  if (a === null || b === null) return a === b;
  return ownEqual(a, b);
}

/** Equality as the first operand defines it. Differs from `equal` where the second is null. */
export function ownEqual(a: Value, b: Value): Value {
  if (typeof a === 'string' || typeof a === 'boolean' || a === null) return a === b;
  if (isNumber(a)) return isNumber(b) && compareNumbers(a, b) === 0;
  if (a instanceof CelValue) return equalObjects(a, b);
  if (isList(a)) return isList(b) && equalLists(a, b);
  return isMap(a) && isMap(b) && equalMaps(a, b);
}

function equalObjects(a: CelValue, b: Value): Value {
  if (a instanceof OpaqueValue || a instanceof StructValue) return a.equals(b);
  if (a instanceof ListValue) return a.equals?.(b) ?? (isList(b) && equalLists(a, b));
  if (a instanceof MapValue) return a.equals?.(b) ?? (isMap(b) && equalMaps(a, b));
  if (a instanceof CelError) return a;
  if (a instanceof Bytes) return b instanceof Bytes && Buffer.compare(a.value, b.value) === 0;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof Timestamp) return b instanceof Timestamp && a.seconds === b.seconds && a.nanos === b.nanos;
  if (a instanceof CelType) return b instanceof CelType && a.name === b.name;
  return a instanceof Optional && b instanceof Optional && equalOptionals(a, b);
}

function equalOptionals(a: Optional, b: Optional): Value {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return ownEqual(a.value, b.value);
}

/** Elements that cannot be compared do not make lists differ. */
function equalLists(a: List, b: List): boolean {
  if (listSize(a) !== listSize(b)) return false;
  const [left, right] = [arrayOf(a), arrayOf(b)];
  for (let i = 0; i < left.length; i++) if (equal(readJson(left[i]), readJson(right[i])) === false) return false;
  return true;
}

function equalMaps(a: MapLike, b: MapLike): boolean {
  if (mapSize(a) !== mapSize(b)) return false;
  for (const key of mapKeys(a)) {
    const other = mapFind(b, key);
    if (other === undefined || equal(mapFind(a, key) as Value, other) === false) return false;
  }
  return true;
}
