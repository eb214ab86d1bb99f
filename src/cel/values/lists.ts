import { equal } from './equality.ts';
import { goText } from './text.ts';
import { CelError, Double, isList, ListValue, readJson, typeOf, Uint, type Value } from './value.ts';

export type List = readonly unknown[] | ListValue;

export function listSize(list: List): number {
  return list instanceof ListValue ? list.size : list.length;
}

/** `index` is within the size. */
export function listAt(list: List, index: number): Value {
  return list instanceof ListValue ? list.at(index) : readJson(list[index]);
}

/** To go through with `readJson`. */
export function arrayOf(list: List): readonly unknown[] {
  return list instanceof ListValue ? list.toArray() : list;
}

/** Two lists one after the other, not copied until the elements are read. */
class JoinedList extends ListValue {
  readonly size: number;
  #parts: readonly [List, List] | undefined;
  #array: readonly unknown[] = [];

  constructor(left: List, right: List) {
    super();
    this.size = listSize(left) + listSize(right);
    this.#parts = [left, right];
  }
  at(index: number): Value {
    return readJson(this.toArray()[index]);
  }
  override toArray(): readonly unknown[] {
    if (this.#parts !== undefined) {
      const [left, right] = this.#parts;
      this.#array = [...arrayOf(left), ...arrayOf(right)];
      this.#parts = undefined;
    }
    return this.#array;
  }
}

/** The accumulator of a loop: it grows in place, since nothing else refers to it. */
export class GrowingList extends ListValue {
  readonly #elements: unknown[] = [];

  get size(): number {
    return this.#elements.length;
  }
  at(index: number): Value {
    return readJson(this.#elements[index]);
  }
  override toArray(): readonly unknown[] {
    return this.#elements;
  }
  push(element: Value): void {
    this.#elements.push(element);
  }
  override add(other: Value): Value {
    if (!isList(other)) return new CelError('no such overload');
    for (const element of arrayOf(other)) this.#elements.push(element);
    return this;
  }
}

export function addLists(a: List, b: List): Value {
  if (a instanceof ListValue && a.add !== undefined) return a.add(b);
  if (listSize(a) === 0) return b;
  if (listSize(b) === 0) return a;
  return new JoinedList(a, b);
}

/** `element in list`. */
export function listContains(list: List, element: Value): Value {
  if (list instanceof ListValue && list.contains !== undefined) return list.contains(element);
  for (const other of arrayOf(list)) if (equal(element, readJson(other)) === true) return true;
  return false;
}

/** The position that a value means in a list: any number that is whole. A failure if it means none. */
export function indexOf(index: Value): number | CelError {
  if (typeof index === 'number') return index;
  // Larger than any list.
  if (typeof index === 'bigint') return Number(index);
  if (index instanceof Double) {
    const { value } = index;
    if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) return value;
    return new CelError(`unsupported index value ${goText(index)} in list`);
  }
  if (index instanceof Uint) {
    if (index.value < 2n ** 63n) return Number(index.value);
    return new CelError(`unsupported index value ${goText(index)} in list`);
  }
  return new CelError(`unsupported index type '${typeOf(index)}' in list`);
}
