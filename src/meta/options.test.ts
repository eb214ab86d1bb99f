import { expect, test } from 'vitest';
import { formatFieldError } from './field-error.ts';
import { withListDefaults } from './options.ts';
import {
  validateCreateOptions,
  validateDeleteOptions,
  validateIncludeObject,
  validateListOptions,
  validatePatchOptions,
  validateUpdateOptions,
} from './options-validation.ts';
import { parseQuery, parseQueryOptions, type QueryOptions } from './query-options.ts';

const parse = <Kind extends keyof QueryOptions>(kind: Kind, query: string): QueryOptions[Kind] =>
  parseQueryOptions(kind, parseQuery(query));

const unlessVersion =
  'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided';
const withContinue = 'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided';
const unlessInitial =
  'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided';

test.each([
  ['', []],
  ['resourceVersionMatch=Exact', [unlessVersion]],
  [
    'resourceVersionMatch=Bogus',
    [unlessVersion, 'resourceVersionMatch: Unsupported value: "Bogus": supported values: "Exact", "NotOlderThan", ""'],
  ],
  [
    'resourceVersion=0&resourceVersionMatch=Exact',
    ['resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"'],
  ],
  ['resourceVersion=0&resourceVersionMatch=NotOlderThan', []],
  ['continue=c&resourceVersionMatch=Exact', [unlessVersion, withContinue]],
  ['continue=c&resourceVersion=5&resourceVersionMatch=Exact', [withContinue]],
  ['sendInitialEvents=true', ['sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list']],
  ['watch=1', []],
  ['watch=1&resourceVersionMatch=NotOlderThan', [unlessInitial]],
  [
    'watch=1&resourceVersionMatch=Exact',
    [unlessInitial, 'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"'],
  ],
  ['watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan', []],
  [
    'watch=1&sendInitialEvents=false',
    ['resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'],
  ],
])('listing with %j', (query, faults) => {
  expect(validateListOptions(parse('list', query)).map(formatFieldError)).toEqual(faults);
});

test.each([
  ['', []],
  ['dryRun=All&dryRun=All&fieldManager=me&fieldValidation=Strict', []],
  ['dryRun=foo', ['dryRun: Unsupported value: ["foo"]: supported values: "All"']],
  ['dryRun=', ['dryRun: Unsupported value: [""]: supported values: "All"']],
  [`fieldManager=${'m'.repeat(129)}`, ['fieldManager: Too long: may not be more than 128 bytes']],
  [`fieldManager=${'%C3%A9'.repeat(65)}`, ['fieldManager: Too long: may not be more than 128 bytes']],
  ['fieldManager=a%07b', ['fieldManager: Invalid value: "a\\ab": invalid character U+0007 (at position 1)']],
  ['fieldManager=%C3%A9%0A', ['fieldManager: Invalid value: "é\\n": invalid character U+000A (at position 2)']],
  [
    'fieldValidation=Loose',
    ['fieldValidation: Unsupported value: "Loose": supported values: "", "Ignore", "Strict", "Warn"'],
  ],
])('writing with %j', (query, faults) => {
  expect(validateCreateOptions(parse('create', query)).map(formatFieldError)).toEqual(faults);
  expect(validateUpdateOptions(parse('update', query)).map(formatFieldError)).toEqual(faults);
  expect(validatePatchOptions(parse('patch', query), { apply: false }).map(formatFieldError)).toEqual(faults);
});

test.each([
  [false, 'force=true', ['force: Forbidden: may not be specified for non-apply patch']],
  [false, 'force=false', ['force: Forbidden: may not be specified for non-apply patch']],
  [true, 'force=true&fieldManager=me', []],
  [true, 'fieldManager=', ['fieldManager: Required value: is required for apply patch']],
])('patching (apply: %j) with %j', (apply, query, faults) => {
  expect(validatePatchOptions(parse('patch', query), { apply }).map(formatFieldError)).toEqual(faults);
});

const policies = 'supported values: "Foreground", "Background", "Orphan", "nil"';

