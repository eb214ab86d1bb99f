import { compilePattern, type Pattern } from '#meta';
import type { FunctionDeclaration } from '../check/declarations.ts';
import { countCodePoints } from '../syntax/source.ts';
import { listSize } from '../values/lists.ts';
import { mapSize } from '../values/maps.ts';
import { cannot, otherOperand } from '../values/traits.ts';
import { listType, mapType, typeParameter, types } from '../values/type.ts';
import { Bytes, CelError, isList, isMap, type Value } from '../values/value.ts';
import { declareWhole, memberOverload, overload } from './library.ts';

const { bool, bytes, int, string } = types;
const listOfA = listType(typeParameter('A'));
const mapOfAB = mapType(typeParameter('A'), typeParameter('B'));

/** The size of what has one. */
function sizeOf(value: Value): number | undefined {
  if (typeof value === 'string') return countCodePoints(value);
  if (isList(value)) return listSize(value);
  if (value instanceof Bytes) return value.value.length;
  return isMap(value) ? mapSize(value) : undefined;
}

const size = declareWhole(
  'size',
  (value: Value) => sizeOf(value) ?? cannot(value, 'size'),
  overload('size_bytes', [[bytes], int]),
  memberOverload('bytes_size', [[bytes], int]),
  overload('size_list', [[listOfA], int]),
  memberOverload('list_size', [[listOfA], int]),
  overload('size_map', [[mapOfAB], int]),
  memberOverload('map_size', [[mapOfAB], int]),
  overload('size_string', [[string], int]),
  memberOverload('string_size', [[string], int]),
);

/** A question about two texts. */
function textTest(name: string, id: string, test: (text: string, other: string) => boolean): FunctionDeclaration {
  const call = (text: Value, other: Value): Value => {
    if (typeof text !== 'string') return otherOperand(text);
    return typeof other === 'string' ? test(text, other) : otherOperand(other);
  };
  return { name, unguarded: true, overloads: [memberOverload(id, [[string, string], bool], call)] };
}

function matches(text: Value, pattern: Value): Value {
  if (typeof text !== 'string') return cannot(text, 'matches');
  if (typeof pattern !== 'string') return otherOperand(pattern);
  const compiled = compilePattern(pattern);
  return typeof compiled === 'string' ? new CelError(compiled) : compiled.test(text);
}

/** With a pattern that is known beforehand. */
export function matchesCompiled(pattern: Pattern, text: Value): Value {
  return typeof text === 'string' ? pattern.test(text) : new CelError('no such overload');
}

export const standardFunctions: readonly FunctionDeclaration[] = [
  size,
  textTest('contains', 'contains_string', (text, part) => text.includes(part)),
  textTest('endsWith', 'ends_with_string', (text, end) => text.endsWith(end)),
  textTest('startsWith', 'starts_with_string', (text, start) => text.startsWith(start)),
  declareWhole(
    'matches',
    matches,
    overload('matches', [[string, string], bool]),
    memberOverload('matches_string', [[string, string], bool]),
  ),
];
