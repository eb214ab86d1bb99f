import { CelError, celText, explain, schemaValue } from '#cel';
import type { Json, JsonObject } from '#meta';
import type { StructuralSchema } from '../structural-schema.ts';
import { Way } from '../way.ts';
import type { NodeRule, RuleNode } from './rule-node.ts';

/** What a rule says to a value, part by part. */
interface ExplainedRule {
  /** Of the value; '' is the whole object. */
  readonly field: string;
  readonly rule: string;
  /** As a literal of the language; absent where it could not be evaluated. */
  readonly value?: string;
  readonly error?: string;
  readonly parts: readonly ExplainedText[];
}

interface ExplainedText {
  readonly expression: string;
  /** In a loop one for each round. */
  readonly values: readonly string[];
  readonly depth: number;
}

const MOST_RULES = 100;
const MOST_PARTS = 60;
const MOST_ROUNDS = 10;
const LONGEST_TEXT = 200;
/** Every part is remembered while a rule is explained. */
const COST_LIMIT = 20_000;

/** The rules of a schema with the value of each of their parts, for the values of one new object. */
export function explainRules({ rules }: StructuralSchema, object: JsonObject): readonly ExplainedRule[] {
  const explained: ExplainedRule[] = [];
  const way = new Way();
  const visit = (node: RuleNode, value: Json | undefined): void => {
    if (value === null || value === undefined || explained.length >= MOST_RULES) return;
    if (node.hasRules) explained.push(...explainNode(node, value, String(way.path)));
    if (typeof value !== 'object') return;
    for (const { below, step, key } of childrenOf(node, value as Json)) {
      if (typeof key === 'number') way.enterIndex(key);
      else if (step === 'key') way.enterKey(key);
      else way.enterProperty(key);
      visit(below, (value as { readonly [key: string | number]: Json })[key]);
      way.leave();
    }
  };
  if (rules !== undefined) visit(rules, object);
  return explained.slice(0, MOST_RULES);
}

interface Child {
  readonly below: RuleNode;
  readonly step: 'index' | 'key' | 'property';
  readonly key: string | number;
}

function childrenOf({ items, values, properties }: RuleNode, value: Json): readonly Child[] {
  if (Array.isArray(value)) {
    return items === undefined ? [] : value.map((_, key) => ({ below: items, step: 'index', key }));
  }
  const keys = values === undefined ? [] : Object.keys(value as JsonObject).sort();
  return [
    ...keys.map((key): Child => ({ below: values as RuleNode, step: 'key', key })),
    ...properties
      .filter(([name]) => Object.hasOwn(value as JsonObject, name))
      .map(([key, below]): Child => ({ below, step: 'property', key })),
  ];
}

function explainNode(node: RuleNode, value: Json, field: string): readonly ExplainedRule[] {
  if (node.decl.type === undefined) return [];
  const self = schemaValue(value, node.decl);
  return node.rules.flatMap((rule) => explainRule(rule, self, field) ?? []);
}

/** Undefined where it is about a change: there is nothing to compare with. */
function explainRule({ source, compiled }: NodeRule, self: unknown, field: string): ExplainedRule | undefined {
  const { program, fault, usesOldSelf } = compiled;
  const rule = source.rule ?? '';
  if (fault !== undefined) return { field, rule, error: fault, parts: [] };
  if (program === undefined || usesOldSelf) return undefined;
  const { value, trace } = program.trace({ self } as never, { costLimit: COST_LIMIT });
  const parts = explain(program.ast, trace).slice(0, MOST_PARTS);
  const told = parts.map(({ expression, values, depth }) => ({
    expression,
    values: values.slice(0, MOST_ROUNDS).map(textOf),
    depth,
  }));
  const outcome = value instanceof CelError ? { error: value.message } : { value: celText(value) };
  return { field, rule, ...outcome, parts: told };
}

const textOf = (value: Parameters<typeof celText>[0]): string =>
  (value instanceof CelError ? `error: ${value.message}` : celText(value)).slice(0, LONGEST_TEXT);
