import { compareUtf8, goQuote, isJsonObject, type Json } from '#meta';
import { membersOf } from '../json.ts';
import { goScalar } from './go-texts.ts';
import { compareValues } from './values.ts';

/**
 * One step of a path into an object. `text` is the step as FieldsV1 writes it; it is canonical, so that two elements
 * are the same exactly when their texts are.
 */
export type PathElement = FieldElement | KeyElement | ValueElement | IndexElement;

/** A member of a struct or map: `f:spec`. */
export interface FieldElement {
  readonly kind: 'field';
  readonly text: string;
  readonly name: string;
}

/** An item of a list that is told by its keys: `k:{"name":"web"}`. */
interface KeyElement {
  readonly kind: 'key';
  readonly text: string;
  /** By name. */
  readonly keys: readonly KeyPart[];
}

export interface KeyPart {
  readonly name: string;
  readonly value: Json;
}

/** An item of a set: `v:"a"`. */
interface ValueElement {
  readonly kind: 'value';
  readonly text: string;
  readonly value: Json;
}

/** An item told by its position: `i:2`. */
interface IndexElement {
  readonly kind: 'index';
  readonly text: string;
  readonly index: number;
}

export type Path = readonly PathElement[];

export function fieldElement(name: string): FieldElement {
  return { kind: 'field', text: `f:${name}`, name };
}

export function keyElement(parts: readonly KeyPart[]): KeyElement {
  const keys = parts.length < 2 ? parts : parts.toSorted((a, b) => compareUtf8(a.name, b.name));
  let text = 'k:';
  for (const { name, value } of keys) text += `${text === 'k:' ? '{' : ','}${quote(name)}:${stringify(value)}`;
  return { kind: 'key', text: keys.length === 0 ? 'k:{}' : `${text}}`, keys };
}

export function valueElement(value: Json): ValueElement {
  return { kind: 'value', text: `v:${stringify(value)}`, value };
}

export function indexElement(index: number): IndexElement {
  return { kind: 'index', text: `i:${index}`, index };
}

/** A path of steps; a string is a field. */
export function pathOf(...steps: readonly (string | PathElement)[]): PathElement[] {
  return steps.map((step) => (typeof step === 'string' ? fieldElement(step) : step));
}

const ranks = { field: 0, key: 1, value: 2, index: 3 } as const;

/** The canonical order: fields, keyed items, values, positions. */
export function compareElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0;
  if (a.kind === 'field' && b.kind === 'field') return compareUtf8(a.name, b.name);
  if (a.text === b.text) return 0;
  if (a.kind === 'key' && b.kind === 'key') return compareKeys(a.keys, b.keys);
  if (a.kind === 'value' && b.kind === 'value') return compareValues(a.value, b.value);
  if (a.kind === 'index' && b.kind === 'index') return a.index - b.index;
  return ranks[a.kind] - ranks[b.kind];
}

function compareKeys(a: readonly KeyPart[], b: readonly KeyPart[]): number {
  for (let at = 0; ; at++) {
    const [left, right] = [a[at], b[at]];
    if (left === undefined || right === undefined) return a.length - b.length;
    const order = compareUtf8(left.name, right.name) || compareValues(left.value, right.value);
    if (order !== 0) return order;
  }
}

/** `.spec.containers[name="web"].image` */
export function formatPath(path: Path): string {
  return path.map(formatElement).join('');
}

export function formatElement(element: PathElement): string {
  switch (element.kind) {
    case 'field':
      return `.${element.name}`;
    case 'key':
      return `[${element.keys.map(({ name, value }) => `${name}=${formatValue(value)}`).join(',')}]`;
    case 'value':
      return `[=${formatValue(element.value)}]`;
    default:
      return `[${element.index}]`;
  }
}

function formatValue(value: Json): string {
  if (typeof value === 'string') return goQuote(value);
  if (Array.isArray(value)) return `[${value.map(formatValue).join(',')}]`;
  if (isJsonObject(value)) {
    return membersOf(value)
      .map(([name, member]) => `${name}=${formatValue(member)}`)
      .join('');
  }
  return value === null ? 'null' : goScalar(value);
}

/** JSON as Go writes it: HTML's characters are escaped in values, and control characters by number. */
function stringify(value: Json): string {
  if (typeof value === 'string') return plain.test(value) ? `"${value}"` : escapeHtml(quote(value));
  if (Number.isSafeInteger(value)) return String(value);
  if (Array.isArray(value)) return `[${value.map(stringify).join(',')}]`;
  // Go's exponents have two digits at least.
  if (!isJsonObject(value)) return String(value).replace(/e-(\d)$/, 'e-0$1');
  const members = membersOf(value).sort(([a], [b]) => compareUtf8(a, b));
  return `{${members.map(([name, member]) => `${escapeHtml(quote(name))}:${stringify(member)}`).join(',')}}`;
}

const plain = /^[ !#-%'-;=?-[\]-~]*$/;

function quote(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  const quoted = JSON.stringify(text);
  return quoted.includes('\\') ? quoted.replace(/\\(?:\\|b|f)/g, (found) => numbered[found] ?? found) : quoted;
}

const numbered: Record<string, string> = { '\\b': '\\u0008', '\\f': '\\u000c' };

function escapeHtml(quoted: string): string {
  return quoted.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
