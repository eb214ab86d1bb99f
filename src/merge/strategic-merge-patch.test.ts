import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#meta';
import {
  applyStrategicMergePatch,
  MalformedPatchError,
  PatchDoesNotApplyError,
  PatchError,
  type PatchField,
  type PatchType,
  StrategicMergeError,
} from './index.ts';
import { jsonText, jsonValue, nested } from './testing/json-values.ts';

const scalar: PatchType = { kind: 'scalar' };
const listOf = (items: PatchType): PatchType => ({ kind: 'list', items });
const thing: PatchType = { kind: 'struct', name: 'Thing', field: (name) => fields.get(name) };
const fields: ReadonlyMap<string, PatchField> = new Map<string, PatchField>([
  ['name', { type: scalar, strategies: [] }],
  ['tags', { type: listOf(scalar), strategies: ['merge'] }],
  ['plain', { type: listOf(scalar), strategies: [] }],
  ['atoms', { type: listOf(thing), strategies: [] }],
  ['items', { type: listOf(thing), strategies: ['merge'], mergeKey: 'name' }],
  ['volumes', { type: listOf(thing), strategies: ['merge', 'retainKeys'], mergeKey: 'name' }],
  ['keyless', { type: listOf(thing), strategies: ['merge'] }],
  ['lists', { type: listOf(listOf(scalar)), strategies: ['merge'] }],
  ['one', { type: thing, strategies: ['retainKeys'] }],
  ['whole', { type: thing, strategies: ['replace'] }],
  ['labels', { type: { kind: 'map' }, strategies: [] }],
  ['odd', { type: thing, strategies: ['a', 'b'] }],
]);
const patch = (document: Json, by: Json) => applyStrategicMergePatch(document as JsonObject, by, thing);
const named = (...names: string[]): Json => names.map((name) => ({ name }));

describe('a strategic merge patch merges', () => {
  it.each<[string, Json, Json, Json]>([
    ['nothing', { name: 'x' }, null, { name: 'x' }],
    ['scalars', { name: 'x', n: 1 }, { name: 'y' }, { name: 'y', n: 1 }],
    ['objects', { one: { name: 'x' } }, { one: { n: 1 } }, { one: { name: 'x', n: 1 } }],
    ['maps', { labels: { a: '1', b: '2' } }, { labels: { b: null, c: '3' } }, { labels: { a: '1', c: '3' } }],
    ['null as removal', { name: 'x', tags: ['a'] }, { tags: null, labels: null }, { name: 'x' }],
    ['a field where there was null', { one: null }, { one: { name: 'x' } }, { one: { name: 'x' } }],
    [
      'a new field without its nulls',
      {},
      { one: { a: null, plain: [null, { b: null }] } },
      { one: { plain: [null, {}] } },
    ],
    [
      'a new field without its directives',
      {},
      { one: { labels: { $patch: 'delete' } }, whole: { $patch: 'x' } },
      { one: {} },
    ],
    [
      'a new list without its directives',
      {},
      { items: [{ $patch: 'delete', name: 'a' }, { name: 'b' }] },
      { items: named('b') },
    ],
    ['a field of another type', { one: { name: 'x' } }, { one: ['a'] }, { one: ['a'] }],
    ['a list that is no set', { plain: ['a'] }, { plain: ['b', null] }, { plain: ['b', null] }],
    ['a list of objects without a strategy', { atoms: named('a') }, { atoms: named('b') }, { atoms: named('b') }],
    ['an object that is replaced', { whole: { name: 'x' } }, { whole: { n: null } }, { whole: { n: null } }],
    [
      'big integers',
      { items: [{ name: 2n ** 60n, n: 1 }] },
      { items: [{ name: 2n ** 60n, n: 2 }] },
      { items: [{ name: 2n ** 60n, n: 2 }] },
    ],
  ])('%s', (_, document, by, result) => {
    expect(patch(document, by)).toEqual(result);
  });

  it.each<[string, Json, Json, Json]>([
    ['sets, the new first', { tags: ['only'] }, { tags: ['added'] }, { tags: ['added', 'only'] }],
    ['sets without doubles', { tags: ['a', 'b', 'c'] }, { tags: ['c', 'a', 'c'] }, { tags: ['b', 'c', 'a'] }],
    ['sets with an empty one', { tags: ['a'] }, { tags: [] }, { tags: ['a'] }],
    [
      'items by their key',
      { items: [{ name: 'a', n: 1 }] },
      { items: [{ name: 'a', m: 2 }] },
      { items: [{ name: 'a', n: 1, m: 2 }] },
    ],
    ['new items, first', { items: named('web') }, { items: named('side') }, { items: named('side', 'web') }],
    [
      'new items after known ones',
      { items: named('A', 'B') },
      { items: named('B', 'C') },
      { items: named('A', 'B', 'C') },
    ],
    [
      'items that only the server has, in their place',
      { items: named('a', 'b', 'c', 'd') },
      { items: named('d', 'b') },
      { items: named('a', 'c', 'd', 'b') },
    ],
    [
      'an item twice',
      { items: named('a') },
      {
        items: [
          { name: 'a', n: 1 },
          { name: 'a', tags: ['x'] },
        ],
      },
      { items: [{ name: 'a', n: 1, tags: ['x'] }] },
    ],
    [
      'lists within items',
      { items: [{ name: 'a', items: named('x') }] },
      { items: [{ name: 'a', items: [{ name: 'x', n: 1 }] }] },
      { items: [{ name: 'a', items: [{ name: 'x', n: 1 }] }] },
    ],
  ])('%s', (_, document, by, result) => {
    expect(patch(document, by)).toEqual(result);
  });
});

