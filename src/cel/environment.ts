import { type FunctionDeclaration, mergeFunctions, type TypeProvider } from './check/declarations.ts';
import type { CheckEnvironment } from './check/scope.ts';
import type { Validator } from './check/validator.ts';
import { type CostCounter, type FunctionCosts, type OverloadCosts, standardCounter } from './cost/call-cost.ts';
import type { EvaluationEnvironment, PatternFunction } from './evaluate/environment.ts';
import type { Library } from './library/library.ts';
import { standardLibrary } from './library/standard.ts';
import { matchesCompiled } from './library/standard-functions.ts';
import { crossTypeComparisons } from './library/standard-operators.ts';
import { wellKnownMessages } from './library/well-known-messages.ts';
import type { SyntaxOptions } from './syntax/ast-builder.ts';
import { type Macro, macroTable } from './syntax/macro.ts';
import { type CelType, typeOfType } from './values/type.ts';
import { CelError, type Value } from './values/value.ts';

/** What an environment adds to the one it extends. */
export interface EnvironmentOptions {
  readonly libraries?: readonly Library[];
  readonly variables?: Readonly<Record<string, CelType>>;
  /** Of several providers the last one added is asked first. */
  readonly types?: TypeProvider;
  readonly container?: string;
  /** `1 < 2.5` is allowed. */
  readonly crossTypeComparisons?: boolean;
  readonly functionCosts?: FunctionCosts;
  readonly patternFunctions?: Readonly<Record<string, PatternFunction>>;
}

interface Contents {
  readonly container: string;
  readonly bannedOverloads: ReadonlySet<string>;
  readonly variables: ReadonlyMap<string, CelType>;
  readonly functions: ReadonlyMap<string, FunctionDeclaration>;
  readonly macros: readonly Macro[];
  readonly optionalSyntax: boolean;
  readonly typeNames: ReadonlyMap<string, CelType>;
  readonly providers: readonly TypeProvider[];
  readonly validators: readonly Validator[];
  readonly overloadCosts: ReadonlyMap<string, OverloadCosts>;
  readonly functionCosts: FunctionCosts | undefined;
  readonly patternFunctions: ReadonlyMap<string, PatternFunction>;
}

/** What expressions are written in: variables, functions, macros and types. Never changes; `extend` makes another. */
export class Environment implements CheckEnvironment, EvaluationEnvironment {
  readonly #contents: Contents;
  readonly syntax: SyntaxOptions;

  private constructor(contents: Contents) {
    this.#contents = contents;
    this.syntax = { macros: macroTable(contents.macros), optionalSyntax: contents.optionalSyntax };
  }

  /** With the standard library. */
  static create(options: EnvironmentOptions = {}): Environment {
    const empty = new Environment({
      container: '',
      bannedOverloads: crossTypeComparisons,
      variables: new Map(),
      functions: new Map(),
      macros: [],
      optionalSyntax: false,
      typeNames: new Map(),
      providers: [wellKnownMessages],
      validators: [],
      overloadCosts: new Map(),
      functionCosts: undefined,
      patternFunctions: new Map([['matches', matchesCompiled]]),
    });
    return empty
      .extend({ libraries: [standardLibrary] })
      .#withTypeVariables()
      .extend(options);
  }

  extend(options: EnvironmentOptions): Environment {
    let contents = this.#contents;
    for (const library of options.libraries ?? []) contents = withLibrary(contents, library);
    return new Environment({
      ...contents,
      container: options.container ?? contents.container,
      bannedOverloads: options.crossTypeComparisons === true ? new Set() : contents.bannedOverloads,
      variables: new Map([...contents.variables, ...Object.entries(options.variables ?? {})]),
      providers: options.types === undefined ? contents.providers : [options.types, ...contents.providers],
      functionCosts: options.functionCosts ?? contents.functionCosts,
      patternFunctions: new Map([...contents.patternFunctions, ...Object.entries(options.patternFunctions ?? {})]),
    });
  }

  /** Declares the names of the standard types as variables, so that nothing else can be declared under them. */
  #withTypeVariables(): Environment {
    const variables = [...this.#contents.typeNames].map(([name, type]) => [name, typeOfType(type)]);
    return this.extend({ variables: Object.fromEntries(variables) });
  }

  get container(): string {
    return this.#contents.container;
  }
  get bannedOverloads(): ReadonlySet<string> {
    return this.#contents.bannedOverloads;
  }
  get patternFunctions(): ReadonlyMap<string, PatternFunction> {
    return this.#contents.patternFunctions;
  }
  get validators(): readonly Validator[] {
    return this.#contents.validators;
  }
  get overloadCosts(): ReadonlyMap<string, OverloadCosts> {
    return this.#contents.overloadCosts;
  }
  get functionCosts(): FunctionCosts | undefined {
    return this.#contents.functionCosts;
  }

  variable(name: string): CelType | undefined {
    return this.#contents.variables.get(name);
  }
  function(name: string): FunctionDeclaration | undefined {
    return this.#contents.functions.get(name);
  }
  findObjectType(name: string): CelType | undefined {
    return this.#first((provider) => provider.findObjectType(name));
  }
  findField(typeName: string, field: string): CelType | undefined {
    const provider = this.#contents.providers.find((each) => each.findObjectType(typeName) !== undefined);
    return provider?.findField(typeName, field);
  }
  findIdent(name: string): CelType | number | undefined {
    return this.#contents.typeNames.get(name) ?? this.#first((provider) => provider.findIdent?.(name));
  }
  newObject(typeName: string, fields: ReadonlyMap<string, Value>): Value {
    const made = this.#first((provider) => provider.newObject?.(typeName, fields));
    return made === undefined ? new CelError(`unknown type '${typeName}'`) : made;
  }

  costCounter(name: string, overload: string): CostCounter | undefined {
    const { overloadCosts, functionCosts } = this.#contents;
    return overloadCosts.get(overload)?.actual ?? functionCosts?.counter(name, overload) ?? standardCounter(overload);
  }

  #first<R>(ask: (provider: TypeProvider) => R | undefined): R | undefined {
    for (const provider of this.#contents.providers) {
      const answer = ask(provider);
      if (answer !== undefined) return answer;
    }
    return undefined;
  }
}

function withLibrary(contents: Contents, library: Library): Contents {
  const functions = new Map(contents.functions);
  for (const declared of library.functions ?? []) {
    const existing = functions.get(declared.name);
    functions.set(declared.name, existing === undefined ? declared : mergeFunctions(existing, declared));
  }
  const typeNames = (library.types ?? []).map((type) => [type.name, type] as const);
  return {
    ...contents,
    functions,
    macros: [...contents.macros, ...(library.macros ?? [])],
    optionalSyntax: contents.optionalSyntax || library.optionalSyntax === true,
    typeNames: new Map([...contents.typeNames, ...typeNames]),
    validators: [...contents.validators, ...(library.validators ?? [])],
    overloadCosts: new Map([...contents.overloadCosts, ...(library.costs ?? [])]),
  };
}
