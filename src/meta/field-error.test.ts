import { expect, test } from 'vitest';
import { FieldPath, fieldErrors, formatFieldError, formatFieldErrors, omitValue, path } from './field-error.ts';

const at = path('spec', 'x');

test.each([
  [fieldErrors.required(at), 'spec.x: Required value'],
  [fieldErrors.required(at, 'say it'), 'spec.x: Required value: say it'],
  [fieldErrors.invalid(at, 'a\x07b', 'is odd'), 'spec.x: Invalid value: "a\\ab": is odd'],
  [fieldErrors.invalid(at, 5, 'is odd'), 'spec.x: Invalid value: 5: is odd'],
  [fieldErrors.invalid(at, null, 'is odd'), 'spec.x: Invalid value: null: is odd'],
  [fieldErrors.invalid(at, true, 'is odd'), 'spec.x: Invalid value: true: is odd'],
  [fieldErrors.invalid(at, { b: '<', a: 1 }, 'is odd'), 'spec.x: Invalid value: {"b":"\\u003c","a":1}: is odd'],
  [fieldErrors.invalid(at, omitValue, 'failed rule'), 'spec.x: Invalid value: failed rule'],
  [fieldErrors.typeInvalid(at, 'string', 'must be integer'), 'spec.x: Invalid value: "string": must be integer'],
  [fieldErrors.notSupported(at, ['foo'], ['All']), 'spec.x: Unsupported value: ["foo"]: supported values: "All"'],
  [fieldErrors.notSupported(at, 'z', ['b', '', 'a']), 'spec.x: Unsupported value: "z": supported values: "b", "", "a"'],
  [fieldErrors.notSupported(at, 'z', []), 'spec.x: Unsupported value: "z"'],
  [fieldErrors.forbidden(at, ''), 'spec.x: Forbidden'],
  [fieldErrors.duplicate(at, { name: 'a' }), 'spec.x: Duplicate value: {"name":"a"}'],
  [fieldErrors.notFound(at, 'v'), 'spec.x: Not found: "v"'],
  [fieldErrors.tooLong(at, 128), 'spec.x: Too long: may not be more than 128 bytes'],
  [fieldErrors.tooLong(at, 1), 'spec.x: Too long: may not be more than 1 byte'],
  [fieldErrors.tooLong(at, -1), 'spec.x: Too long: value is too long'],
  [fieldErrors.tooLongCharacters(at, 5), 'spec.x: Too long: may not be more than 5 characters'],
  [fieldErrors.tooShort(at, 1), 'spec.x: Too short: must be at least 1 character'],
  [fieldErrors.tooMany(at, 9, 8), 'spec.x: Too many: 9: must have at most 8 items'],
  [fieldErrors.tooMany(at, 2, 1), 'spec.x: Too many: 2: must have at most 1 item'],
  [fieldErrors.tooMany(at, -1, -1), 'spec.x: Too many: has too many items'],
  [fieldErrors.tooFew(at, 0, 1), 'spec.x: Too few: 0: must have at least 1 item'],
  [fieldErrors.internal(at, 'oops'), 'spec.x: Internal error: oops'],
])('a field error reads as expected (%#)', (fault, text) => {
  expect(formatFieldError(fault)).toBe(text);
});

test('paths name members, positions and keys', () => {
  const below = path('spec').child('ports').index(0).child('a', 'b').key('k/v');
  expect(below.toString()).toBe('spec.ports[0].a.b[k/v]');
  expect(new FieldPath('').toString()).toBe('<nil>');
  expect(new FieldPath('').child('values').index(1).toString()).toBe('values[1]');
});

test('several faults stand in brackets, each told once', () => {
  const one = fieldErrors.required(path('a'));
  const two = fieldErrors.required(path('b'));
  expect(formatFieldErrors([one, one])).toBe('a: Required value');
  expect(formatFieldErrors([one, two, one])).toBe('[a: Required value, b: Required value]');
});
