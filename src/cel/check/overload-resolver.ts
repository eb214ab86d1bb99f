import { type CelType, typeParameter, types } from '../values/type.ts';
import type { FunctionDeclaration, Overload } from './declarations.ts';
import { areAssignable, isDynamic, replaceParameters, type Substitution } from './substitution.ts';

export interface Resolution {
  readonly type: CelType;
  readonly overloads: readonly string[];
}

interface CallShape {
  readonly argTypes: readonly CelType[];
  /** Called as `first.name(rest)`. */
  readonly member: boolean;
}

/** Finds the overloads of functions that fit the types of arguments. */
export class OverloadResolver {
  readonly #bound: Substitution;
  /**
   * Overloads that are not allowed outside of loops. The first loop lifts this for the rest of the expression: cel-go
   * does so, and rules rely on it.
   */
  #banned: ReadonlySet<string>;
  #parameters = 0;

  constructor(bound: Substitution, banned: ReadonlySet<string>) {
    this.#bound = bound;
    this.#banned = banned;
  }

  liftBan(): void {
    this.#banned = new Set();
  }

  newParameter(): CelType {
    return typeParameter(`_var${this.#parameters++}`);
  }

  /** All that fit, and their common type; a message if none does. */
  resolve({ name, overloads: declared }: FunctionDeclaration, { argTypes, member }: CallShape): Resolution | string {
    const overloads: string[] = [];
    let type: CelType | undefined;
    for (const overload of declared) {
      if (overload.member !== member || this.#banned.has(overload.id)) continue;
      if (overload.args.length !== argTypes.length) continue;
      const { parameters, result } = this.#instantiate(overload);
      if (!areAssignable(this.#bound, argTypes, parameters)) continue;
      overloads.push(overload.id);
      const resultType = this.#bound.apply(result);
      if (type === undefined) type = resultType;
      else if (!isDynamic(type) && !resultType.equals(type)) type = types.dyn;
    }
    if (type !== undefined) return { type, overloads };
    const shown = argTypes.map((argType) => this.#bound.close(argType).toString());
    const signature = member ? `${shown[0]}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`;
    return `found no matching overload for '${name}' applied to '${signature}'`;
  }

  /** Renames the type parameters of the overload, so that they are bound for this call alone. */
  #instantiate(overload: Overload): { readonly parameters: readonly CelType[]; readonly result: CelType } {
    const own = new Map<string, CelType>();
    const fresh = (type: CelType): CelType =>
      replaceParameters(type, (parameter) => {
        if (parameter.name.startsWith('_var')) return undefined;
        let replacement = own.get(parameter.name);
        if (replacement === undefined) {
          replacement = this.newParameter();
          own.set(parameter.name, replacement);
        }
        return replacement;
      });
    return { parameters: overload.args.map(fresh), result: fresh(overload.result) };
  }
}
