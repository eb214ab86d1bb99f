import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#meta';
import {
  applyJsonPatch,
  MalformedPatchError,
  PatchDoesNotApplyError,
  PatchError,
  readJsonPatch,
  TooManyOperationsError,
} from './index.ts';
import { jsonText, jsonValue, nested } from './testing/json-values.ts';

const patch = (document: Json, operations: Json) => applyJsonPatch(document as JsonObject, readJsonPatch(operations));

describe('a JSON patch applies', () => {
  it.each<[string, Json, Json, Json]>([
    ['nothing', { a: 1 }, [], { a: 1 }],
    ['null for a patch', { a: 1 }, null, { a: 1 }],
    ['add of a key', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
    ['add over a key', { a: 1 }, [{ op: 'add', path: '/a', value: 2 }], { a: 2 }],
    ['add without a value', {}, [{ op: 'add', path: '/a' }], { a: null }],
    ['add of the empty key', {}, [{ op: 'add', path: '/', value: 1 }], { '': 1 }],
    ['add in an escaped key', { 'x/~y': {} }, [{ op: 'add', path: '/x~1~0y/~01', value: 1 }], { 'x/~y': { '~1': 1 } }],
    ['add at the end', { a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }], { a: [1, 2] }],
    ['add before an index', { a: [1] }, [{ op: 'add', path: '/a/0', value: 0 }], { a: [0, 1] }],
    ['add after the last index', { a: [1] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2] }],
    ['add counted from the end', { a: [1] }, [{ op: 'add', path: '/a/-1', value: 2 }], { a: [1, 2] }],
    ['an index as Go reads it', { a: [1, 2] }, [{ op: 'remove', path: '/a/+01' }], { a: [1] }],
    ['a path without its slash', { data: {} }, [{ op: 'add', path: 'data/k', value: 'x' }], { data: {}, k: 'x' }],
    ['remove', { a: 1, b: 2 }, [{ op: 'remove', path: '/a' }], { b: 2 }],
    ['remove of null', { a: null }, [{ op: 'remove', path: '/a' }], {}],
    ['remove of an item', { a: [1, 2, 3] }, [{ op: 'remove', path: '/a/-2' }], { a: [1, 3] }],
    ['replace', { a: [1, 2] }, [{ op: 'replace', path: '/a/1', value: 3 }], { a: [1, 3] }],
    ['replace of a missing key', {}, [{ op: 'replace', path: '/a', value: 1 }], { a: 1 }],
    ['replace of everything', { a: 1 }, [{ op: 'replace', path: '', value: { b: 2 } }], { b: 2 }],
    ['replace of everything by a list', { a: 1 }, [{ op: 'replace', path: '', value: [1] }], [1]],
    ['move', { a: 1 }, [{ op: 'move', from: '/a', path: '/b' }], { b: 1 }],
    ['move within a list', { a: [1, 2, 3] }, [{ op: 'move', from: '/a/0', path: '/a/-' }], { a: [2, 3, 1] }],
    ['copy', { a: [1] }, [{ op: 'copy', from: '/a', path: '/b' }], { a: [1], b: [1] }],
    ['copy of a missing key', {}, [{ op: 'copy', from: '/a', path: '/b' }], { b: null }],
    ['test', { a: { b: [1, null] } }, [{ op: 'test', path: '/a', value: { b: [1, null] } }], { a: { b: [1, null] } }],
    ['test of everything', { a: 1 }, [{ op: 'test', path: '', value: { a: 1 } }], { a: 1 }],
    ['test for null of a missing key', {}, [{ op: 'test', path: '/a', value: null }], {}],
    ['test for nothing of a missing key', {}, [{ op: 'test', path: '/a' }], {}],
    ['test of big integers', { a: 2n ** 60n }, [{ op: 'test', path: '/a', value: 2n ** 60n }], { a: 2n ** 60n }],
  ])('%s', (_, document, operations, result) => {
    expect(patch(document, operations)).toEqual(result);
  });

  it('a copy that can be changed without changing what it was copied from', () => {
    const operations = [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'add', path: '/b/c/x', value: 1 },
      { op: 'add', path: '/a/c/y', value: 2 },
    ];
    expect(patch({ a: { c: {} } }, operations)).toEqual({ a: { c: { y: 2 } }, b: { c: { x: 1 } } });
  });

  it('in order of keys wherever a path leads through, and as it was everywhere else', () => {
    const document = { z: { y: 1, x: { b: 1, a: 2 } }, b: { d: 1, c: 2 }, a: [{ f: 1, e: { h: 1, g: 2 } }] };
    const operations = [
      { op: 'test', path: '/a/0/f', value: 1 },
      { op: 'add', path: '/z/n', value: { q: 1, p: 2 } },
    ];
    expect(JSON.stringify(patch(document, operations))).toBe(
      '{"a":[{"e":{"h":1,"g":2},"f":1}],"b":{"d":1,"c":2},"z":{"n":{"q":1,"p":2},"x":{"b":1,"a":2},"y":1}}',
    );
  });

  it('keys that are special in JavaScript like any other', () => {
    const result = patch({}, [
      { op: 'add', path: '/__proto__', value: { polluted: true } },
      { op: 'add', path: '/__proto__/more', value: 1 },
      { op: 'test', path: '/constructor', value: null },
    ]);
    expect(JSON.stringify(result)).toBe('{"__proto__":{"more":1,"polluted":true}}');
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect(patch(result, [{ op: 'remove', path: '/__proto__' }])).toEqual({});
  });
});

