import { getOwn, parseQuantity, Quantity, setOwn } from '#meta';
import type { ResourceList } from './container-types.ts';

/** Canonical texts of amounts that are not whole thousandths. */
const finer = /(?:[nu]|e-(?:[6-9]|\d{2,}))$/;

/** Amounts count in thousandths; what is finer is rounded up. */
export function roundUpAmounts(list: ResourceList | undefined): void {
  for (const [resource, amount] of Object.entries(list ?? {})) {
    if (!finer.test(amount)) continue;
    const quantity = parseQuantity(amount);
    setOwn(list as ResourceList, resource, Quantity.ofMilli(quantity.milliValue(), quantity.format).toString());
  }
}

/** The amount of one resource. Resources bear any name, also that of a member of every object. */
export const amountOf = (list: ResourceList | undefined, resource: string): string | undefined =>
  list === undefined ? undefined : getOwn(list, resource);

export function compareAmounts(a: string, b: string): number {
  return parseQuantity(a).compare(parseQuantity(b));
}

export const isNegativeAmount = (amount: string): boolean => parseQuantity(amount).sign < 0;
