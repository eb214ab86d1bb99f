import { parseYaml } from '#machinery';
import type { Json, ValidationRule } from '#meta';
import { parsePairs, parseWords, type Tag, unquoted } from './doc-comment.ts';
import { parseMarkerValue } from './marker-value.ts';

// What is written behind a tag, as the value that is meant.

/** Why a tag cannot be understood, and what to write instead. */
export class TagFault extends Error {}

export function numberOf({ text, written }: Tag): number {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) throw new TagFault(`${written} wants a number, like ${written} 3`);
  return value;
}

export function booleanOf({ text, written }: Tag): boolean {
  if (text === '' || text === 'true') return true;
  if (text === 'false') return false;
  throw new TagFault(`${written} stands alone, or with true or false`);
}

export function wordOf<Word extends string>({ text, written }: Tag, words: readonly Word[]): Word {
  const found = words.find((word) => word === unquoted(text));
  if (found === undefined) throw new TagFault(`${written} wants one of ${words.join(', ')}`);
  return found;
}

export function textOf({ text, written }: Tag, example: string): string {
  if (text === '') throw new TagFault(`${written} wants a text, like ${written} ${example}`);
  return unquoted(text);
}

/** JSON, or what markers write instead: `{a: x}`, `{"a","b"}`, a text without quotes. */
export function jsonOf({ text, written }: Tag): Json {
  if (text === '')
    throw new TagFault(`${written} wants a value, in JSON: ${written} "text", ${written} 3, ${written} {}`);
  const value = parseMarkerValue(text) ?? parseText(text);
  if (value === undefined) throw new TagFault(`${written}: ${text} is no value; write it in JSON`);
  return value;
}

/** A text without quotes, with commas or brackets in it: YAML tells whether it is one. */
function parseText(text: string): Json | undefined {
  try {
    return parseYaml(Buffer.from(text), { duplicates: false }).value;
  } catch {
    return undefined;
  }
}

/** `Enum=A;B`, `@enum A, B`, `@enum ["A", "B"]`. */
export function listOf(tag: Tag): readonly Json[] {
  if (tag.text.startsWith('[')) {
    const list = jsonOf(tag);
    if (Array.isArray(list)) return list;
  }
  const words = parseWords(textOf({ ...tag, text: tag.text === '' ? '' : `${tag.text} ` }, 'A, B').trim());
  return words.map((word) => (/^-?\d+$/.test(word) ? Number(word) : word));
}

const reasons = ['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'] as const;

export function ruleOf(tag: Tag): ValidationRule {
  const pairs = pairsOf(tag, ['rule', 'message', 'messageExpression', 'reason', 'fieldPath', 'optionalOldSelf']);
  const rule = pairs.get('rule');
  if (rule === undefined) throw new TagFault(`${tag.written} wants a rule: ${tag.written} rule="self > 0" message="…"`);
  const reason = pairs.get('reason');
  if (reason !== undefined) wordOf({ ...tag, text: reason }, reasons);
  const optionalOldSelf = pairs.get('optionalOldSelf');
  return {
    ...(optionalOldSelf === undefined ? {} : { optionalOldSelf: optionalOldSelf !== 'false' }),
    ...Object.fromEntries([...pairs].filter(([name]) => name !== 'optionalOldSelf')),
    rule,
  };
}

export function pairsOf(tag: Tag, names: readonly string[]): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const [name, value] of parsePairs(tag.text)) {
    const known = names.find((one) => one.toLowerCase() === name.toLowerCase());
    if (known === undefined) throw new TagFault(`${tag.written} does not know ${name}; it knows ${names.join(', ')}`);
    pairs.set(known, value);
  }
  return pairs;
}