describe('a JSON patch does not apply', () => {
  it.each<[string, Json, Json]>([
    ['below a missing key', {}, [{ op: 'add', path: '/a/b', value: 1 }]],
    ['below null', { a: null }, [{ op: 'add', path: '/a/b', value: 1 }]],
    ['below a scalar', { a: 'x' }, [{ op: 'add', path: '/a/0', value: 1 }]],
    ['past the end of a list', { a: [1] }, [{ op: 'add', path: '/a/2', value: 1 }]],
    ['before the start of a list', { a: [1] }, [{ op: 'add', path: '/a/-3', value: 1 }]],
    ['at what is no index', { a: [1] }, [{ op: 'add', path: '/a/x', value: 1 }]],
    ['at the end of a list, to replace', { a: [1] }, [{ op: 'replace', path: '/a/-', value: 1 }]],
    ['past the end, to replace', { a: [1] }, [{ op: 'replace', path: '/a/1', value: 1 }]],
    ['past the end, to remove', { a: [1] }, [{ op: 'remove', path: '/a/1' }]],
    ['to remove a missing key', {}, [{ op: 'remove', path: '/constructor' }]],
    ['to add in place of everything', {}, [{ op: 'add', path: '', value: {} }]],
    ['to make a scalar of everything', {}, [{ op: 'replace', path: '', value: 1 }]],
    ['to move what is missing', {}, [{ op: 'move', from: '/a', path: '/b' }]],
    ['to move into itself', { a: {} }, [{ op: 'move', from: '/a', path: '/a/b' }]],
    ['to copy below a missing key', {}, [{ op: 'copy', from: '/a/b', path: '/b' }]],
    ['when a test fails', { a: 1 }, [{ op: 'test', path: '/a', value: '1' }]],
    ['when a test for a missing key fails', {}, [{ op: 'test', path: '/a', value: 1 }]],
    ['when a test meets another length', { a: [1] }, [{ op: 'test', path: '/a', value: [1, 2] }]],
    ['when a test meets another key', { a: { b: 1 } }, [{ op: 'test', path: '/a', value: { c: 1 } }]],
    ['without a path', {}, [{ op: 'add', value: 1 }]],
    ['without a from', {}, [{ op: 'copy', path: '/a' }]],
    ['with an unknown operation', {}, [{ op: 'frobnicate', path: '/a' }]],
    ['with an operation that is null', {}, [null]],
  ])('%s', (_, document, operations) => {
    expect(() => patch(document, operations)).toThrow(PatchDoesNotApplyError);
  });

  it.each([
    [{ op: 'add', path: '/a/b', value: 1 }, 'add operation does not apply: doc is missing path: "/a/b": missing value'],
    [
      { op: 'add', path: '/l/x' },
      `error in add for path: '/l/x': value was not a proper array index: 'x': strconv.Atoi: parsing "x": invalid syntax`,
    ],
    [
      { op: 'add', path: '/l/9' },
      `error in add for path: '/l/9': Unable to access invalid index: 9: invalid index referenced`,
    ],
    [
      { op: 'remove', path: '/a' },
      `error in remove for path: '/a': Unable to remove nonexistent key: a: missing value`,
    ],
    [{ op: 'remove', path: '/l/9/a' }, 'remove operation does not apply: doc is missing path: "/l/9/a": missing value'],
    [{ op: 'replace', path: '/l/9' }, 'replace operation does not apply: doc is missing key: /l/9: missing value'],
    [
      { op: 'move', from: '/b', path: '/a' },
      `error in move for path: 'b': Unable to remove nonexistent key: b: missing value`,
    ],
    [
      { op: 'move', from: '/b~1~0', path: '/a' },
      `error in move for path: 'b/~': Unable to remove nonexistent key: b/~: missing value`,
    ],
    [{ op: 'replace', path: '', value: 'x' }, 'replace operation value must be object or array: %!w(<nil>)'],
    [
      { op: 'copy', from: '/l', path: '/a/b' },
      'copy operation does not apply: doc is missing destination path: /a/b: missing value',
    ],
    [{ op: 'test', path: '/l', value: 1 }, 'testing value /l failed: test failed'],
    [{ op: 'test', value: 1 }, 'test operation failed to decode path: operation missing path field: missing value'],
  ])('%j is told in the words of Kubernetes', (operation, message) => {
    expect(() => patch({ l: [1] }, [operation])).toThrow(expect.objectContaining({ message }));
  });

  it('when its copies grow past three mebibytes', () => {
    const double = Array.from({ length: 40 }, (_, at) => ({ op: 'copy', from: '/a', path: `/a/${at}` }));
    expect(() => patch({ a: { text: 'x' } }, double)).toThrow(/accumulated size increase of copy is \d+/);
  });

  it('when the result is nested too deep', () => {
    const path = '/a'.repeat(6_000);
    expect(() => patch({ a: nested(6_000) }, [{ op: 'add', path, value: nested(6_000) }])).toThrow(
      new PatchDoesNotApplyError('exceeded max depth'),
    );
  });

  it('when it takes too long', () => {
    const list = new Array<Json>(1_500_000).fill(0);
    const shift = Array.from({ length: 10_000 }, () => ({ op: 'add', path: '/a/0', value: 0 }));
    expect(() => patch({ a: list }, shift)).toThrow(/too many steps/);
  });
});

