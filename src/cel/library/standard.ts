import { standardMacros } from '../syntax/standard-macros.ts';
import { listType, mapType, typeParameter, types } from '../values/type.ts';
import type { Library } from './library.ts';
import { standardConversions } from './standard-conversions.ts';
import { standardFunctions } from './standard-functions.ts';
import { standardOperators } from './standard-operators.ts';
import { standardTime } from './standard-time.ts';

/** What every environment has. */
export const standardLibrary: Library = {
  functions: [...standardOperators, ...standardFunctions, ...standardConversions, ...standardTime],
  macros: standardMacros,
  types: [
    types.bool,
    types.bytes,
    types.double,
    types.duration,
    types.int,
    listType(typeParameter('A')),
    mapType(typeParameter('A'), typeParameter('B')),
    types.null,
    types.string,
    types.timestamp,
    types.type,
    types.uint,
  ],
};
