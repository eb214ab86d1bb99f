import { describe, expect, it } from 'vitest';
import { typeAnswer } from '../testing/answer.ts';

/** Expressions and their types, or what is wrong with them. */
const table: [expression: string, expected: string][] = [
  ['1 + 2', 'int'],
  ['[1, 2]', 'list(int)'],
  ['[]', 'list(dyn)'],
  ["{'a': 1u}", 'map(string, uint)'],
  ["[1, 'a']", "ERROR: <input>:1:5: expected type 'int' but found 'string'\n | [1, 'a']\n | ....^"],
  ["[dyn(1), dyn('a')]", 'list(dyn)'],
  ["{'a': [1.0]}", 'map(string, list(double))'],
  ['x', "ERROR: <input>:1:1: undeclared reference to 'x' (in container '')\n | x\n | ^"],
  [
    "1 + 'a'",
    "ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, string)'\n | 1 + 'a'\n | ..^",
  ],
  [
    '1 + 1.0',
    "ERROR: <input>:1:3: found no matching overload for '_+_' applied to '(int, double)'\n | 1 + 1.0\n | ..^",
  ],
  [
    "'a'.nothing()",
    "ERROR: <input>:1:12: undeclared reference to 'nothing' (in container '')\n | 'a'.nothing()\n | ...........^",
  ],
  ['nothing(1)', "ERROR: <input>:1:8: undeclared reference to 'nothing' (in container '')\n | nothing(1)\n | .......^"],
  ['size(1)', "ERROR: <input>:1:5: found no matching overload for 'size' applied to '(int)'\n | size(1)\n | ....^"],
  [
    "1 < 'a'",
    "ERROR: <input>:1:3: found no matching overload for '_<_' applied to '(int, string)'\n | 1 < 'a'\n | ..^",
  ],
  ['1 && true', "ERROR: <input>:1:1: expected type 'bool' but found 'int'\n | 1 && true\n | ^"],
  [
    "true ? 1 : 'a'",
    "ERROR: <input>:1:6: found no matching overload for '_?_:_' applied to '(bool, int, string)'\n | true ? 1 : 'a'\n | .....^",
  ],
  ['m.x', 'int'],
  [
    "m['x'] + 'a'",
    "ERROR: <input>:1:8: found no matching overload for '_+_' applied to '(int, string)'\n | m['x'] + 'a'\n | .......^",
  ],
  ['s.x', "ERROR: <input>:1:2: type 'string' does not support field selection\n | s.x\n | .^"],
  ['has(s.x)', "ERROR: <input>:1:4: type 'string' does not support field selection\n | has(s.x)\n | ...^"],
  ['[1].all(x, x)', "ERROR: <input>:1:12: expected type 'bool' but found 'int'\n | [1].all(x, x)\n | ...........^"],
  ['[1].map(x, string(x))', 'list(string)'],
  [
    '5.all(x, true)',
    "ERROR: <input>:1:1: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)\n | 5.all(x, true)\n | ^",
  ],
  [
    'n.all(x, true)',
    "ERROR: <input>:1:1: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)\n | n.all(x, true)\n | ^",
  ],
  [
    '[1].exists(x, y > 1)',
    "ERROR: <input>:1:15: undeclared reference to 'y' (in container '')\n | [1].exists(x, y > 1)\n | ..............^",
  ],
  ['a.b.c + 1', 'int'],
  ['a.b.d', "ERROR: <input>:1:1: undeclared reference to 'a' (in container '')\n | a.b.d\n | ^"],
  ['opt.orValue(1)', 'int'],
  [
    'opt + 1',
    "ERROR: <input>:1:5: found no matching overload for '_+_' applied to '(optional_type(int), int)'\n | opt + 1\n | ....^",
  ],
  ["optional.of('a')", 'optional_type(string)'],
  ['m.?a', 'optional_type(int)'],
  ['[?1]', "ERROR: <input>:1:3: expected type 'optional_type(int)' but found 'int'\n | [?1]\n | ..^"],
  [
    "timestamp('2020-13-01T00:00:00Z')",
    "ERROR: <input>:1:11: invalid timestamp argument\n | timestamp('2020-13-01T00:00:00Z')\n | ..........^",
  ],
  ["duration('x')", "ERROR: <input>:1:10: invalid duration argument\n | duration('x')\n | .........^"],
  ["'a'.matches('(')", "ERROR: <input>:1:13: invalid matches argument\n | 'a'.matches('(')\n | ............^"],
  [
    "quantity('1').add('a')",
    "ERROR: <input>:1:18: found no matching overload for 'add' applied to 'kubernetes.Quantity.(string)'\n | quantity('1').add('a')\n | .................^",
  ],
  ["ip('1')", 'net.IP'],
  ['type(1)', 'type(int)'],
  ['int', 'type(int)'],
  ['google.protobuf.Timestamp{}', 'timestamp'],
  [
    'unknown.Message{a: 1}',
    "ERROR: <input>:1:16: undeclared reference to 'unknown.Message' (in container '')\n | unknown.Message{a: 1}\n | ...............^",
  ],
  [
    '[1, 2].map(i, v, i)',
    "ERROR: <input>:1:15: undeclared reference to 'v' (in container '')\n | [1, 2].map(i, v, i)\n | ..............^",
  ],
  ["{'a': 1}.transformMap(k, v, v)", 'map(string, int)'],
];

describe('the checker', () => {
  it.each(table)('%j has the type or fault it has in cel-go', (expression, expected) => {
    expect(typeAnswer(expression)).toBe(expected);
  });
});
