import { getOwn, goQuote, isJsonObject, type Json } from '#meta';
import { indexElement, type KeyPart, keyElement, type PathElement, valueElement } from './path-element.ts';
import type { ListShape } from './schema.ts';
import { mismatch } from './type-error.ts';

/** How an item of a set or map list is called, or what is wrong with it. */
export function nameItem(list: ListShape, item: Json): PathElement | string {
  return list.keys.length > 0 ? nameKeyed(list, item) : nameValue(item);
}

export function itemElement(list: ListShape, item: Json): PathElement {
  const element = nameItem(list, item);
  if (typeof element === 'string') throw mismatch(element);
  return element;
}

function nameKeyed(list: ListShape, item: Json): PathElement | string {
  if (item === null) return 'associative list with keys may not have a null element';
  if (!isJsonObject(item)) return 'associative list with keys may not have non-map elements';
  const parts: KeyPart[] = [];
  for (const key of list.keys) {
    // A missing key is no key of the item: with the key it would be another one.
    const given = getOwn(item, key.name);
    const value = given === undefined ? key.default : given;
    if (value !== undefined) parts.push({ name: key.name, value });
  }
  return parts.length > 0 ? keyElement(parts) : omitsKeys(list);
}

function omitsKeys({ keys }: ListShape): string {
  const names = keys.map(({ name }) => goQuote(name)).join(' ');
  return (
    `associative list with keys has an element that omits all key fields [${names}] ` +
    "(and doesn't have default values for any key fields)"
  );
}

function nameValue(item: Json): PathElement | string {
  if (item === null) return "associative list without keys has an element that's an explicit null";
  if (typeof item !== 'object') return valueElement(item);
  return Array.isArray(item)
    ? 'not supported: associative list with lists as elements'
    : "associative list without keys has an element that's a map type";
}

/** The items of one name. Objects put in without validation may hold several, which are then owned as one. */
interface NamedItems {
  readonly element: PathElement;
  readonly items: Json[];
}

type ItemsByName = ReadonlyMap<string, NamedItems>;

/** Throws at an item that has no name. */
export function itemsByName(list: ListShape, items: readonly Json[]): ItemsByName {
  return group(items, (item) => itemElement(list, item));
}

/** Calls an item that has no name by its position: removing all that is in an item leaves null for a while. */
export function itemsByNameOrPosition(list: ListShape, items: readonly Json[]): ItemsByName {
  return group(items, (item, at) => {
    const element = nameItem(list, item);
    return typeof element === 'string' ? indexElement(at) : element;
  });
}

function group(items: readonly Json[], nameOf: (item: Json, at: number) => PathElement): ItemsByName {
  const named = new Map<string, NamedItems>();
  for (let at = 0; at < items.length; at++) {
    const item = items[at] as Json;
    const element = nameOf(item, at);
    const known = named.get(element.text);
    if (known === undefined) named.set(element.text, { element, items: [item] });
    else known.items.push(item);
  }
  return named;
}
