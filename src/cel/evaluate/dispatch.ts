import type { FunctionDeclaration, Implementation, Overload } from '../check/declarations.ts';
import { listAt, listSize } from '../values/lists.ts';
import { mapFind, mapKeys } from '../values/maps.ts';
import type { CelType } from '../values/type.ts';
import { CelError, isList, isMap, typeOf, type Value } from '../values/value.ts';

/** A function as the evaluator calls it. */
export type Call = (...args: Value[]) => Value;

export interface Callee {
  readonly call: Call;
  /** Arguments are evaluated only as far as none fails. */
  readonly stopsAtFailure: boolean;
}

/** The implementation of a call: that of its only overload, or one that chooses by the types of the arguments. */
export function calleeOf(declared: FunctionDeclaration, overloadId: string | undefined): Callee | undefined {
  const bound = declared.overloads.filter(({ call }) => call !== undefined);
  const known = bound.find(({ id }) => id === overloadId);
  if (known !== undefined) return single(declared, known);
  if (declared.call !== undefined) return { call: anyArguments(declared.call), stopsAtFailure: false };
  if (bound.length === 0) return undefined;
  if (bound.length === 1) return single(declared, bound[0] as Overload);
  return { call: dispatch(declared, bound), stopsAtFailure: true };
}

/** For implementations that take any arguments: their types were checked before. */
function anyArguments(call: Implementation): Call {
  return call as Call;
}

function single(declared: FunctionDeclaration, overload: Overload): Callee {
  const call = anyArguments(overload.call as Implementation);
  const stopsAtFailure = overload.stopsAtFailure === true;
  if (declared.unguarded === true) return { call, stopsAtFailure };
  const { args: types } = overload;
  if (types.length === 1) {
    const [type] = types as [CelType];
    const unary = (value: Value): Value => (fits(type, value) ? call(value) : noOverload(declared.name, [value]));
    return { call: unary as Call, stopsAtFailure };
  }
  const guarded = (...args: Value[]): Value =>
    fitAll(overload, args) ? call(...args) : noOverload(declared.name, args);
  return { call: guarded, stopsAtFailure };
}

function dispatch(declared: FunctionDeclaration, overloads: readonly Overload[]): Call {
  return (...args) => {
    for (const overload of overloads)
      if (declared.unguarded === true ? overload.args.length === args.length : fitAll(overload, args))
        return anyArguments(overload.call as Implementation)(...args);
    return noOverload(declared.name, args);
  };
}

function fitAll(overload: Overload, args: readonly Value[]): boolean {
  return overload.args.length === args.length && args.every((arg, i) => fits(overload.args[i] as CelType, arg));
}

function noOverload(name: string, args: readonly Value[]): CelError {
  const failed = args.find((arg) => arg instanceof CelError);
  if (failed !== undefined) return failed as CelError;
  return new CelError(`no such overload: ${name}(${args.map((arg) => typeOf(arg).name).join(', ')})`);
}

/** Whether a value has a type. Of lists and maps only the first entry is looked at. */
function fits(type: CelType, value: Value): boolean {
  if (value instanceof CelError) return false;
  if (type.kind === 'dyn' || type.kind === 'any' || type.kind === 'parameter') return true;
  if (type.name !== typeOf(value).name) return type.nullable && value === null;
  if (type.kind === 'list' && isList(value)) {
    return listSize(value) === 0 || fits(type.parameters[0] as CelType, listAt(value, 0));
  }
  if (type.kind === 'map' && isMap(value)) return firstEntryFits(type, value);
  return true;
}

function firstEntryFits(type: CelType, map: Parameters<typeof mapKeys>[0]): boolean {
  const [key] = mapKeys(map);
  if (key === undefined) return true;
  const [keyType, valueType] = type.parameters as [CelType, CelType];
  return fits(keyType, key) && fits(valueType, mapFind(map, key) as Value);
}
