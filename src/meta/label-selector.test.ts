import { expect, test } from 'vitest';
import { labelSelectorFrom, parseLabelSelector } from './label-selector.ts';
import { SelectorError } from './selector-error.ts';

const objects = {
  a: { app: 'web', tier: 'front', n: '1' },
  b: { app: 'web', tier: 'back', n: '5' },
  c: { app: 'db', n: '10' },
  d: {},
};
const matching = (selector: { matches(labels: { [key: string]: string }): boolean }): string =>
  Object.entries(objects)
    .filter(([, labels]) => selector.matches(labels))
    .map(([name]) => name)
    .join('');

test.each([
  ['', 'abcd', ''],
  ['   ', 'abcd', ''],
  ['app=web', 'ab', 'app=web'],
  ['app==web', 'ab', 'app==web'],
  ['app!=web', 'cd', 'app!=web'],
  ['app in (web,db)', 'abc', 'app in (db,web)'],
  ['app notin (web)', 'cd', 'app notin (web)'],
  ['tier', 'ab', 'tier'],
  ['!tier', 'cd', '!tier'],
  ['n>4', 'bc', 'n>4'],
  ['n<6', 'ab', 'n<6'],
  ['tier=back,app=web', 'b', 'app=web,tier=back'],
  ['  app =  web , tier ', 'ab', 'app=web,tier'],
  ['app=', '', 'app='],
  ['app=,tier', '', 'app=,tier'],
  ['app in ()', '', 'app in ()'],
  ['app in (,web)', 'ab', 'app in (,web)'],
  ['app in (web,,db)', 'abc', 'app in (,db,web)'],
  ['app in (in,notin)', '', 'app in (in,notin)'],
  ['in in (in)', '', 'in in (in)'],
  ['example.com/role!=x', 'abcd', 'example.com/role!=x'],
  ['app=web,app=db', '', 'app=web,app=db'],
  ['constructor', '', 'constructor'],
])('the selector %j matches %j', (text, names, canonical) => {
  const selector = parseLabelSelector(text);
  expect(matching(selector)).toBe(names);
  expect(selector.toString()).toBe(canonical);
  expect(selector.empty).toBe(canonical === '');
});

const badName =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const badValue =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

test.each([
  ['app in web', "unable to parse requirement: found 'web' expected: '('"],
  ['app in (web', "unable to parse requirement: found '', expected: ',' or ')'"],
  ['app in (web db)', "unable to parse requirement: found 'db', expected: ',' or ')'"],
  ['app in (web,', "unable to parse requirement: found '', expected: ',', or identifier"],
  ['app in (=)', "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
  [',', "found ',', expected: !, identifier, or 'end of string'"],
  ['app=web,', "found '', expected: identifier after ','"],
  ['app=web tier', "found 'tier', expected: ',' or 'end of string'"],
  ['!', "unable to parse requirement: found '', expected: identifier"],
  ['!tier=x', "found '=', expected: ',' or 'end of string'"],
  ['app===web', "unable to parse requirement: found '=', expected: identifier"],
  ['app web', "unable to parse requirement: found 'web', expected: in, notin, =, ==, !=, gt, lt"],
  ['app toString web', "unable to parse requirement: found 'toString', expected: in, notin, =, ==, !=, gt, lt"],
  [
    'n>x',
    `unable to parse requirement: values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`,
  ],
  ['-app=web', `unable to parse requirement: <nil>: Invalid value: "-app": ${badName}`],
  ['app=we@b', `unable to parse requirement: values[0][app]: Invalid value: "we@b": ${badValue}`],
  [
    'n>@',
    `unable to parse requirement: [values[0]: Invalid value: "@": for 'Gt', 'Lt' operators, the value must be an integer, values[0][n]: Invalid value: "@": ${badValue}]`,
  ],
])('the selector %j is refused', (text, message) => {
  expect(() => parseLabelSelector(text)).toThrow(new SelectorError(message));
});

test('a value pinned by equality is known', () => {
  const selector = parseLabelSelector('a=1,b in (2),c in (3,4),d!=5,e');
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => selector.requiresExact(key))).toEqual([
    '1',
    '2',
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a selector in an object matches by labels and expressions', () => {
  const selector = labelSelectorFrom({
    matchLabels: { app: 'web' },
    matchExpressions: [
      { key: 'tier', operator: 'NotIn', values: ['back'] },
      { key: 'n', operator: 'Exists' },
      { key: 'old', operator: 'DoesNotExist' },
    ],
  });
  expect(matching(selector)).toBe('a');
});

test('an absent selector matches nothing and an empty one everything', () => {
  expect(matching(labelSelectorFrom(undefined))).toBe('');
  expect(labelSelectorFrom(undefined).empty).toBe(false);
  expect(matching(labelSelectorFrom({}))).toBe('abcd');
  expect(labelSelectorFrom({}).matches(undefined)).toBe(true);
});

test.each([
  [{ key: 'a', operator: 'Gt', values: ['1'] }, '"Gt" is not a valid label selector operator'],
  [{ key: 'a', operator: 'In' }, "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty"],
  [
    { key: 'a', operator: 'Exists', values: ['x'] },
    'values: Invalid value: ["x"]: values set must be empty for exists and does not exist',
  ],
  [{ key: '', operator: 'Exists' }, `key: Invalid value: "": name part must be non-empty; ${badName}`],
])('the expression %j is refused', (expression, message) => {
  expect(() => labelSelectorFrom({ matchExpressions: [expression] })).toThrow(new SelectorError(message));
});
