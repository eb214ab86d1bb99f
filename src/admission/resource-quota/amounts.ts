import { amountOf, compareAmounts, type ResourceList } from '#apis';
import { parseQuantity, setOwn } from '#meta';

/** Arithmetic with amounts by resource. */

export function only(list: ResourceList, wanted: (name: string, amount: string) => boolean): ResourceList {
  return Object.fromEntries(Object.entries(list).filter(([name, amount]) => wanted(name, amount)));
}

/** What is of `a` after `b` was taken away; nothing falls below zero. */
export function subtractAmounts(a: ResourceList, b: ResourceList): ResourceList {
  const result: ResourceList = {};
  for (const [name, amount] of Object.entries(a)) {
    const rest = parseQuantity(amount).subtract(parseQuantity(amountOf(b, name) ?? '0'));
    setOwn(result, name, rest.sign > 0 ? rest.toString() : '0');
  }
  return result;
}

export const isNothing = (amount: string): boolean => parseQuantity(amount).sign === 0;

export function sameAmounts(a: ResourceList = {}, b: ResourceList = {}): boolean {
  const own = Object.entries(a);
  if (own.length !== Object.keys(b).length) return false;
  return own.every(([name, amount]) => {
    const other = amountOf(b, name);
    return other !== undefined && compareAmounts(amount, other) === 0;
  });
}

/** `cpu=1,pods=2` */
export function tell(list: ResourceList): string {
  return Object.keys(list)
    .sort()
    .map((name) => `${name}=${list[name]}`)
    .join(',');
}