test.each([
  ['', []],
  ['gracePeriodSeconds=-1&propagationPolicy=Orphan', []],
  ['propagationPolicy=Sideways', [`propagationPolicy: Unsupported value: "Sideways": ${policies}`]],
  ['propagationPolicy=', [`propagationPolicy: Unsupported value: "": ${policies}`]],
  [
    'orphanDependents=false&propagationPolicy=Background&dryRun=x',
    [
      'propagationPolicy: Invalid value: "Background": orphanDependents and deletionPropagation cannot be both set',
      'dryRun: Unsupported value: ["x"]: supported values: "All"',
    ],
  ],
  [
    'ignoreStoreReadErrorWithClusterBreakingPotential=true&gracePeriodSeconds=1&uid=u',
    [
      'ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: cannot be set together with .gracePeriodSeconds',
      'ignoreStoreReadErrorWithClusterBreakingPotential: Invalid value: true: cannot be set together with .preconditions',
    ],
  ],
])('deleting with %j', (query, faults) => {
  expect(validateDeleteOptions(parse('delete', query)).map(formatFieldError)).toEqual(faults);
});

test('a Table may include the object, its metadata or nothing', () => {
  expect(['', 'None', 'Metadata', 'Object'].flatMap(validateIncludeObject)).toEqual([]);
  expect(validateIncludeObject('All').map(formatFieldError)).toEqual([
    `includeObject: Invalid value: "All": must be 'Metadata', 'Object', 'None', or empty`,
  ]);
});

test.each([
  ['', false],
  ['watch', true],
  ['watch=', true],
  ['watch=maybe', true],
  ['watch=0', false],
  ['watch=FALSE', false],
  ['watch=00', true],
  ['watch=false&watch=true', false],
])('the flag of %j is %j', (query, watch) => {
  expect(parse('list', query).watch).toBe(watch);
});

test.each([
  ['limit=abc', 'strconv.ParseInt: parsing "abc": invalid syntax'],
  ['limit=', 'strconv.ParseInt: parsing "": invalid syntax'],
  ['timeoutSeconds=1.5', 'strconv.ParseInt: parsing "1.5": invalid syntax'],
  ['limit=9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
])('the number of %j is refused with a 400', (query, message) => {
  expect(() => parse('list', query)).toThrow(
    expect.objectContaining({ message, status: expect.objectContaining({ code: 400, reason: 'BadRequest' }) }),
  );
});

test('of several values the first counts, and unknown parameters do not matter', () => {
  expect(parse('list', '?limit=1&limit=3&colour=blue&labelselector=x&timeoutSeconds=-5')).toEqual({
    labelSelector: '',
    fieldSelector: '',
    watch: false,
    allowWatchBookmarks: false,
    resourceVersion: '',
    resourceVersionMatch: '',
    timeoutSeconds: -5,
    limit: 1,
    continue: '',
  });
});

test('preconditions of a deletion stand in the query string', () => {
  expect(parse('delete', 'uid=u&resourceVersion=5&orphanDependents=perhaps')).toEqual({
    preconditions: { uid: 'u', resourceVersion: '5' },
    orphanDependents: true,
    dryRun: [],
  });
  expect(parse('delete', 'uid=')).toEqual({ dryRun: [] });
});

test('broken pairs of a query string are dropped', () => {
  const query = parseQuery('a=%zz&b=1;c=2&d=%C3%A9+x&=empty&__proto__=y&d=%2B');
  expect([...query]).toEqual([
    ['d', ['é x', '+']],
    ['', ['empty']],
    ['__proto__', ['y']],
  ]);
});

test.each([
  ['watch=1', true],
  ['watch=1&resourceVersion=0', true],
  ['watch=1&resourceVersion=5', undefined],
  ['watch=1&sendInitialEvents=false', false],
  ['watch=1&resourceVersionMatch=NotOlderThan', undefined],
  ['', undefined],
])('initial events of %j by default: %j', (query, expected) => {
  expect(withListDefaults(parse('list', query)).sendInitialEvents).toBe(expected);
});