describe('a strategic merge patch obeys', () => {
  it.each<[string, Json, Json, Json]>([
    [
      '$patch: replace in an object',
      { labels: { a: '1' } },
      { labels: { $patch: 'replace', b: '2' } },
      { labels: { b: '2' } },
    ],
    ['$patch: delete in an object', { one: { name: 'x' } }, { one: { $patch: 'delete' } }, { one: {} }],
    ['$patch: replace of everything', { name: 'x' }, { $patch: 'replace', n: 1 }, { n: 1 }],
    [
      '$patch: delete of an item',
      { items: named('a', 'b') },
      { items: [{ name: 'a', $patch: 'delete' }] },
      { items: named('b') },
    ],
    [
      '$patch: delete of the last item',
      { items: named('a') },
      { items: [{ name: 'a', $patch: 'delete' }] },
      { items: [] },
    ],
    [
      '$patch: replace among items',
      { items: named('a', 'b') },
      { items: [{ name: 'z' }, { $patch: 'replace' }] },
      { items: named('z') },
    ],
    [
      '$deleteFromPrimitiveList',
      { tags: ['a', 'b', 'a'] },
      { '$deleteFromPrimitiveList/tags': ['a', 'x'] },
      { tags: ['b'] },
    ],
    ['$deleteFromPrimitiveList of a missing list', {}, { '$deleteFromPrimitiveList/tags': ['a'] }, {}],
    [
      '$deleteFromPrimitiveList in any list',
      { plain: ['a', 'b'] },
      { '$deleteFromPrimitiveList/plain': ['a'] },
      { plain: ['b'] },
    ],
    [
      '$retainKeys',
      { one: { name: 'x', n: 1 } },
      { one: { $retainKeys: ['name', 'm'], m: 2 } },
      { one: { name: 'x', m: 2 } },
    ],
    [
      '$retainKeys in an item',
      { volumes: [{ name: 'v', emptyDir: {} }] },
      { volumes: [{ name: 'v', $retainKeys: ['name', 'cm'], cm: {} }] },
      { volumes: [{ name: 'v', cm: {} }] },
    ],
    [
      '$setElementOrder alone',
      { items: named('A', 'B', 'C') },
      { '$setElementOrder/items': named('C', 'B', 'A') },
      { items: named('C', 'B', 'A') },
    ],
    [
      '$setElementOrder with a set',
      { tags: ['added'] },
      { '$setElementOrder/tags': ['b', 'added'], tags: ['b'] },
      { tags: ['b', 'added'] },
    ],
    [
      '$setElementOrder with items',
      { items: named('side', 'web') },
      { '$setElementOrder/items': named('side', 'web'), items: [{ name: 'web', n: 1 }] },
      { items: [{ name: 'side' }, { name: 'web', n: 1 }] },
    ],
    [
      '$setElementOrder for a new list',
      {},
      { '$setElementOrder/tags': ['b', 'a'], tags: ['b', 'a'] },
      { tags: ['b', 'a'] },
    ],
    ['$setElementOrder where there is no list', { name: 'x' }, { '$setElementOrder/tags': ['a'] }, { name: 'x' }],
    [
      '$setElementOrder beside a deletion',
      { items: named('a', 's') },
      { '$setElementOrder/items': named('x'), items: [{ name: 'x' }, { name: 'a', $patch: 'delete' }] },
      { items: named('s', 'x') },
    ],
    [
      'all three for one set',
      { tags: ['a', 'b'] },
      { '$setElementOrder/tags': ['c', 'b'], '$deleteFromPrimitiveList/tags': ['a'], tags: ['c'] },
      { tags: ['c', 'b'] },
    ],
  ])('%s', (_, document, by, result) => {
    expect(patch(document, by)).toEqual(result);
  });
});

