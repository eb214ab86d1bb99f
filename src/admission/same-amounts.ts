import { parseQuantity } from '#meta';

type Amounts = { readonly [resource: string]: string };

/** Whether two lists of resources say the same, however it is written. */
export function sameAmounts(a: Amounts = {}, b: Amounts = {}): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && parseQuantity(a[name] ?? '').equals(parseQuantity(b[name] ?? '')))
  );
}
