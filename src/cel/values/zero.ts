import { GrowingList } from './lists.ts';
import { KeyedMap } from './maps.ts';
import { Bytes, CelValue, Double, Duration, Timestamp, Uint, type Value } from './value.ts';

/** Whether it is the zero value of its type: zero, empty, null, the first of January of year one. */
export function isZero(value: Value): boolean {
  if (value === null || value === false || value === 0 || value === '') return true;
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.length === 0;
  if (!(value instanceof CelValue)) return Object.values(value).every((member) => member === undefined);
  return isZeroObject(value);
}

/** Lists and maps with a schema have no zero value. */
function isZeroObject(value: CelValue): boolean {
  if (value instanceof Double) return value.value === 0;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Duration) return value.nanos === 0n;
  if (value instanceof Bytes) return value.value.length === 0;
  if (value instanceof Timestamp) return value.seconds === -62_135_596_800 && value.nanos === 0;
  return (value instanceof KeyedMap || value instanceof GrowingList) && value.size === 0;
}