describe('a strategic merge patch fails', () => {
  it.each<[Json, Json, string]>([
    [{ items: [] }, { items: [{ image: 'x' }] }, 'map: map[image:x] does not contain declared merge key: name'],
    [
      { items: named('a') },
      { items: [{ $patch: 'delete' }] },
      'map: map[$patch:delete] does not contain declared merge key: name',
    ],
    [
      { items: [] },
      { items: [{ name: 'web', $patch: 'explode' }] },
      'unknown patch type: explode in map: map[$patch:explode name:web]',
    ],
    [
      { one: {} },
      { one: { $patch: 5, b: [1.5, null, true] } },
      'unknown patch type: %!s(int64=5) in map: map[$patch:5 b:[1.5 <nil> true]]',
    ],
    [{ one: {} }, { one: { $patch: 'merge' } }, 'unknown patch type: merge in map: map[$patch:merge]'],
    [{ items: [] }, { items: [{ $patch: 'merge' }] }, 'merging lists cannot yet be specified in the patch'],
    [{ keyless: [] }, { keyless: named('a') }, 'cannot merge lists without merge key for struct'],
    [{ tags: ['a'] }, { tags: [1] }, 'list element types are not identical: [[a] [1]]'],
    [{ tags: [] }, { tags: [null] }, 'list element types are not identical: [[] [<nil>]]'],
    [{ items: [] }, { items: ['a'] }, 'expected a map[string]interface {}, but received a string'],
    [{}, { '$setElementOrder/tags': 'a' }, 'expected a []interface {}, but received a string'],
    [{}, { '$setElementOrder/tags': null }, 'expected a []interface {}, but received a %!s(<nil>)'],
    [{ tags: 1 }, { '$setElementOrder/tags': [] }, 'expected a []interface {}, but received a int64'],
    [{ tags: [] }, { '$setElementOrder/tags': [] }, 'no elements in any of the given slices'],
    [{ items: named('a') }, { '$setElementOrder/items': [{}] }, 'map: map[] does not contain declared merge key: name'],
    [{ items: named('a') }, { '$setElementOrder/items': ['a'] }, 'value for key 0 is not a map'],
    [
      { items: named('a') },
      { '$setElementOrder/items': [{ name: 'a' }, 'b'] },
      'expected a map[string]interface {}, but received a string',
    ],
    [
      { items: named('side', 'web') },
      { '$setElementOrder/items': named('side'), items: [{ name: 'web', image: 'nginx:4' }] },
      "The order in patch list:\n[map[image:nginx:4 name:web]]\n doesn't match $setElementOrder list:\n[map[name:side]]\n",
    ],
    [{ bogus: [1] }, { bogus: [2] }, 'unable to find api field in struct Thing for the json field "bogus"'],
    [{ one: [1] }, { one: [2] }, 'expected slice or array type, but got: struct'],
    [{ lists: [['a']] }, { lists: [['b']] }, 'unexpected slice of slice'],
    [
      { labels: { a: {} } },
      { labels: { a: {} } },
      'merging an object in json but data type is not struct, instead is: map',
    ],
    [{ odd: {} }, { odd: {} }, 'unexpected patch strategy: [a b]'],
  ])('on %j with %j', (document, by, message) => {
    expect(() => patch(document, by)).toThrow(new StrategicMergeError(message));
  });

  it.each<[Json, Json, string]>([
    [{}, [], 'json: cannot unmarshal array into Go value of type map[string]interface {}'],
    [{}, { $retainKeys: 'name' }, 'invalid patch format of retainKeys'],
    [{}, { $retainKeys: ['name'], n: 1 }, 'invalid patch format of retainKeys'],
    [{}, { $deleteFromPrimitiveList: ['a'] }, 'invalid patch format of primitive list'],
    [{}, { $setElementOrder: ['a'] }, 'invalid patch format of setElementOrder list'],
    [{ atoms: named('a') }, { '$setElementOrder/atoms': named('a') }, 'invalid patch format of setElementOrder list'],
  ])('as malformed on %j with %j', (document, by, message) => {
    expect(() => patch(document, by)).toThrow(new MalformedPatchError(message));
  });

  it('on lists of lists', () => {
    const error = new PatchDoesNotApplyError('lists of lists are not supported');
    expect(() => patch({ tags: [['a']] }, { tags: [['b']] })).toThrow(error);
  });
});

