import { type CompiledRule, DeclType, maxCardinality, RuleCompiler, type StoredExpressions } from '#cel';
import { type FieldError, type FieldPath, fieldErrors, type Json, type ValidationRule } from '#meta';
import { additionalOf, itemsOf, type JsonSchema } from '../json-schema.ts';
import { compileSchema } from '../structural-schema.ts';
import { hasRules, SELF_TYPE_NAME } from './rule-node.ts';

/** What one expression may cost by its estimate, and all of a schema together. */
const EXPRESSION_COST_LIMIT = 10_000_000n;
const SCHEMA_COST_LIMIT = 100_000_000n;
const MAX_UINT64 = (1n << 64n) - 1n;
/** Of the expressions that made a schema too expensive, so many are told. */
const MAX_TOLD = 4;

export interface RuleDefinitionOptions {
  readonly stored: StoredExpressions;
  /** The schema was stored before: a single expression may cost what it costs. */
  readonly ignoreExpressionCosts: boolean;
  /** A rule as messages show it. */
  readonly showRule: (rule: ValidationRule) => Json;
}

/** What the rules of a whole schema cost. */
class TotalCost {
  #total = 0n;
  readonly #expensive: { readonly at: FieldPath; readonly cost: bigint }[] = [];

  add(at: FieldPath, cost: bigint): void {
    this.#total = least(this.#total + cost, MAX_UINT64);
    if (cost < SCHEMA_COST_LIMIT / 100n) return;
    this.#expensive.push({ at, cost });
    this.#expensive.sort((a, b) => (a.cost > b.cost ? -1 : a.cost < b.cost ? 1 : 0));
    this.#expensive.length = Math.min(this.#expensive.length, MAX_TOLD);
  }

