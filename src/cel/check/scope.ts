import { CelType, typeOfType, types } from '../values/type.ts';
import type { Value } from '../values/value.ts';
import type { FunctionDeclaration } from './declarations.ts';

/** What the checker asks an environment. */
export interface CheckEnvironment {
  readonly container: string;
  readonly bannedOverloads: ReadonlySet<string>;
  variable(name: string): CelType | undefined;
  function(name: string): FunctionDeclaration | undefined;
  findObjectType(name: string): CelType | undefined;
  findField(typeName: string, field: string): CelType | undefined;
  findIdent(name: string): CelType | number | undefined;
}

interface Ident {
  readonly name: string;
  readonly type: CelType;
  readonly value?: Value;
}

/** The names that are known at a place: those of the environment, and of the loops around it. */
export class Scope {
  readonly #environment: CheckEnvironment;
  readonly #outer: Scope | undefined;
  readonly #variables: ReadonlyMap<string, CelType>;

  constructor(environment: CheckEnvironment, inner?: { outer: Scope; variables: ReadonlyMap<string, CelType> }) {
    this.#environment = environment;
    this.#outer = inner?.outer;
    this.#variables = inner?.variables ?? new Map();
  }

  with(variables: readonly (readonly [string, CelType])[]): Scope {
    return new Scope(this.#environment, { outer: this, variables: new Map(variables) });
  }

  findIdent(written: string): Ident | undefined {
    for (const name of candidates(this.#environment.container, written)) {
      const type = this.#local(name) ?? this.#environment.variable(name);
      if (type !== undefined) return { name, type };
      const found = this.#global(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #local(name: string): CelType | undefined {
    const type = this.#variables.get(name);
    if (type !== undefined || this.#outer === undefined) return type;
    return this.#outer.#local(name);
  }

  #global(name: string): Ident | undefined {
    const object = this.#environment.findObjectType(name);
    if (object !== undefined) return { name, type: typeOfType(object) };
    const ident = this.#environment.findIdent(name);
    if (ident === undefined) return undefined;
    if (ident instanceof CelType) return { name, type: typeOfType(ident) };
    return { name, type: types.int, value: ident };
  }

  findFunction(written: string): FunctionDeclaration | undefined {
    for (const name of candidates(this.#environment.container, written)) {
      const found = this.#environment.function(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** What a name can mean in a container: in it, in those around it, or by itself. A dot before it says: by itself. */
function candidates(container: string, name: string): readonly string[] {
  if (name.startsWith('.')) return [name.slice(1)];
  if (container === '') return [name];
  const names: string[] = [];
  for (let prefix = container; prefix !== ''; prefix = prefix.slice(0, Math.max(prefix.lastIndexOf('.'), 0)))
    names.push(`${prefix}.${name}`);
  return [...names, name];
}
