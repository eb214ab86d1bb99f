import { compilePattern, type Pattern } from '#meta';
import type { PatternFunction } from '../evaluate/environment.ts';
import { declare, type Library, memberOverload } from '../library/library.ts';
import { noSuchOverload } from '../values/traits.ts';
import { listType, types } from '../values/type.ts';
import { CelError, type Value } from '../values/value.ts';

const { int, string } = types;

function find(pattern: Pattern, text: Value): Value {
  return typeof text === 'string' ? pattern.find(text) : noSuchOverload();
}

/** `limit`: at most so many; all if it is negative. */
function findAll(pattern: Pattern, text: Value, limit: Value = -1): Value {
  if (typeof text !== 'string' || (typeof limit !== 'number' && typeof limit !== 'bigint')) return noSuchOverload();
  return pattern.findAll(text, limit < 0 ? undefined : Number(limit));
}

/** With a pattern that is known only when it is used. */
function compiling(use: PatternFunction): (text: Value, pattern: string, ...rest: Value[]) => Value {
  return (text, pattern, ...rest) => {
    const compiled = compilePattern(pattern);
    return typeof compiled === 'string' ? new CelError(`Illegal regex: ${compiled}`) : use(compiled, text, ...rest);
  };
}

/** For patterns that are constants. */
export const regexPatternFunctions: Readonly<Record<string, PatternFunction>> = { find, findAll };

export const kubernetesRegex: Library = {
  functions: [
    declare('find', memberOverload('string_find_string', [[string, string], string], compiling(find))),
    declare(
      'findAll',
      memberOverload('string_find_all_string', [[string, string], listType(string)], compiling(findAll)),
      memberOverload('string_find_all_string_int', [[string, string, int], listType(string)], compiling(findAll)),
    ),
  ],
};
