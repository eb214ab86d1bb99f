import {
  type Ast,
  type CallExpr,
  type ComprehensionExpr,
  type Expr,
  type ListExpr,
  type MapExpr,
  operators,
  qualifiedName,
  type SelectExpr,
  type StructExpr,
} from '../syntax/ast.ts';
import { Issues } from '../syntax/issues.ts';
import { type CelType, isOptionalType, listType, mapType, optionalType, types } from '../values/type.ts';
import { typeOf } from '../values/value.ts';
import type { CheckedAst, Reference } from './checked-ast.ts';
import type { FunctionDeclaration, Overload } from './declarations.ts';
import { messageName, runtimeName } from './message-name.ts';
import { OverloadResolver, type Resolution } from './overload-resolver.ts';
import { type CheckEnvironment, Scope } from './scope.ts';
import { isAssignable, isDynamic, moreGeneral, Substitution } from './substitution.ts';

type CheckResult = { readonly ast: CheckedAst } | { readonly issues: Issues };

/** Gives each expression its type and each name its meaning. */
export function check(ast: Ast, environment: CheckEnvironment): CheckResult {
  const checker = new Checker(ast, environment);
  return checker.run();
}

class Checker {
  readonly #ast: Ast;
  readonly #environment: CheckEnvironment;
  readonly #issues: Issues;
  readonly #types: (CelType | undefined)[] = [];
  readonly #references: (Reference | undefined)[] = [];
  readonly #bound = new Substitution();
  #scope: Scope;
  readonly #overloads: OverloadResolver;

  constructor(ast: Ast, environment: CheckEnvironment) {
    this.#ast = ast;
    this.#environment = environment;
    this.#issues = new Issues(ast.source);
    this.#scope = new Scope(environment);
    this.#overloads = new OverloadResolver(this.#bound, environment.bannedOverloads);
  }

