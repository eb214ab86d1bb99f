import { arrayOf } from '../values/lists.ts';
import { Bytes, CelError, Double, isList, normalInt, readJson, Uint, type Value } from '../values/value.ts';

/**
 * `x in [constants]` as a look into a table: possible where all are booleans, numbers and texts. `never` if the list is
 * empty; undefined if it cannot be done.
 */
export function setMembership(list: Value): ((element: Value) => Value) | 'never' | undefined {
  if (!isList(list)) return undefined;
  const elements = arrayOf(list).map(readJson);
  if (elements.length === 0) return 'never';
  const table = new Set<TableKey>();
  for (const element of elements) {
    const key = tableKey(element);
    if (key === undefined) return undefined;
    table.add(key);
    for (const same of sameNumbers(element)) table.add(same);
  }
  return (element) => {
    if (element instanceof Bytes) return unhashable();
    const key = tableKey(element);
    return key !== undefined && table.has(key);
  };
}

type TableKey = string | number | bigint | boolean;

function tableKey(value: Value): TableKey | undefined {
  if (typeof value === 'string') return `s${value}`;
  if (typeof value !== 'object') return value;
  if (value instanceof Double) return `d${value.value}`;
  return value instanceof Uint ? `u${value.value}` : undefined;
}

/** The same number in the other types that can hold it. */
function* sameNumbers(value: Value): Iterable<TableKey> {
  if (value instanceof Double) {
    if (!Number.isInteger(value.value)) return;
    const whole = BigInt(value.value);
    if (value.value > -(2 ** 63) && value.value < 2 ** 63) yield normalInt(whole);
    if (value.value >= 0 && value.value < 2 ** 64) yield `u${whole}`;
  } else if (value instanceof Uint) {
    yield `d${Number(value.value)}`;
    if (value.value < 2n ** 63n) yield normalInt(value.value);
  } else if (typeof value === 'number' || typeof value === 'bigint') {
    yield `d${Number(value)}`;
    if (value >= 0) yield `u${value}`;
  }
}

/** The error of cel-go, whose table cannot look up bytes. */
function unhashable(): CelError {
  return new CelError('internal error: runtime error: hash of unhashable type types.Bytes');
}
