import { getOwn, parseQuantity, Quantity, setOwn } from '#meta';
import type { ResourceList } from './selector-and-amounts.ts';

/** Canonical texts of amounts that are not whole thousandths. */
const finer = /(?:[nu]|e-(?:[6-9]|\d{2,}))$/;

/** Amounts count in thousandths; what is finer is rounded up. */
export function roundUpAmounts(list: ResourceList | undefined): void {
  if (list === undefined) return;
  for (const [resource, amount] of Object.entries(list)) {
    if (!finer.test(amount)) continue;
    const quantity = parseQuantity(amount);
    setOwn(list, resource, Quantity.ofMilli(quantity.milliValue(), quantity.format).toString());
  }
}

/** The amount of one resource. Resources bear any name, also that of a member of every object. */
export const amountOf = (list: ResourceList | undefined, resource: string): string | undefined =>
  list === undefined ? undefined : getOwn(list, resource);

export function compareAmounts(a: string, b: string): number {
  return parseQuantity(a).compare(parseQuantity(b));
}

export const isNegativeAmount = (amount: string): boolean => parseQuantity(amount).sign < 0;

export function addAmounts(all: ResourceList, more: ResourceList = {}): ResourceList {
  const result = { ...all };
  for (const [name, amount] of Object.entries(more)) {
    const before = amountOf(result, name);
    const sum = before === undefined ? amount : parseQuantity(before).add(parseQuantity(amount)).toString();
    setOwn(result, name, sum);
  }
  return result;
}

/** Of each resource the greater amount. */
export function greaterAmounts(a: ResourceList, b: ResourceList): ResourceList {
  const result = { ...a };
  for (const [name, amount] of Object.entries(b)) {
    const other = amountOf(result, name);
    if (other === undefined || compareAmounts(amount, other) > 0) setOwn(result, name, amount);
  }
  return result;
}