  validateAll(at: FieldPath): FieldError[] {
    if (this.#total <= SCHEMA_COST_LIMIT) return [];
    const detail = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...this.#expensive.map((one) => fieldErrors.forbidden(one.at, detail)),
      fieldErrors.forbidden(at, costFault(what, this.#total, SCHEMA_COST_LIMIT)),
    ];
  }
}

/**
 * Where rules stand in a schema: how often values can be there, and what the schema costs so far.
 * k8s: apiextensions-apiserver/pkg/apis/apiextensions/validation/cel_validation.go
 */
export class RulePlace {
  readonly options: RuleDefinitionOptions;
  readonly #total: TotalCost;
  /** Undefined where nothing bounds it. */
  readonly #cardinality: bigint | undefined;
  readonly #isResource: boolean;
  /** The list whose items have no former selves, if this is inside of one. */
  readonly #uncorrelated: FieldPath | undefined;

  private constructor(parts: {
    readonly options: RuleDefinitionOptions;
    readonly total: TotalCost;
    readonly cardinality: bigint | undefined;
    readonly isResource: boolean;
    readonly uncorrelated: FieldPath | undefined;
  }) {
    this.options = parts.options;
    this.#total = parts.total;
    this.#cardinality = parts.cardinality;
    this.#isResource = parts.isResource;
    this.#uncorrelated = parts.uncorrelated;
  }

  static root(options: RuleDefinitionOptions): RulePlace {
    return new RulePlace({
      options,
      total: new TotalCost(),
      cardinality: 1n,
      isResource: true,
      uncorrelated: undefined,
    });
  }

  /** The place of a schema inside of another, which stands at `at`. */
  below(parent: JsonSchema, child: JsonSchema, at: FieldPath): RulePlace {
    const factor = maxElements(parent);
    const isItem = itemsOf(parent) === child;
    return new RulePlace({
      options: this.options,
      total: this.#total,
      cardinality:
        this.#cardinality === undefined || factor === undefined
          ? undefined
          : least(this.#cardinality * factor, MAX_UINT64),
      isResource: child['x-kubernetes-embedded-resource'] === true,
      uncorrelated: this.#uncorrelated ?? (isItem && parent['x-kubernetes-list-type'] !== 'map' ? at : undefined),
    });
  }

  /** What all rules of the schema cost too much, once they all were looked at. */
  validateTotalCost(at: FieldPath): FieldError[] {
    return this.#total.validateAll(at);
  }

  /** The faults of the expressions in the rules of the schema at this place. */
  validate(schema: JsonSchema, schemaAt: FieldPath): FieldError[] {
    if (!hasRules(schema)) return [];
    const at = schemaAt.child('x-kubernetes-validations');
    const decl = new DeclType(compileSchema(schema), SELF_TYPE_NAME, { isResource: this.#isResource });
    if (decl.type === undefined) {
      const detail =
        'internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations';
      return [fieldErrors.internal(at, detail)];
    }
    const compiler = new RuleCompiler(decl, decl.type);
    const cardinality = this.#cardinality ?? maxCardinality(decl);
    return (schema['x-kubernetes-validations'] ?? []).flatMap((rule, i) => {
      const compiled = compiler.compile(rule, this.options.stored);
      const cost = least(compiled.maxCost * cardinality, MAX_UINT64);
      return this.#validateRule(rule, { compiled, cost, at: at.index(i) });
    });
  }

  #validateRule(rule: ValidationRule, work: RuleWork): FieldError[] {
    const { compiled, cost, at } = work;
    const shown = this.options.showRule(rule);
    const found = this.#validateCost('estimated rule cost', cost, at.child('rule'));
    if (compiled.fault !== undefined) found.push(fieldErrors.invalid(at.child('rule'), shown, compiled.fault));
    if (compiled.messageFault !== undefined) {
      found.push(fieldErrors.invalid(at.child('messageExpression'), shown, compiled.messageFault));
    } else if (compiled.message !== undefined) {
      const what = 'estimated messageExpression cost';
      found.push(...this.#validateCost(what, compiled.messageMaxCost, at.child('messageExpression')));
    }
    return [...found, ...this.#validateOldSelf(rule, work)];
  }

  #validateCost(what: string, cost: bigint, at: FieldPath): FieldError[] {
    this.#total.add(at, cost);
    if (this.options.ignoreExpressionCosts || cost <= EXPRESSION_COST_LIMIT) return [];
    return [fieldErrors.forbidden(at, costFault(what, cost, EXPRESSION_COST_LIMIT))];
  }

  #validateOldSelf({ rule, optionalOldSelf }: ValidationRule, { compiled, at }: RuleWork): FieldError[] {
    if (compiled.usesOldSelf) {
      if (this.#uncorrelated === undefined) return [];
      const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${this.#uncorrelated}`;
      return [fieldErrors.invalid(at.child('rule'), rule, detail)];
    }
    if (optionalOldSelf === undefined || optionalOldSelf === null) return [];
    const detail = 'may not be set if oldSelf is not used in rule';
    return [fieldErrors.invalid(at.child('optionalOldSelf'), optionalOldSelf, detail)];
  }
}

interface RuleWork {
  readonly compiled: CompiledRule;
  readonly cost: bigint;
  readonly at: FieldPath;
}

/** By what factor there can be more values below a schema than at it; undefined: by any. */
function maxElements(schema: JsonSchema): bigint | undefined {
  const { type, maxItems, maxProperties, additionalProperties } = schema;
  if (type === 'array') return bound(maxItems);
  const isMap = type === 'object' && additionalProperties !== undefined && additionalProperties !== null;
  return isMap ? bound(maxProperties) : 1n;
}

function bound(maximum: number | undefined): bigint | undefined {
  return maximum === undefined || maximum === null ? undefined : BigInt(Math.max(maximum, 0));
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function costFault(what: string, cost: bigint, limit: bigint): string {
  const factor = Number(cost) / Number(limit);
  const text = factor > 100 ? 'more than 100x' : `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`;
  return `${what} exceeds budget by factor of ${text} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`;
}

/** All expressions of some schemas. */
export function expressionsIn(schemas: readonly JsonSchema[]): StoredExpressions {
  const rules = new Set<string>();
  const messages = new Set<string>();
  const visit = (schema: JsonSchema): void => {
    for (const { rule = '', messageExpression = '' } of schema['x-kubernetes-validations'] ?? []) {
      rules.add(rule);
      messages.add(messageExpression);
    }
    const below = [itemsOf(schema), additionalOf(schema), ...Object.values(schema.properties ?? {})];
    for (const one of below) if (one !== undefined) visit(one);
  };
  schemas.forEach(visit);
  return { hasRule: (expression) => rules.has(expression), hasMessage: (expression) => messages.has(expression) };
}
