import { isJsonObject, type Json, type JsonObject } from '#meta';
import { goTypeName, goValue } from '../go-words.ts';
import { goSyntax } from './go-texts.ts';
import { nameItem } from './list-items.ts';
import { formatElement, formatPath, indexElement, type PathElement, pathOf } from './path-element.ts';
import { type ListShape, type MapShape, type MergeType, type ScalarName, shapeFor } from './schema.ts';
import { TOO_DEEP, type TypeIssue, UNDECLARED } from './type-error.ts';
import { MAX_NESTING } from './values.ts';

interface Validation {
  /** Objects in the store may hold several items of one name; what is applied may not. */
  readonly allowDuplicates?: boolean;
}

/** All that is not of its type. */
export function validate(value: Json, type: MergeType, { allowDuplicates = false }: Validation = {}): TypeIssue[] {
  const walk = new ValidationWalk(allowDuplicates);
  walk.value(value, type);
  return walk.issues;
}

class ValidationWalk {
  readonly issues: TypeIssue[] = [];
  readonly #allowDuplicates: boolean;
  /** Where the walk is: names of members, and elements of items. */
  readonly #path: (string | PathElement)[] = [];

  constructor(allowDuplicates: boolean) {
    this.#allowDuplicates = allowDuplicates;
  }

  value(value: Json, type: MergeType): void {
    if (this.#path.length > MAX_NESTING) {
      this.#report(TOO_DEEP);
      return;
    }
    switch (shapeFor(type, value)) {
      case 'map':
        if (isJsonObject(value)) this.#members(value, type.map as MapShape);
        else if (value !== null) this.#report(`expected map, got &{${goValue(value)}}`);
        return;
      case 'list':
        if (Array.isArray(value)) this.#items(value, type.list as ListShape);
        else if (value !== null) this.#report(`expected list, got &{${goValue(value)}}`);
        return;
      default: {
        const message = scalarMismatch(type.scalar, value);
        if (message !== undefined) this.#report(message);
      }
    }
  }

  #members(object: JsonObject, map: MapShape): void {
    for (const key of Object.keys(object)) {
      const value = object[key];
      if (value === undefined) continue;
      const type = map.fields.get(key)?.type ?? map.values;
      this.#path.push(key);
      if (type === undefined) this.#report(UNDECLARED);
      else this.value(value, type);
      this.#path.pop();
      // Kubernetes tells one unknown field of an object, whichever comes first.
      if (type === undefined) return;
    }
  }

  #items(items: readonly Json[], list: ListShape): void {
    const seen = new Set<string>();
    for (const [at, item] of items.entries()) {
      const element = list.relationship === 'atomic' ? indexElement(at) : nameItem(list, item);
      // What cannot be named has no path either.
      if (typeof element === 'string') {
        this.#report(`element ${at}: ${element}`);
        return;
      }
      if (seen.has(element.text) && !this.#allowDuplicates) {
        this.#report(`duplicate entries for key ${formatElement(element)}`);
      }
      seen.add(element.text);
      this.#path.push(element);
      this.value(item, list.items);
      this.#path.pop();
    }
  }

  #report(message: string): void {
    this.issues.push({ path: formatPath(pathOf(...this.#path)), message });
  }
}

/** What is wrong with a scalar; nothing with null. */
export function scalarMismatch(scalar: ScalarName | undefined, value: Json): string | undefined {
  if (value === null && scalar !== undefined) return undefined;
  const found = typeof value;
  switch (scalar) {
    case 'numeric':
      if (found === 'number' || found === 'bigint') return undefined;
      return `expected numeric (int or float), got ${goTypeName(value)}`;
    case 'string':
      if (found === 'string') return undefined;
      return `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`;
    case 'boolean':
      return found === 'boolean' ? undefined : `expected boolean, got &{${goValue(value)}}`;
    case undefined:
      return 'schema error: invalid atom: inlined';
    default:
      return found !== 'object' ? undefined : `expected any scalar, got &{${goValue(value)}}`;
  }
}
