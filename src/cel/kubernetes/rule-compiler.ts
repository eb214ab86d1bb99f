import type { Environment } from '../environment.ts';
import { compile, type Program } from '../program.ts';
import { type CelType, optionalType } from '../values/type.ts';
import { type DeclType, MAX_REQUEST_BYTES } from './decl-type.ts';
import { COMPATIBILITY_VERSION, type KubernetesVersion, kubernetesEnvironment } from './environment.ts';
import { SchemaTypes } from './schema-types.ts';
import { sizeBelow } from './size-below.ts';

/** From here on `self.namespace` means the property, though `namespace` is a reserved word. */
const KEYWORD_FIELDS_SINCE = 31;

/** What is compiled of a rule. */
interface RuleExpressions {
  readonly rule?: string;
  readonly messageExpression?: string;
  readonly optionalOldSelf?: boolean;
}

/** Whether an expression was stored before, and may therefore use all that any server may have known. */
export interface StoredExpressions {
  hasRule(expression: string): boolean;
  hasMessage(expression: string): boolean;
}

/** For rules that are evaluated: they were stored. */
export const allStored: StoredExpressions = { hasRule: () => true, hasMessage: () => true };

/** A rule, ready to be evaluated, or why it is not. An empty rule is neither. */
export interface CompiledRule {
  readonly program?: Program;
  readonly fault?: string;
  readonly usesOldSelf: boolean;
  /** The most that one evaluation costs. */
  readonly maxCost: bigint;
  readonly message?: Program;
  readonly messageFault?: string;
  readonly messageMaxCost: bigint;
}

const nothing: CompiledRule = { usesOldSelf: false, maxCost: 0n, messageMaxCost: 0n };

/** Compiles rules about values of one shape. k8s: apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go */
export class RuleCompiler {
  readonly #decl: DeclType;
  readonly #type: CelType;
  readonly #environments = new Map<string, Environment>();

  /** `type` is that of the declaration, which must have one. */
  constructor(decl: DeclType, type: CelType) {
    this.#decl = decl;
    this.#type = type;
  }

  compile(source: RuleExpressions, stored: StoredExpressions): CompiledRule {
    const { rule = '', messageExpression = '' } = source;
    if (rule.trim() === '') return nothing;
    const compiled = compile(rule, this.#environment(source, stored.hasRule(rule)));
    if ('issues' in compiled) return { ...nothing, fault: `compilation failed: ${compiled.issues}` };
    const { ast } = 'program' in compiled ? compiled.program : compiled;
    if (!isExactly(ast.types[ast.expr.id], 'bool')) {
      return { ...nothing, fault: 'cel expression must evaluate to a bool' };
    }
    const usesOldSelf = ast.references.some((reference) => reference?.kind === 'ident' && reference.name === 'oldSelf');
    if ('planFault' in compiled) {
      return { ...nothing, usesOldSelf, fault: `program instantiation failed: ${compiled.planFault}` };
    }
    const { program } = compiled;
    const result = { ...nothing, program, usesOldSelf, maxCost: this.#maxCost(program) };
    if (messageExpression === '') return result;
    return { ...result, ...this.#message(source, messageExpression, stored) };
  }

  #message(source: RuleExpressions, expression: string, stored: StoredExpressions): Partial<CompiledRule> {
    const compiled = compile(expression, this.#environment(source, stored.hasMessage(expression)));
    if ('issues' in compiled) return { messageFault: `messageExpression compilation failed: ${compiled.issues}` };
    const { ast } = 'program' in compiled ? compiled.program : compiled;
    if (!isExactly(ast.types[ast.expr.id], 'string')) {
      return { messageFault: 'messageExpression must evaluate to a string' };
    }
    if ('planFault' in compiled) {
      return { messageFault: `messageExpression instantiation failed: ${compiled.planFault}` };
    }
    return { message: compiled.program, messageMaxCost: this.#maxCost(compiled.program) };
  }

  #maxCost(program: Program): bigint {
    return program.estimateCost(sizeBelow(this.#decl)).max;
  }

  #environment({ optionalOldSelf = false }: RuleExpressions, isStored: boolean): Environment {
    const key = `${isStored} ${optionalOldSelf}`;
    let environment = this.#environments.get(key);
    if (environment === undefined) {
      const version: KubernetesVersion = isStored ? 'newest' : COMPATIBILITY_VERSION;
      const oldType = optionalOldSelf ? optionalType(this.#type) : this.#type;
      environment = ruleEnvironment(version, this.#decl, { self: this.#type, oldSelf: oldType });
      this.#environments.set(key, environment);
    }
    return environment;
  }
}

/** What expressions about values of a shape are written in. */
export function ruleEnvironment(
  version: KubernetesVersion,
  decl: DeclType,
  variables: Readonly<Record<string, CelType>>,
): Environment {
  const keywordFields = version === 'newest' || version >= KEYWORD_FIELDS_SINCE;
  return kubernetesEnvironment(version).extend({ variables, types: new SchemaTypes([decl], { keywordFields }) });
}

function isExactly(type: CelType | undefined, kind: CelType['kind']): boolean {
  return type?.kind === kind && !type.nullable;
}

/** How often a value of this shape can be in an object at most. At least a comma separates it from the next. */
export function maxCardinality({ minSize }: DeclType): bigint {
  return BigInt(Math.trunc(MAX_REQUEST_BYTES / (minSize + 1)));
}
