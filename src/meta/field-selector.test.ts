import { expect, test } from 'vitest';
import { fieldLabelNotSupported, parseFieldSelector, unknownFieldSelector } from './field-selector.ts';
import { SelectorError } from './selector-error.ts';

test.each([
  ['', [], ''],
  [',', [], ''],
  ['=', [], ''],
  ['!=,a=b', [{ field: 'a', operator: '=', value: 'b' }], 'a=b'],
  ['metadata.name=a', [{ field: 'metadata.name', operator: '=', value: 'a' }], 'metadata.name=a'],
  ['metadata.name==a', [{ field: 'metadata.name', operator: '=', value: 'a' }], 'metadata.name=a'],
  ['a!=', [{ field: 'a', operator: '!=', value: '' }], 'a!='],
  ['a=x\\,y\\=z\\\\', [{ field: 'a', operator: '=', value: 'x,y=z\\' }], 'a=x\\,y\\=z\\\\'],
  ['a=x\\,', [{ field: 'a', operator: '=', value: 'x,' }], 'a=x\\,'],
  [
    'b=2,a=1',
    [
      { field: 'a', operator: '=', value: '1' },
      { field: 'b', operator: '=', value: '2' },
    ],
    'a=1,b=2',
  ],
])('the selector %j is understood', (text, requirements, canonical) => {
  const selector = parseFieldSelector(text);
  expect(selector.requirements).toEqual(requirements);
  expect(selector.toString()).toBe(canonical);
  expect(selector.empty).toBe(requirements.length === 0);
});

test.each([
  ['metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
  ['a=1,metadata.name>a', "invalid selector: 'a=1,metadata.name>a'; can't understand 'metadata.name>a'"],
  ['metadata.name=a\\b', 'invalid field selector: invalid escape sequence: \\b'],
  ['a=x\\', 'invalid field selector: invalid escape sequence: \\'],
  ['a=b=c', 'invalid field selector: unescaped character in value: 61'],
])('the selector %j is refused', (text, message) => {
  expect(() => parseFieldSelector(text)).toThrow(new SelectorError(message));
});

test('all terms must hold', () => {
  const get = (field: string): string => ({ 'metadata.name': 'a', kind: 'Pod' })[field] ?? '';
  expect(parseFieldSelector('metadata.name=a,kind!=Job').matches(get)).toBe(true);
  expect(parseFieldSelector('metadata.name=a,metadata.name=b').matches(get)).toBe(false);
  expect(parseFieldSelector('other=').matches(get)).toBe(true);
  expect(parseFieldSelector('').matches(get)).toBe(true);
});

test('a field pinned by equality is known', () => {
  const selector = parseFieldSelector('metadata.name==a,kind!=Job');
  expect(selector.requiresExact('metadata.name')).toBe('a');
  expect(selector.requiresExact('kind')).toBeUndefined();
});

test('fields that a kind does not have are refused in two ways', () => {
  expect(fieldLabelNotSupported('data').message).toBe('field label not supported: data');
  expect(unknownFieldSelector('data.k').message).toBe(
    '"data.k" is not a known field selector: only "metadata.name", "metadata.namespace"',
  );
});
