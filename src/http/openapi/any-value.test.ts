import { describe, expect, it } from 'vitest';
import type { Json } from '#meta';
import { anyYaml } from './any-value.ts';

describe('a value of any kind as YAML', () => {
  it.each<[string, Json, string]>([
    ['a word', 'list', 'list'],
    ['a number', 1.5, '1.5'],
    ['nothing', null, 'null'],
    ['a text that looks like a number', '1_000', '"1_000"'],
    ['a text that looks like nothing', '', '""'],
    ['a text that only older YAML takes for a boolean', 'yes', 'yes'],
    ['a text with a colon', 'a: b', "'a: b'"],
    ['a text that begins with an indicator', "!has(self.a) || self.a != 'b'", "'!has(self.a) || self.a != ''b'''"],
    ['a text of several lines', 'one\ntwo', '|-\n    one\n    two'],
    ['a text with a control character', 'a\u0001', '"a\\x01"'],
    ['a text beyond the basic plane', '😀', '"\\U0001F600"'],
    ['an empty list', [], '[]'],
    ['kinds', [{ group: '', kind: 'Pod', version: 'v1' }], '- group: ""\n  kind: Pod\n  version: v1'],
    ['objects in objects', { a: { b: [1, { c: 'd' }] } }, 'a:\n    b:\n        - 1\n        - c: d'],
    ['an object in a list', [{ u: 'type', f: { a: 'A' } }], '- u: type\n  f:\n    a: A'],
    ['lists in lists', [['a', 'b'], ['c']], '- - a\n  - b\n- - c'],
  ])('%s', (_, value, yaml) => {
    expect(anyYaml(value)).toBe(`${yaml}\n`);
  });
});
