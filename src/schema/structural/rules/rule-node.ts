import { allStored, type CompiledRule, DeclType, RuleCompiler } from '#cel';
import type { ValidationRule } from '#meta';
import { additionalOf, itemsOf, type JsonSchema } from '../json-schema.ts';
import type { StructuralSchema } from '../structural-schema.ts';

/** The name of the type of `self`. It shows in messages only. */
export const SELF_TYPE_NAME = 'selfType';

/** Why rules about values that expressions cannot see do not compile. */
export const NO_TYPE_FAULT = 'failed to convert to declType for CEL validation rules';

/** A rule with what it was compiled to. */
export interface NodeRule {
  readonly source: ValidationRule;
  readonly compiled: CompiledRule;
}

/**
 * The rules of a schema and of the schemas below it. There are nodes only where there are rules at or below them. They
 * are compiled when they are first evaluated.
 */
export class RuleNode {
  readonly schema: JsonSchema;
  readonly decl: DeclType;
  readonly items: RuleNode | undefined;
  readonly values: RuleNode | undefined;
  /** In the order of their names. */
  readonly properties: readonly (readonly [name: string, node: RuleNode])[];
  #rules: readonly NodeRule[] | undefined;
  #usesOldSelf = false;

  private constructor({ source, items, values, properties }: StructuralSchema, decl: DeclType) {
    this.schema = source;
    this.decl = decl;
    this.items = RuleNode.#below(items);
    this.values = typeof values === 'object' ? RuleNode.#below(values) : undefined;
    this.properties = [...properties.keys()].sort().flatMap((name) => {
      const node = RuleNode.#below(properties.get(name));
      // What expressions cannot see is left out, with all that is below it.
      return node === undefined || node.decl.type === undefined ? [] : [[name, node] as const];
    });
  }

  /** Undefined if there are no rules. */
  static of(schema: StructuralSchema, { isResource }: { readonly isResource: boolean }): RuleNode | undefined {
    if (!hasRulesBelow(schema.source)) return undefined;
    return new RuleNode(schema, new DeclType(schema, SELF_TYPE_NAME, { isResource }));
  }

  static #below(schema: StructuralSchema | undefined): RuleNode | undefined {
    if (schema === undefined) return undefined;
    return RuleNode.of(schema, { isResource: schema.keywords['x-kubernetes-embedded-resource'] === true });
  }

  get hasRules(): boolean {
    return hasRules(this.schema);
  }

  get rules(): readonly NodeRule[] {
    if (this.#rules === undefined) {
      this.#rules = this.#compile();
      this.#usesOldSelf = this.#rules.some(({ compiled }) => compiled.usesOldSelf);
    }
    return this.#rules;
  }

  /** Whether any of the rules looks at the former value. */
  get usesOldSelf(): boolean {
    return this.rules.length > 0 && this.#usesOldSelf;
  }

  #compile(): readonly NodeRule[] {
    const { type } = this.decl;
    if (type === undefined) return [];
    const compiler = new RuleCompiler(this.decl, type);
    const rules = this.schema['x-kubernetes-validations'] ?? [];
    return rules.map((source) => ({ source, compiled: compiler.compile(source, allStored) }));
  }
}

export function hasRules(schema: JsonSchema): boolean {
  return (schema['x-kubernetes-validations']?.length ?? 0) > 0;
}

function hasRulesBelow(schema: JsonSchema): boolean {
  if (hasRules(schema)) return true;
  const items = itemsOf(schema);
  const values = additionalOf(schema);
  return (
    (items !== undefined && hasRulesBelow(items)) ||
    (values !== undefined && hasRulesBelow(values)) ||
    Object.values(schema.properties ?? {}).some(hasRulesBelow)
  );
}
