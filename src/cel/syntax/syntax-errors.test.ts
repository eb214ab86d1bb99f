import { describe, expect, it } from 'vitest';
import { answer } from '../testing/answer.ts';

/** What is not well-formed, and what cel-go says to it. */
const table: [expression: string, expected: string][] = [
  [
    '1 +',
    "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | 1 +\n | ...^",
  ],
  ['(1', "ERROR: <input>:1:3: Syntax error: missing ')' at '<EOF>'\n | (1\n | ..^"],
  ['[1, 2', "ERROR: <input>:1:6: Syntax error: mismatched input '<EOF>' expecting {']', ','}\n | [1, 2\n | .....^"],
  ["{'a' 1}", "ERROR: <input>:1:6: Syntax error: missing ':' at '1'\n | {'a' 1}\n | .....^"],
  ['a.', "ERROR: <input>:1:3: Syntax error: no viable alternative at input '.'\n | a.\n | ..^"],
  ['a..b', "ERROR: <input>:1:3: Syntax error: no viable alternative at input '..'\n | a..b\n | ..^"],
  ['1 2', "ERROR: <input>:1:3: Syntax error: extraneous input '2' expecting <EOF>\n | 1 2\n | ..^"],
  [
    'a &| b',
    "ERROR: <input>:1:3: Syntax error: token recognition error at: '&|'\n | a &| b\n | ..^\nERROR: <input>:1:6: Syntax error: extraneous input 'b' expecting <EOF>\n | a &| b\n | .....^",
  ],
  [
    'a = b',
    "ERROR: <input>:1:3: Syntax error: token recognition error at: '= '\n | a = b\n | ..^\nERROR: <input>:1:5: Syntax error: extraneous input 'b' expecting <EOF>\n | a = b\n | ....^",
  ],
  [
    "'unterminated",
    "ERROR: <input>:1:1: Syntax error: token recognition error at: ''unterminated'\n | 'unterminated\n | ^\nERROR: <input>:1:14: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | 'unterminated\n | .............^",
  ],
  [
    '"a\\q"',
    "ERROR: <input>:1:1: Syntax error: token recognition error at: '\"a\\q'\n | \"a\\q\"\n | ^\nERROR: <input>:1:5: Syntax error: token recognition error at: '\"'\n | \"a\\q\"\n | ....^\nERROR: <input>:1:6: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | \"a\\q\"\n | .....^",
  ],
  [
    "'\\u12'",
    "ERROR: <input>:1:1: Syntax error: token recognition error at: ''\\u12''\n | '\\u12'\n | ^\nERROR: <input>:1:7: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | '\\u12'\n | ......^",
  ],
  ['99999999999999999999', 'ERROR: <input>:1:1: invalid int literal\n | 99999999999999999999\n | ^'],
  ['1u2', "ERROR: <input>:1:3: Syntax error: extraneous input '2' expecting <EOF>\n | 1u2\n | ..^"],
  [
    '@',
    "ERROR: <input>:1:1: Syntax error: token recognition error at: '@'\n | @\n | ^\nERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | @\n | .^",
  ],
  ['if', 'ERROR: <input>:1:1: reserved identifier: if\n | if\n | ^'],
  [
    'a.in',
    "ERROR: <input>:1:3: Syntax error: no viable alternative at input '.in'\n | a.in\n | ..^\nERROR: <input>:1:5: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | a.in\n | ....^",
  ],
  ['x.all(1, true)', 'ERROR: <input>:1:7: argument must be a simple name\n | x.all(1, true)\n | ......^'],
  [
    '[1].all(x)',
    "ERROR: <input>:1:8: undeclared reference to 'all' (in container '')\n | [1].all(x)\n | .......^\nERROR: <input>:1:9: undeclared reference to 'x' (in container '')\n | [1].all(x)\n | ........^",
  ],
  ['[1].map(x.y, 1)', 'ERROR: <input>:1:10: argument is not an identifier\n | [1].map(x.y, 1)\n | .........^'],
  ['has(a)', 'ERROR: <input>:1:5: invalid argument to has() macro\n | has(a)\n | ....^'],
  [
    'has(a.b, 1)',
    "ERROR: <input>:1:4: undeclared reference to 'has' (in container '')\n | has(a.b, 1)\n | ...^\nERROR: <input>:1:5: undeclared reference to 'a' (in container '')\n | has(a.b, 1)\n | ....^",
  ],
  ['a ? b', "ERROR: <input>:1:6: Syntax error: mismatched input '<EOF>' expecting ':'\n | a ? b\n | .....^"],
  [
    'a ? b : ',
    "ERROR: <input>:1:9: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | a ? b : \n | ........^",
  ],
  [
    'f(a,)',
    "ERROR: <input>:1:5: Syntax error: mismatched input ')' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | f(a,)\n | ....^",
  ],
  ['{,}', '{}'],
  ['a !', "ERROR: <input>:1:3: Syntax error: extraneous input '!' expecting <EOF>\n | a !\n | ..^"],
  [
    '!',
    "ERROR: <input>:1:2: Syntax error: extraneous input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | !\n | .^",
  ],
  [
    '-',
    "ERROR: <input>:1:2: Syntax error: no viable alternative at input '-'\n | -\n | .^\nERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | -\n | .^",
  ],
  ['0x', "ERROR: <input>:1:2: Syntax error: extraneous input 'x' expecting <EOF>\n | 0x\n | .^"],
  ['1e', "ERROR: <input>:1:2: Syntax error: extraneous input 'e' expecting <EOF>\n | 1e\n | .^"],
  [
    '`a`',
    "ERROR: <input>:1:1: Syntax error: mismatched input '`a`' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | `a`\n | ^",
  ],
  ['a.`b-c`', "ERROR: <input>:1:3: unsupported syntax: '`'\n | a.`b-c`\n | ..^"],
  [
    'é',
    "ERROR: <input>:1:1: Syntax error: token recognition error at: 'é'\n | é\n | ＾\nERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | é\n | ．^",
  ],
  [
    "a + 'é' + $",
    "ERROR: <input>:1:11: Syntax error: token recognition error at: '$'\n | a + 'é' + $\n | .....．....^\nERROR: <input>:1:12: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | a + 'é' + $\n | .....．.....^",
  ],
  [
    '// comment only',
    "ERROR: <input>:1:16: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}\n | // comment only\n | ...............^",
  ],
];

describe('an expression that is not well-formed', () => {
  it.each(table)('%j is refused in the words of cel-go', (expression, expected) => {
    expect(answer(expression)).toBe(expected);
  });
});
