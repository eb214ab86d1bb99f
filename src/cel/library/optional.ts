import { type Expr, operators } from '../syntax/ast.ts';
import type { Macro } from '../syntax/macro.ts';
import { simpleName } from '../syntax/macro-expander.ts';
import { arrayOf, type List, listAt, listSize } from '../values/lists.ts';
import { goText } from '../values/text.ts';
import { type CelType, listType, mapType, opaqueType, optionalType, typeParameter, types } from '../values/type.ts';
import { CelError, Optional, readJson, type Value } from '../values/value.ts';
import { isZero } from '../values/zero.ts';
import { declare, type Library, memberOverload, overload } from './library.ts';

const k = typeParameter('K');
const v = typeParameter('V');
const optionalV = optionalType(v);
const listV = listType(v);
const mapKV = mapType(k, v);

/** `target.optMap(x, transform)`: the transform of what is in the optional, if there is something. */
const optMap: Macro = {
  name: 'optMap',
  style: 'receiver',
  argCount: 2,
  expand(to, { target, args: [variable, transform] }) {
    const { name } = simpleName(variable as Expr, 'optMap() variable name must be a simple identifier');
    const value = (): Expr => to.memberCall('value', to.copy(target as Expr));
    const mapped = to.call('optional.of', to.binding(name, value(), transform as Expr));
    return to.call(operators.conditional, to.memberCall('hasValue', target as Expr), mapped, to.call('optional.none'));
  },
};

/** The same for a transform that gives an optional. */
const optFlatMap: Macro = {
  name: 'optFlatMap',
  style: 'receiver',
  argCount: 2,
  expand(to, { target, args: [variable, transform] }) {
    const { name } = simpleName(variable as Expr, 'optFlatMap() variable name must be a simple identifier');
    const value = to.memberCall('value', to.copy(target as Expr));
    return to.call(
      operators.conditional,
      to.memberCall('hasValue', target as Expr),
      to.binding(name, value, transform as Expr),
      to.call('optional.none'),
    );
  },
};

function unwrap(list: List): Value {
  const values: Value[] = [];
  for (const element of arrayOf(list)) {
    const optional = readJson(element);
    if (!(optional instanceof Optional)) return new CelError(`value ${goText(optional)} is not optional`);
    if (optional.value !== undefined) values.push(optional.value);
  }
  return values;
}

const signature = (args: readonly CelType[], result: CelType) => [args, result] as const;

/** Values that may be absent, and the syntax for them. */
export const optionalLibrary: Library = {
  optionalSyntax: true,
  types: [opaqueType('optional_type')],
  macros: [optMap, optFlatMap],
  functions: [
    declare(
      'optional.of',
      overload('optional_of', [[v], optionalV], (value: Value) => Optional.of(value)),
    ),
    declare(
      'optional.ofNonZeroValue',
      overload('optional_ofNonZeroValue', [[v], optionalV], (value: Value) =>
        isZero(value) ? Optional.none : Optional.of(value),
      ),
    ),
    declare(
      'optional.none',
      overload('optional_none', [[], optionalV], () => Optional.none),
    ),
    declare(
      'value',
      memberOverload(
        'optional_value',
        [[optionalV], v],
        ({ value }: Optional) => value ?? (value === null ? null : new CelError('optional.none() dereference')),
      ),
    ),
    declare(
      'hasValue',
      memberOverload('optional_hasValue', [[optionalV], types.bool], ({ value }: Optional) => value !== undefined),
    ),
    declare('or', memberOverload('optional_or_optional', [[optionalV, optionalV], optionalV])),
    declare('orValue', memberOverload('optional_orValue_value', [[optionalV, v], v])),
    declare(operators.optionalSelect, overload('select_optional_field', [[types.dyn, types.string], optionalV])),
    declare(
      operators.optionalIndex,
      overload('list_optindex_optional_int', signature([listV, types.int], optionalV)),
      overload('optional_list_optindex_optional_int', signature([optionalType(listV), types.int], optionalV)),
      overload('map_optindex_optional_value', signature([mapKV, k], optionalV)),
      overload('optional_map_optindex_optional_value', signature([optionalType(mapKV), k], optionalV)),
    ),
    declare(
      operators.index,
      overload('optional_list_index_int', signature([optionalType(listV), types.int], optionalV)),
      overload('optional_map_index_value', signature([optionalType(mapKV), k], optionalV)),
    ),
    declare(
      'last',
      memberOverload('list_last', [[listV], optionalV], (list: List) =>
        listSize(list) === 0 ? Optional.none : Optional.of(listAt(list, listSize(list) - 1)),
      ),
    ),
    declare(
      'first',
      memberOverload('list_first', [[listV], optionalV], (list: List) =>
        listSize(list) === 0 ? Optional.none : Optional.of(listAt(list, 0)),
      ),
    ),
    declare('optional.unwrap', overload('optional_unwrap', [[listType(optionalV)], listV], unwrap)),
    declare('unwrapOpt', memberOverload('optional_unwrapOpt', [[listType(optionalV)], listV], unwrap)),
  ],
};
