import { goText } from './text.ts';
import { CelError, Double, type JsonMap, MapValue, normalInt, readJson, Uint, type Value } from './value.ts';

export type MapLike = JsonMap | MapValue;

export function mapSize(map: MapLike): number {
  if (map instanceof MapValue) return map.size;
  let size = 0;
  for (const key of Object.keys(map)) if (map[key] !== undefined) size++;
  return size;
}

export function mapKeys(map: MapLike): readonly Value[] {
  if (map instanceof MapValue) return map.keys();
  return Object.keys(map).filter((key) => map[key] !== undefined);
}

/** The value at a key; undefined if there is none, a failure if the key can be none of this map's. */
export function mapFind(map: MapLike, key: Value): Value | undefined {
  if (map instanceof MapValue) return map.find(key);
  if (typeof key !== 'string' || !Object.hasOwn(map, key)) return undefined;
  const value = map[key];
  return value === undefined ? undefined : readJson(value);
}

type OtherKey = number | bigint | boolean | string | object | null;

/** A map that an expression makes. Keys of different types are different, but a number finds its equals. */
export class KeyedMap extends MapValue {
  readonly #byText = new Map<string, Value>();
  readonly #byOther = new Map<OtherKey, readonly [key: Value, value: Value]>();

  get size(): number {
    return this.#byText.size + this.#byOther.size;
  }
  keys(): readonly Value[] {
    return [...this.#byText.keys(), ...[...this.#byOther.values()].map(([key]) => key)];
  }
  set(key: Value, value: Value): void {
    if (typeof key === 'string') this.#byText.set(key, value);
    else this.#byOther.set(otherKey(key), [key, value]);
  }
  delete(key: Value): void {
    if (typeof key === 'string') this.#byText.delete(key);
    else this.#byOther.delete(otherKey(key));
  }
  find(key: Value): Value | undefined {
    if (typeof key === 'string') return this.#byText.get(key);
    if (this.#byOther.size === 0) return undefined;
    for (const same of sameNumbers(key)) {
      const entry = this.#byOther.get(same);
      if (entry !== undefined) return entry[1];
    }
    return undefined;
  }
  /** Adds an entry in place: only the loop that collects refers to the map. */
  insert(key: Value, value: Value): Value {
    if (this.find(key) !== undefined) return keyExists(key);
    this.set(key, value);
    return this;
  }
  copy(): KeyedMap {
    const copy = new KeyedMap();
    for (const key of this.keys()) copy.set(key, this.find(key) as Value);
    return copy;
  }
}

/** The accumulator of a loop. */
export class GrowingMap extends KeyedMap {}

/** The map with one more entry. */
export function insertEntry(map: MapLike, key: Value, value: Value): Value {
  if (map instanceof GrowingMap) return map.insert(key, value);
  if (mapFind(map, key) !== undefined) return keyExists(key);
  const copy = new KeyedMap();
  copy.set(key, value);
  for (const other of mapKeys(map)) copy.set(other, mapFind(map, other) as Value);
  return copy;
}

function keyExists(key: Value): CelError {
  return new CelError(`insert failed: key ${goText(key)} already exists`);
}

function otherKey(key: Value): OtherKey {
  if (key instanceof Uint) return `u${key.value}`;
  if (key instanceof Double) return `d${key.value}`;
  return key as OtherKey;
}

/** The key itself, then the integers that equal it. */
function* sameNumbers(key: Value): Iterable<OtherKey> {
  yield otherKey(key);
  if (key instanceof Double) {
    const { value } = key;
    if (!Number.isInteger(value)) return;
    const whole = BigInt(value);
    if (value > -(2 ** 63) && value < 2 ** 63) yield normalInt(whole);
    if (value >= 0 && value < 2 ** 64) yield `u${whole}`;
  } else if (key instanceof Uint) {
    if (key.value < 2n ** 63n) yield normalInt(key.value);
  } else if ((typeof key === 'number' || typeof key === 'bigint') && key >= 0) yield `u${key}`;
}