describe('reading a JSON patch', () => {
  it.each<[Json, string]>([
    [{}, 'json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp'],
    [5, 'json: cannot unmarshal number into Go value of type []handlers.jsonPatchOp'],
    [['x'], 'json: cannot unmarshal string into Go value of type handlers.jsonPatchOp'],
    [[true], 'json: cannot unmarshal bool into Go value of type handlers.jsonPatchOp'],
    [[{ op: 1 }], 'json: cannot unmarshal number into Go struct field jsonPatchOp.op of type string'],
    [[{ op: 'add', path: [] }], 'json: cannot unmarshal array into Go struct field jsonPatchOp.path of type string'],
  ])('refuses %j', (document, message) => {
    expect(() => readJsonPatch(document)).toThrow(new MalformedPatchError(`error decoding patch: ${message}`));
  });

  it('refuses in other words when it is lenient, and less', () => {
    const message = 'json: cannot unmarshal object into Go value of type jsonpatch.Patch';
    expect(() => readJsonPatch({}, { lenient: true })).toThrow(new MalformedPatchError(message));
    expect(readJsonPatch([{ op: 1, more: 1 }], { lenient: true }).unknownFields).toEqual([]);
  });

  it('tells the members that no operation has', () => {
    const { unknownFields } = readJsonPatch([
      { op: 'add', path: '/a', Op: 1 },
      { value: {}, foo: 2 },
    ]);
    expect(unknownFields).toEqual(['unknown field "[0].Op"', 'unknown field "[1].foo"']);
  });

  it('refuses more than ten thousand operations', () => {
    const operations = (count: number) => Array.from({ length: count }, () => ({ op: 'test', path: '/a' }));
    expect(readJsonPatch(operations(10_000)).operations).toHaveLength(10_000);
    const message = 'The allowed maximum operations in a JSON patch is 10000, got 10001';
    expect(() => readJsonPatch(operations(10_001))).toThrow(new TooManyOperationsError(message));
  });
});

describe('for any JSON patch', () => {
  const pointer = fc
    .array(fc.constantFrom('a', 'b', '0', '1', '-', '-1', '', '__proto__'), { maxLength: 3 })
    .map((keys) => keys.map((key) => `/${key}`).join(''));
  const operation = fc.record(
    {
      op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
      path: pointer,
      from: pointer,
      value: jsonValue,
    },
    { requiredKeys: ['op', 'path'] },
  );
  const document = fc.dictionary(fc.constantFrom('a', 'b', '0', '__proto__'), jsonValue);

  it('the document and the patch stay as they were, and failures are patch errors', () => {
    fc.assert(
      fc.property(document, fc.array(operation, { maxLength: 5 }), (live, operations) => {
        const before = jsonText([live, operations as Json]);
        try {
          patch(live, operations as Json);
        } catch (error) {
          expect(error).toBeInstanceOf(PatchError);
        }
        expect(jsonText([live, operations as Json])).toBe(before);
      }),
      { numRuns: 2_000 },
    );
  });

  it('what was added passes the test, and is gone when removed', () => {
    fc.assert(
      fc.property(document, fc.string(), jsonValue, (live, key, value) => {
        fc.pre(!Object.hasOwn(live, key));
        const path = `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        const operations = [
          { op: 'add', path, value },
          { op: 'test', path, value },
          { op: 'remove', path },
        ];
        expect(jsonText(patch(live, operations))).toBe(jsonText(live));
      }),
    );
  });

  it('whatever was sent is read or refused', () => {
    fc.assert(
      fc.property(jsonValue, (body) => {
        try {
          patch({ a: [{}] }, body);
        } catch (error) {
          expect(error).toBeInstanceOf(PatchError);
        }
      }),
    );
  });
});