  run(): CheckResult {
    this.#check(this.#ast.expr);
    if (this.#issues.count > 0) return { issues: this.#issues };
    const closed = this.#types.map((type) => (type === undefined ? undefined : this.#bound.close(type)));
    return {
      ast: { ...this.#ast, environment: this.#environment, types: closed, references: this.#references },
    };
  }

  #check(expr: Expr): void {
    switch (expr.kind) {
      case 'literal':
        this.#types[expr.id] = typeOf(expr.value);
        return;
      case 'ident':
        if (!this.#resolve(expr, expr.name)) this.#undeclared(expr, expr.name);
        return;
      case 'select':
        this.#select(expr);
        return;
      case 'call':
        this.#call(expr);
        return;
      case 'list':
        this.#list(expr);
        return;
      case 'map':
        this.#map(expr);
        return;
      case 'struct':
        this.#struct(expr);
        return;
      case 'comprehension':
        this.#loop(expr);
        return;
      default:
        this.#report(expr.id, 'unexpected unspecified type: ');
    }
  }

  #typeOf(expr: Expr): CelType {
    return this.#types[expr.id] ?? types.error;
  }
  #report(id: number, message: string): void {
    const position = this.#ast.positions[id] ?? -1;
    this.#issues.add(this.#ast.source.locationOf(position), message);
  }
  #undeclared(expr: Expr, name: string): void {
    this.#types[expr.id] = types.error;
    this.#report(expr.id, `undeclared reference to '${name}' (in container '${this.#environment.container}')`);
  }
  #mismatch(id: number, expected: CelType, found: CelType): void {
    this.#report(id, `expected type '${expected}' but found '${found}'`);
  }

  /** Whether the name is known, as a variable or something that stands for itself. */
  #resolve(expr: Expr, name: string): boolean {
    const ident = this.#scope.findIdent(name);
    if (ident === undefined) return false;
    this.#types[expr.id] = ident.type;
    this.#references[expr.id] = {
      kind: 'ident',
      name: ident.name,
      ...(ident.value === undefined ? {} : { value: ident.value }),
    };
    return true;
  }

  #select(expr: SelectExpr): void {
    const name = qualifiedName(expr);
    if (name !== undefined && this.#resolve(expr, name)) return;
    const type = this.#fieldType(expr, expr.operand, { field: expr.field, optional: false });
    this.#types[expr.id] = this.#bound.apply(expr.testOnly ? types.bool : type);
  }

  #fieldType(expr: Expr, operand: Expr, { field, optional }: { field: string; optional: boolean }): CelType {
    this.#check(operand);
    const operandType = this.#bound.apply(this.#typeOf(operand));
    const isOptional = isOptionalType(operandType);
    const target = isOptional ? (operandType.parameters[0] as CelType) : operandType;
    const type = this.#selectedType(expr.id, target, field);
    return isOptional || optional ? optionalType(type) : type;
  }

  #selectedType(id: number, target: CelType, field: string): CelType {
    switch (target.kind) {
      case 'map':
        return target.parameters[1] as CelType;
      case 'struct':
        return this.#lookupField(id, target.name, field) ?? types.error;
      case 'parameter':
        isAssignable(this.#bound, types.dyn, target);
        return types.dyn;
      default:
        if (!isDynamic(target) && target.kind !== 'error')
          this.#report(id, `type '${target}' does not support field selection`);
        return types.dyn;
    }
  }

  #lookupField(id: number, typeName: string, field: string): CelType | undefined {
    const { environment } = { environment: this.#environment };
    if (environment.findObjectType(typeName) === undefined) {
      this.#report(id, `unexpected failed resolution of '${typeName}'`);
      return undefined;
    }
    const type = environment.findField(typeName, field);
    if (type === undefined) this.#report(id, `undefined field '${field}'`);
    return type;
  }

  #call(expr: CallExpr): void {
    if (expr.function === operators.optionalSelect) {
      this.#optionalSelect(expr);
      return;
    }
    for (const arg of expr.args) this.#check(arg);
    if (expr.target === undefined) {
      const declared = this.#scope.findFunction(expr.function);
      if (declared === undefined) {
        this.#undeclared(expr, expr.function);
        return;
      }
      this.#resolveCall(expr, declared, { receiver: undefined, namespaced: false });
      return;
    }
    const prefix = qualifiedName(expr.target);
    const namespaced = prefix === undefined ? undefined : this.#scope.findFunction(`${prefix}.${expr.function}`);
    if (namespaced !== undefined) {
      this.#resolveCall(expr, namespaced, { receiver: undefined, namespaced: true });
      return;
    }
    this.#check(expr.target);
    const declared = this.#scope.findFunction(expr.function);
    if (declared === undefined) {
      this.#undeclared(expr, expr.function);
      return;
    }
    this.#resolveCall(expr, declared, { receiver: expr.target, namespaced: false });
  }

  #optionalSelect(expr: CallExpr): void {
    const [operand, name] = expr.args as [Expr, Expr];
    const field = name.kind === 'literal' ? String(name.value) : '';
    const type = this.#fieldType(expr, operand, { field, optional: true });
    this.#types[expr.id] = this.#bound.apply(type);
    this.#references[expr.id] = {
      kind: 'call',
      function: expr.function,
      overloads: ['select_optional_field'],
      namespaced: false,
    };
  }

  #resolveCall(
    expr: CallExpr,
    declared: FunctionDeclaration,
    { receiver, namespaced }: { receiver: Expr | undefined; namespaced: boolean },
  ): void {
    const args = receiver === undefined ? expr.args : [receiver, ...expr.args];
    const found =
      declared.name === operators.and || declared.name === operators.or
        ? this.#logical(declared, args)
        : this.#fittingOverloads(expr.id, declared, { args, member: receiver !== undefined });
    this.#types[expr.id] = found?.type ?? types.error;
    if (found === undefined) return;
    this.#references[expr.id] = { kind: 'call', function: declared.name, overloads: found.overloads, namespaced };
  }

  /** An operand that is not boolean is reported at its own place. */
  #logical(declared: FunctionDeclaration, args: readonly Expr[]): Resolution | undefined {
    let good = true;
    for (const arg of args) {
      if (isAssignable(this.#bound, this.#typeOf(arg), types.bool)) continue;
      this.#mismatch(arg.id, types.bool, this.#typeOf(arg));
      good = false;
    }
    return good ? { type: types.bool, overloads: [(declared.overloads[0] as Overload).id] } : undefined;
  }

  #fittingOverloads(
    id: number,
    declared: FunctionDeclaration,
    { args, member }: { args: readonly Expr[]; member: boolean },
  ): Resolution | undefined {
    const found = this.#overloads.resolve(declared, { argTypes: args.map((arg) => this.#typeOf(arg)), member });
    if (typeof found !== 'string') return found;
    this.#report(id, found);
    return undefined;
  }

  #list(expr: ListExpr): void {
    let type: CelType | undefined;
    expr.elements.forEach((element, i) => {
      this.#check(element);
      const elementType = this.#elementType(element, { optional: expr.optional.includes(i) });
      type = this.#join(type, elementType);
    });
    this.#types[expr.id] = listType(type ?? this.#overloads.newParameter());
  }

  /** The type of an element or value; of `?x` the type inside of the optional. */
  #elementType(expr: Expr, { optional }: { optional: boolean }): CelType {
    const type = this.#typeOf(expr);
    if (!optional) return type;
    if (isOptionalType(type)) return type.parameters[0] as CelType;
    if (!isDynamic(type)) this.#mismatch(expr.id, optionalType(type), type);
    return type;
  }

  /** The more general of two types that fit each other; `dyn` if they do not. */
  #join(previous: CelType | undefined, current: CelType): CelType {
    if (previous === undefined) return current;
    if (isAssignable(this.#bound, previous, current)) return moreGeneral(previous, current);
    return types.dyn;
  }

  #map(expr: MapExpr): void {
    let keyType: CelType | undefined;
    let valueType: CelType | undefined;
    for (const { key, value, optional } of expr.entries) {
      this.#check(key);
      keyType = this.#join(keyType, this.#typeOf(key));
      this.#check(value);
      valueType = this.#join(valueType, this.#elementType(value, { optional }));
    }
    this.#types[expr.id] = mapType(
      keyType ?? this.#overloads.newParameter(),
      valueType ?? this.#overloads.newParameter(),
    );
  }

  #struct(expr: StructExpr): void {
    const ident = this.#scope.findIdent(expr.typeName);
    if (ident === undefined) {
      this.#undeclared(expr, expr.typeName);
      return;
    }
    this.#references[expr.id] = { kind: 'ident', name: ident.name };
    const made = this.#madeType(expr, ident.type);
    this.#types[expr.id] = made?.type ?? types.error;
    for (const field of expr.fields) {
      this.#check(field.value);
      const fieldType = this.#lookupField(field.id, made?.name ?? ident.name, field.name) ?? types.error;
      const valueType = this.#elementType(field.value, { optional: field.optional });
      if (isAssignable(this.#bound, fieldType, valueType)) continue;
      this.#report(
        field.id,
        `expected type of field '${field.name}' is '${fieldType}' but provided type is '${valueType}'`,
      );
    }
  }

  #madeType(expr: StructExpr, type: CelType): { readonly type: CelType; readonly name: string } | undefined {
    if (type.kind === 'error') return undefined;
    if (type.kind !== 'type') {
      this.#report(expr.id, `'${runtimeName(type)}' is not a type`);
      return undefined;
    }
    const made = type.parameters[0] as CelType;
    const message = messageName(made);
    if (message !== undefined) return { type: made, name: message };
    if (made.kind === 'struct') return { type: made, name: made.name };
    this.#report(expr.id, `'${runtimeName(made)}' is not a message type`);
    return undefined;
  }

  #loop(expr: ComprehensionExpr): void {
    this.#check(expr.range);
    this.#check(expr.accuInit);
    const accuType = this.#typeOf(expr.accuInit);
    const outside = this.#scope;
    const withAccu = outside.with([[expr.accuVar, accuType]]);
    this.#overloads.liftBan();
    const [first, second] = this.#iterationTypes(expr);
    const variables: [string, CelType][] = [[expr.iterVar, first]];
    if (expr.iterVar2 !== '') variables.push([expr.iterVar2, second]);
    this.#scope = withAccu.with(variables);
    this.#check(expr.condition);
    this.#expectType(expr.condition, types.bool);
    this.#check(expr.step);
    this.#expectType(expr.step, accuType);
    this.#scope = withAccu;
    this.#check(expr.result);
    this.#scope = outside;
    this.#types[expr.id] = this.#bound.apply(this.#typeOf(expr.result));
  }

  #iterationTypes({ range, iterVar2 }: ComprehensionExpr): readonly [CelType, CelType] {
    const type = this.#bound.apply(this.#typeOf(range));
    const [key, value] = type.parameters as [CelType, CelType];
    switch (type.kind) {
      case 'list':
        return iterVar2 === '' ? [key, types.error] : [types.int, key];
      case 'map':
        return [key, value];
      case 'dyn':
      case 'error':
      case 'parameter':
        isAssignable(this.#bound, types.dyn, type);
        return [types.dyn, types.dyn];
      default:
        this.#report(
          range.id,
          `expression of type '${type}' cannot be range of a comprehension (must be list, map, or dynamic)`,
        );
        return [types.error, types.error];
    }
  }

  #expectType(expr: Expr, type: CelType): void {
    if (!isAssignable(this.#bound, type, this.#typeOf(expr))) this.#mismatch(expr.id, type, this.#typeOf(expr));
  }
}
