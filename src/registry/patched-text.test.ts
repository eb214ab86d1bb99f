import { expect, it } from 'vitest';
import type { Json } from '#meta';
import { patchedText } from './patched-text.ts';

const result = { z: { y: 1, x: 2 }, b: { d: { f: 1, e: 2 }, c: [{ k: 1, j: 2 }] }, a: 1 };

it.each<[string, 'json' | 'merge', Json, string]>([
  [
    'only the top for an empty merge',
    'merge',
    {},
    '{"a":1,"b":{"d":{"f":1,"e":2},"c":[{"k":1,"j":2}]},"z":{"y":1,"x":2}}',
  ],
  [
    'what a merge went into, and what it brought',
    'merge',
    { b: { c: [{ k: 1, j: 2 }] } },
    '{"a":1,"b":{"c":[{"j":2,"k":1}],"d":{"f":1,"e":2}},"z":{"y":1,"x":2}}',
  ],
  [
    'what the operations went through, but not what they brought',
    'json',
    [{ op: 'add', path: '/b/c/0', value: { k: 1, j: 2 } }],
    '{"a":1,"b":{"c":[{"k":1,"j":2}],"d":{"f":1,"e":2}},"z":{"y":1,"x":2}}',
  ],
])('the result of a patch is shown with keys in order in %s', (_, kind, patch, text) => {
  expect(patchedText(kind, result, patch)).toBe(text);
});
