import { compilePattern, stringFormat } from '#meta';
import { findText, type Language, languageOf, lengthLanguage } from '../patterns/language.ts';
import type { SchemaView } from '../schema-view.ts';

/** Texts of every format that servers enforce, and some that have none. */
export const sampleTexts: readonly string[] = [
  'a',
  '',
  'b',
  '0',
  'a-b',
  'A b',
  'example.com',
  'https://example.com/a',
  'a@example.com',
  '10.0.0.1',
  '::1',
  '10.0.0.0/8',
  '00:00:5e:00:53:01',
  'a0a2a2d2-0b87-4964-a123-78d2a8b0b5f1',
  '2024-01-02',
  '2024-01-02T03:04:05Z',
  '1h',
  'YWJj',
  '#fff',
  'rgb(1,2,3)',
  '100m',
  '1Gi',
  '50%',
  'v1',
  'app/v1',
];

/** Beyond this, lengths are not searched for but repeated. */
const MAX_SEARCHED_LENGTH = 500;

/** Texts that the bounds, the pattern and the format of a schema allow. */
export function textsFor({ source }: SchemaView): readonly string[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = source;
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  const compiled = pattern === undefined ? undefined : compilePattern(pattern);
  const matches = typeof compiled === 'object' ? (text: string) => compiled.test(text) : () => true;
  const hasFormat = format === undefined ? undefined : stringFormat(format);
  const found = [...sampleTexts, 'a'.repeat(Math.min(minLength, 1000)), ...longest(maxLength)].filter(
    (text) => fits(text) && matches(text) && (hasFormat?.(text) ?? true),
  );
  const searched = pattern === undefined ? undefined : searchedText(pattern, minLength, maxLength);
  return searched === undefined ? found : [...found, searched];
}

function longest(maxLength: number): readonly string[] {
  return maxLength > 0 && maxLength <= 1000 ? ['a'.repeat(maxLength)] : [];
}

function searchedText(pattern: string, minLength: number, maxLength: number): string | undefined {
  const languages = [languageOf(pattern), lengthsOf(minLength, maxLength)];
  const known = languages.filter((language): language is Language => language !== undefined);
  if (languages[0] === undefined) return undefined;
  const found = findText(known, []);
  return typeof found === 'object' ? found.text : undefined;
}

/** The texts between two lengths; undefined where the bounds say nothing or are too far to be searched. */
export function lengthsOf(minLength: number, maxLength: number): Language | undefined {
  if (minLength === 0 && maxLength === Number.POSITIVE_INFINITY) return undefined;
  if (minLength > MAX_SEARCHED_LENGTH || (maxLength > MAX_SEARCHED_LENGTH && minLength === 0)) return undefined;
  return lengthLanguage(minLength, maxLength > MAX_SEARCHED_LENGTH ? Number.POSITIVE_INFINITY : maxLength);
}

/** Numbers at and within the bounds of a schema. */
export function numbersFor({ source, type }: SchemaView): readonly number[] {
  const step = source.multipleOf === undefined ? 1 : Number(source.multipleOf);
  const low = source.minimum === undefined ? Number.NEGATIVE_INFINITY : Number(source.minimum);
  const high = source.maximum === undefined ? Number.POSITIVE_INFINITY : Number(source.maximum);
  const most = source.format === 'int32' ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  const wanted = [0, 1, -1, 2, 10, 100, 8080, low, low + step, high, high - step, most];
  const fits = (value: number): boolean =>
    Number.isFinite(value) &&
    (type === 'number' || Number.isInteger(value)) &&
    (source.exclusiveMinimum === true ? value > low : value >= low) &&
    (source.exclusiveMaximum === true ? value < high : value <= high) &&
    Math.abs(value) <= most &&
    (source.multipleOf === undefined || Number.isInteger(value / step));
  return [...new Set(wanted.filter(fits))];
}