describe('a strategic merge patch of any size', () => {
  it('merges as deep as bodies go', () => {
    const recursive: PatchType = { kind: 'struct', name: 'R', field: () => ({ type: recursive, strategies: [] }) };
    const merge = (depth: number) => applyStrategicMergePatch(nested(depth), nested(depth), recursive);
    expect(() => merge(10_000)).not.toThrow();
    expect(() => merge(10_001)).toThrow('exceeded max depth');
    expect(() => patch({}, { one: nested(10_001) })).toThrow('exceeded max depth');
  });

  it('orders a long list without looking at it again for every item', () => {
    const names = Array.from({ length: 50_000 }, (_, at) => `n${at}`);
    const order = named(...names.toReversed());
    const result = patch({ items: named(...names) }, { '$setElementOrder/items': order, items: order });
    expect(result).toEqual({ items: order });
  });

  it('gives up when it merges into a long list again and again', () => {
    const tags = Array.from({ length: 50_000 }, (_, at) => `n${at}`);
    const again = Array.from({ length: 50_000 }, () => ({ name: 'a', tags: ['n1'] }));
    expect(() => patch({ items: [{ name: 'a', tags }] }, { items: again })).toThrow(/too many steps/);
  });
});

describe('for any strategic merge patch', () => {
  const some = <T extends Json>(values: fc.Arbitrary<T>, by: (value: T) => unknown = String) =>
    fc.uniqueArray(values, { selector: by, maxLength: 4 });
  const { whole } = fc.letrec<{ whole: JsonObject }>((tie) => ({
    whole: fc.record(
      {
        name: fc.constantFrom('a', 'b', 'c', '__proto__'),
        tags: some(fc.constantFrom('x', 'y', 'z')),
        plain: fc.array(fc.constantFrom('x', 'y')),
        labels: fc.dictionary(fc.constantFrom('a', '__proto__'), fc.constant('v')),
        items: fc.oneof(
          { maxDepth: 2 },
          fc.constant([]),
          some(tie('whole'), ({ name }) => name),
        ),
        one: fc.oneof({ maxDepth: 2 }, fc.constant({}), tie('whole')),
      },
      { requiredKeys: ['name'] },
    ) as fc.Arbitrary<JsonObject>,
  }));

  it('an object merged into itself is itself', () => {
    fc.assert(
      fc.property(whole, (object) => {
        expect(jsonText(patch(object, object))).toBe(jsonText(object));
      }),
    );
  });

  it('the document and the patch stay as they were, and failures are patch errors', () => {
    const key = fc.constantFrom(
      ...fields.keys(),
      '$patch',
      '$retainKeys',
      '$setElementOrder/items',
      '$setElementOrder/tags',
    );
    const by = fc.dictionary(key, fc.oneof(jsonValue, fc.array(whole, { maxLength: 3 })));
    fc.assert(
      fc.property(whole, by, (document, wild) => {
        const before = jsonText([document, wild as JsonObject]);
        try {
          patch(document, wild as JsonObject);
        } catch (error) {
          expect(error).toBeInstanceOf(PatchError);
        }
        expect(jsonText([document, wild as JsonObject])).toBe(before);
      }),
      { numRuns: 1_000 },
    );
  });
});
