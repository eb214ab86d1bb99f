import type { CelType } from '../values/type.ts';
import type { CelError, Value } from '../values/value.ts';

/**
 * What a function does. Its arguments have the types of the overload: that is checked before. They are no `CelError`s,
 * unless the overload is `nonStrict`; the result may be one.
 */
export type Implementation = (a: never, b: never, c: never, d: never) => Value;

/** One signature of a function. */
export interface Overload {
  readonly id: string;
  /** Called as `first.name(rest)`. */
  readonly member: boolean;
  readonly args: readonly CelType[];
  readonly result: CelType;
  /** It is called even if an argument failed. */
  readonly nonStrict?: boolean;
  /** Arguments behind one that failed are not evaluated. Always so from three on. */
  readonly stopsAtFailure?: boolean;
  /** Absent when the function has one implementation for all overloads. */
  readonly call?: Implementation;
}

export interface FunctionDeclaration {
  readonly name: string;
  readonly overloads: readonly Overload[];
  /** One implementation for all overloads. */
  readonly call?: Implementation;
  /** Arguments are not checked against the types of an overload before it is called. */
  readonly unguarded?: boolean;
}

/** The overloads of both, in their order. The same overload twice is one. */
export function mergeFunctions(a: FunctionDeclaration, b: FunctionDeclaration): FunctionDeclaration {
  const known = new Set(a.overloads.map(({ id }) => id));
  const call = b.call ?? a.call;
  const unguarded = a.unguarded === true || b.unguarded === true;
  return {
    name: a.name,
    overloads: [...a.overloads, ...b.overloads.filter(({ id }) => !known.has(id))],
    ...(call === undefined ? {} : { call }),
    ...(unguarded ? { unguarded } : {}),
  };
}

/** Where types of objects come from. Asked when an expression names them. */
export interface TypeProvider {
  /** The type of that name, if it is an object type. */
  findObjectType(name: string): CelType | undefined;
  findField(typeName: string, field: string): CelType | undefined;
  /** What a name stands for without being a variable: a type, or the number of an enum's value. */
  findIdent?(name: string): CelType | number | undefined;
  /** Makes an object: `name{field: value}`. Undefined for types of other providers. */
  newObject?(typeName: string, fields: ReadonlyMap<string, Value>): Value | CelError | undefined;
}
