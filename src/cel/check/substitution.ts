import { type CelType, listType, mapType, opaqueType, typeOfType, types } from '../values/type.ts';

/**
 * What type parameters stand for, found out while an expression is checked. Steps can be taken back: an overload that
 * does not fit leaves nothing behind.
 */
export class Substitution {
  readonly #bound = new Map<string, CelType>();
  /** What was there before each change, the last change last. */
  readonly #undo: (readonly [string, CelType | undefined])[] = [];

  find(type: CelType): CelType | undefined {
    return type.kind === 'parameter' ? this.#bound.get(type.name) : undefined;
  }

  bind(parameter: CelType, to: CelType): void {
    this.#undo.push([parameter.name, this.#bound.get(parameter.name)]);
    this.#bound.set(parameter.name, to);
  }

  /** Keeps what `attempt` bound only if it succeeds. */
  try(attempt: () => boolean): boolean {
    const mark = this.#undo.length;
    if (attempt()) return true;
    while (this.#undo.length > mark) {
      const [name, before] = this.#undo.pop() as readonly [string, CelType | undefined];
      if (before === undefined) this.#bound.delete(name);
      else this.#bound.set(name, before);
    }
    return false;
  }

  /** The type with all bound parameters replaced. */
  apply(type: CelType): CelType {
    return replaceParameters(type, (parameter) => this.#bound.get(parameter.name));
  }

  /** Like `apply`; parameters that are not bound become `dyn`. */
  close(type: CelType): CelType {
    return replaceParameters(type, (parameter) => this.#bound.get(parameter.name) ?? types.dyn);
  }
}

/** Replaces parameters, also within what they are replaced by. The same type if there is nothing to replace. */
export function replaceParameters(type: CelType, by: (parameter: CelType) => CelType | undefined): CelType {
  if (type.kind === 'parameter') {
    const replacement = by(type);
    return replacement === undefined || replacement === type ? type : replaceParameters(replacement, by);
  }
  if (type.parameters.length === 0) return type;
  const replaced = type.parameters.map((parameter) => replaceParameters(parameter, by));
  if (replaced.every((parameter, i) => parameter === type.parameters[i])) return type;
  return withParameters(type, replaced);
}

function withParameters(type: CelType, parameters: readonly CelType[]): CelType {
  const [first, second] = parameters as [CelType, CelType];
  switch (type.kind) {
    case 'list':
      return listType(first);
    case 'map':
      return mapType(first, second);
    case 'type':
      return typeOfType(first);
    default:
      return opaqueType(type.name, ...parameters);
  }
}

export function isDynamic({ kind }: CelType): boolean {
  return kind === 'dyn' || kind === 'any';
}

/** Whether values of `from` can stand where `to` is wanted. Binds parameters of both, for good if it answers true. */
export function isAssignable(bound: Substitution, from: CelType, to: CelType): boolean {
  return bound.try(() => unify(bound, from, to));
}

export function areAssignable(bound: Substitution, from: readonly CelType[], to: readonly CelType[]): boolean {
  return bound.try(() => unifyAll(bound, from, to));
}

function unifyAll(bound: Substitution, from: readonly CelType[], to: readonly CelType[]): boolean {
  return from.length === to.length && from.every((type, i) => unify(bound, type, to[i] as CelType));
}

function unify(bound: Substitution, from: CelType, to: CelType): boolean {
  if (to.kind === 'parameter') {
    const answer = bindParameter(bound, to, from);
    if (answer !== 'cannot') return answer === 'fits';
  }
  if (from.kind === 'parameter') return bindParameter(bound, from, to) === 'fits';
  if (isDynamic(from) || isDynamic(to) || from.kind === 'error' || to.kind === 'error') return true;
  if (from.kind === 'null') return isNullable(to);
  if (to.kind === 'null') return isNullable(from);
  switch (from.kind) {
    case 'type':
      return to.kind === 'type';
    case 'opaque':
    case 'list':
    case 'map':
      return from.kind === to.kind && from.name === to.name && unifyAll(bound, from.parameters, to.parameters);
    default:
      return to.accepts(from);
  }
}

/** `cannot`: the parameter is not bound, and binding it would make its type contain itself. */
function bindParameter(bound: Substitution, parameter: CelType, to: CelType): 'fits' | 'fits not' | 'cannot' {
  if (parameter.equals(to)) return 'fits';
  const before = bound.find(parameter);
  if (before === undefined) {
    if (occurs(bound, parameter, to)) return 'cannot';
    bound.bind(parameter, to);
    return 'fits';
  }
  if (to.equals(before)) return 'fits';
  if (!unify(bound, to, before)) return 'fits not';
  const general = moreGeneral(to, before);
  if (!occurs(bound, parameter, general)) bound.bind(parameter, general);
  return 'fits';
}

function occurs(bound: Substitution, parameter: CelType, within: CelType): boolean {
  if (parameter.equals(within)) return true;
  if (within.kind === 'parameter') {
    const replacement = bound.find(within);
    return replacement !== undefined && occurs(bound, parameter, replacement);
  }
  return within.parameters.some((part) => occurs(bound, parameter, part));
}

function isNullable(type: CelType): boolean {
  switch (type.kind) {
    case 'opaque':
    case 'struct':
    case 'any':
    case 'duration':
    case 'timestamp':
      return true;
    default:
      return type.accepts(types.null);
  }
}

/** Of two types that fit each other, the one that says less. */
export function moreGeneral(a: CelType, b: CelType): CelType {
  return saysNoMore(a, b) ? a : b;
}

function saysNoMore(a: CelType, b: CelType): boolean {
  if (isDynamic(a) || a.kind === 'parameter') return true;
  if (isDynamic(b) || b.kind === 'parameter' || a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'opaque':
    case 'list':
    case 'map':
      return (
        a.name === b.name &&
        a.parameters.length === b.parameters.length &&
        a.parameters.every((parameter, i) => saysNoMore(parameter, b.parameters[i] as CelType))
      );
    case 'type':
      return true;
    default:
      return a.equals(b);
  }
}
