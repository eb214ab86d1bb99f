import type { FunctionDeclaration } from '../check/declarations.ts';
import { arrayOf, type List } from '../values/lists.ts';
import { goText } from '../values/text.ts';
import { listType, types } from '../values/type.ts';
import { CelError, readJson, type Value } from '../values/value.ts';
import { formatCalls, formatFunction } from './format.ts';
import { declare, type Library, memberOverload, overload } from './library.ts';
import * as text from './text-operations.ts';

const { int, string } = types;

type Int = number | bigint;

const functions: readonly FunctionDeclaration[] = [
  declare('charAt', memberOverload('string_char_at_int', [[string, int], string], text.charAt)),
  declare(
    'indexOf',
    memberOverload('string_index_of_string', [[string, string], int], (of: string, part: string) =>
      text.indexOf(of, part, 0),
    ),
    memberOverload('string_index_of_string_int', [[string, string, int], int], text.indexOf),
  ),
  declare(
    'lastIndexOf',
    memberOverload('string_last_index_of_string', [[string, string], int], text.lastIndexOf),
    memberOverload('string_last_index_of_string_int', [[string, string, int], int], text.lastIndexFrom),
  ),
  declare('lowerAscii', memberOverload('string_lower_ascii', [[string], string], text.lowerAscii)),
  declare(
    'replace',
    memberOverload(
      'string_replace_string_string',
      [[string, string, string], string],
      (of: string, old: string, by: string) => text.replace(of, { old, by, limit: -1 }),
    ),
    memberOverload(
      'string_replace_string_string_int',
      [[string, string, string, int], string],
      (of: string, old: string, by: string, limit: Int) => text.replace(of, { old, by, limit: Number(limit) }),
    ),
  ),
  declare(
    'split',
    memberOverload('string_split_string', [[string, string], listType(string)], (of: string, separator: string) =>
      text.split(of, separator, -1),
    ),
    memberOverload(
      'string_split_string_int',
      [[string, string, int], listType(string)],
      (of: string, separator: string, limit: Int) => text.split(of, separator, Number(limit)),
    ),
  ),
  declare(
    'substring',
    memberOverload('string_substring_int', [[string, int], string], text.substringFrom),
    memberOverload('string_substring_int_int', [[string, int, int], string], text.substring),
  ),
  declare('trim', memberOverload('string_trim', [[string], string], text.trimSpace)),
  declare('upperAscii', memberOverload('string_upper_ascii', [[string], string], text.upperAscii)),
];

function join(list: List, separator: string): Value {
  const parts: string[] = [];
  for (const element of arrayOf(list)) {
    const part = readJson(element);
    if (typeof part !== 'string') return new CelError(`join: invalid input: ${goText(part)}`);
    parts.push(part);
  }
  return parts.join(separator);
}

const joinFunction = declare(
  'join',
  memberOverload('list_join', [[listType(string)], string], (list: List) => join(list, '')),
  memberOverload('list_join_string', [[listType(string), string], string], join),
);

const quoteFunction = declare('strings.quote', overload('strings_quote', [[string], string], text.quote));

/** Operations on texts: the first version has no `format` and no `strings.quote`. */
export function stringsLibrary(version: 0 | 2): Library {
  if (version === 0) return { functions: [...functions, joinFunction] };
  return { functions: [...functions, formatFunction, quoteFunction, joinFunction], validators: [formatCalls] };
}
