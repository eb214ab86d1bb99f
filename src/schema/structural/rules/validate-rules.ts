import {
  CelError,
  type Evaluation,
  Optional,
  PER_CALL_COST_LIMIT,
  type Program,
  schemaValue,
  type Value,
  whyFalse,
} from '#cel';
import {
  byteLength,
  type FieldError,
  type FieldPath,
  fieldErrors,
  formatFieldError,
  goQuote,
  isJsonObject,
  type Json,
  type JsonObject,
  omitValue,
  type ValidationRule,
} from '#meta';
import { type Correlation, itemFinder } from '../correlation.ts';
import { resolveFieldPath } from '../field-path.ts';
import type { JsonSchema } from '../json-schema.ts';
import { Way } from '../way.ts';
import { Ratchet } from './ratchet.ts';
import { NO_TYPE_FAULT, type NodeRule, type RuleNode } from './rule-node.ts';

/** What all rules together may cost that are evaluated for one request. */
export const RULES_COST_BUDGET = 10_000_000;
/** To look at a false rule once more may cost so much, and so many of them are looked at. */
const HINT_COST_LIMIT = 1000;
const MOST_HINTS = 3;
const MAX_MESSAGE_BYTES = 5 * 1024;

const OUT_OF_BUDGET = 'validation failed due to running out of cost budget, no further validation rules will be run';

interface RuleOptions {
  readonly at?: FieldPath;
  /** The value before an update. */
  readonly old?: Json | undefined;
  /** Forgives faults of what has not changed; they become warnings. */
  readonly correlation?: Correlation;
  readonly warn?: (text: string) => void;
  readonly budget?: number;
}

interface RuleFindings {
  readonly faults: FieldError[];
  /** What is left of the budget; negative if it was too small. */
  readonly remaining: number;
}

/**
 * Holds a value against the rules of its schema (`x-kubernetes-validations`).
 * k8s: apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go
 */
export function validateRules(node: RuleNode, value: Json, options: RuleOptions = {}): RuleFindings {
  const { at, old, correlation, budget = RULES_COST_BUDGET } = options;
  const evaluation = new RuleEvaluation(new Way(at), budget, options.warn);
  const ratchet = correlation === undefined ? undefined : Ratchet.root(value, correlation);
  evaluation.visit(node, value, { old, ratchet });
  return { faults: evaluation.faults, remaining: evaluation.remaining };
}

interface Former {
  readonly old: Json | undefined;
  readonly ratchet: Ratchet | undefined;
}

interface Variables {
  readonly self: unknown;
  readonly oldSelf?: unknown;
}

class RuleEvaluation {
  readonly faults: FieldError[] = [];
  remaining: number;
  readonly #way: Way;
  readonly #warn: ((text: string) => void) | undefined;

  constructor(way: Way, budget: number, warn: ((text: string) => void) | undefined) {
    this.#way = way;
    this.remaining = budget;
    this.#warn = warn;
  }

  visit(node: RuleNode, value: Json | undefined, former: Former): void {
    // Rules say nothing about null: those of the schema around it can.
    if (value === null || value === undefined) return;
    if (node.hasRules) this.#evaluateNode(node, value, former);
    if (this.remaining < 0 || typeof value !== 'object') return;
    if (Array.isArray(value)) this.#visitList(node, value, former);
    else this.#visitObject(node, value as JsonObject, former);
  }

  #visitList({ items, schema }: RuleNode, list: readonly Json[], { old, ratchet }: Former): void {
    if (items === undefined) return;
    const find = oldItems(schema, old);
    for (let i = 0; i < list.length && this.remaining >= 0; i++) {
      const item = list[i] ?? null;
      this.#way.enterIndex(i);
      this.visit(items, item, { old: find(item), ratchet: ratchet?.item(item) });
      this.#way.leave();
    }
  }

  #visitObject({ values, properties }: RuleNode, object: JsonObject, { old, ratchet }: Former): void {
    const before = old !== undefined && isJsonObject(old) ? old : undefined;
    const below = (node: RuleNode, name: string): void => {
      const value = object[name] ?? null;
      const oldValue = before !== undefined && Object.hasOwn(before, name) ? before[name] : undefined;
      this.visit(node, value, { old: oldValue, ratchet: ratchet?.key(name, value) });
      this.#way.leave();
    };
    if (values !== undefined) {
      for (const key of Object.keys(object).sort()) {
        if (this.remaining < 0) return;
        this.#way.enterKey(key);
        below(values, key);
      }
    }
    for (const [name, node] of properties) {
      if (this.remaining < 0) return;
      if (!Object.hasOwn(object, name)) continue;
      this.#way.enterProperty(name);
      below(node, name);
    }
  }

  #evaluateNode(node: RuleNode, value: Json, former: Former): void {
    if (node.decl.type === undefined) {
      this.#fault(node, `rule compiler initialization error: ${NO_TYPE_FAULT}`);
      return;
    }
    if (this.remaining <= 0) {
      this.#end(node, OUT_OF_BUDGET);
      return;
    }
    const old = former.old === null ? undefined : former.old;
    const self = schemaValue(value, node.decl);
    const oldSelf = node.usesOldSelf && old !== undefined ? schemaValue(old, node.decl) : undefined;
    const plain: Variables = oldSelf === undefined ? { self } : { self, oldSelf };
    for (const rule of node.rules) {
      const { program, fault, usesOldSelf } = rule.compiled;
      if (fault !== undefined) this.#fault(node, `rule compile error: ${fault}`);
      if (program === undefined) continue;
      const optional = rule.source.optionalOldSelf === true;
      // A transition needs two values to look at.
      if (usesOldSelf && old === undefined && !optional) continue;
      const variables = optional && node.usesOldSelf ? withOptional(plain, old) : plain;
      this.#evaluateRule(node, rule, { program, variables, plain, value, ratchet: former.ratchet });
      if (this.remaining < 0) return;
    }
  }

  #evaluateRule(node: RuleNode, rule: NodeRule, run: RuleRun): void {
    const evaluation = run.program.evaluate(run.variables as never, { costLimit: PER_CALL_COST_LIMIT });
    if (!this.#pay(evaluation)) {
      this.#end(node, OUT_OF_BUDGET);
      return;
    }
    if (evaluation.value instanceof CelError) this.#failed(node, rule.source, evaluation);
    else if (evaluation.value !== true) this.#refuse(node, rule, run);
  }

  #pay({ cost }: Evaluation): boolean {
    if (cost > this.remaining) return false;
    this.remaining -= cost;
    return true;
  }

  #failed(node: RuleNode, source: ValidationRule, { value, exceeded }: Evaluation): void {
    const { message } = value as CelError;
    const rule = ruleText(source);
    if (exceeded) {
      this.#end(
        node,
        `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${rule}`,
      );
    } else if (message.startsWith('no such overload')) {
      const detail = 'call arguments did not match a supported operator, function or macro signature for rule';
      this.#fault(node, `'${message}': ${detail}: ${rule}`);
    } else this.#fault(node, `${message} evaluating rule: ${rule}`);
  }

  /** The rule is false: its message is told, or a warning given where nothing has changed. */
  #refuse(node: RuleNode, rule: NodeRule, run: RuleRun): void {
    const { plain, value, ratchet } = run;
    // Where the message does not compile the real server has not looked at the field.
    const at =
      rule.compiled.messageFault === undefined ? fieldOf(node.schema, rule.source, this.#way.path) : this.#way.path;
    const add = (fault: FieldError): void => {
      if (!rule.compiled.usesOldSelf && ratchet?.forgives === true) this.#warn?.(formatFieldError(fault));
      else this.faults.push({ ...fault, ...this.#hint(rule, run) });
    };
    const told = rule.compiled.message === undefined ? undefined : this.#message(rule, rule.compiled.message, plain);
    if (told !== undefined && 'fault' in told) {
      this.remaining = -1;
      add(fieldErrors.invalid(at, typeOf(node), told.fault));
      return;
    }
    const detail = told?.text ?? defaultMessage(rule.source);
    const isWhole = node.schema.type === 'object' || node.schema.type === 'array';
    add(faultFor(rule.source.reason, at, { value: isWhole ? omitValue : value, detail }));
  }

  /** Which part of the rule was false. Nothing of what was there before: who writes need not be allowed to read. */
  #hint({ compiled }: NodeRule, { program, variables }: RuleRun): { readonly hint?: string } {
    if (compiled.usesOldSelf || this.faults.length >= MOST_HINTS) return {};
    const { trace, exceeded } = program.trace(variables as never, { costLimit: HINT_COST_LIMIT });
    const hint = exceeded ? undefined : whyFalse(program.ast, trace);
    return hint === undefined ? {} : { hint };
  }

  /** What the expression for the message says; undefined if that is no message. */
  #message(
    { source }: NodeRule,
    program: Program,
    variables: Variables,
  ): { text: string } | { fault: string } | undefined {
    const evaluation = program.evaluate(variables as never, { costLimit: PER_CALL_COST_LIMIT });
    if (!this.#pay(evaluation)) {
      return {
        fault:
          'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run',
      };
    }
    if (evaluation.exceeded) {
      const expression = goQuote(source.messageExpression ?? '');
      return {
        fault: `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${expression}`,
      };
    }
    if (typeof evaluation.value !== 'string') return undefined;
    const text = evaluation.value.trim();
    const isGood = text !== '' && !text.includes('\n') && byteLength(text) <= MAX_MESSAGE_BYTES;
    return isGood ? { text } : undefined;
  }

  #fault(node: RuleNode, detail: string): void {
    this.faults.push(fieldErrors.invalid(this.#way.path, typeOf(node), detail));
  }

  #end(node: RuleNode, detail: string): void {
    this.#fault(node, detail);
    this.remaining = -1;
  }
}

interface RuleRun {
  readonly program: Program;
  readonly variables: Variables;
  /** Without the optional: what messages see. */
  readonly plain: Variables;
  readonly value: Json;
  readonly ratchet: Ratchet | undefined;
}

/** An object or list in an optional is plain JSON: its fields go by their own names, and formats mean nothing. */
function withOptional({ self, oldSelf }: Variables, old: Json | undefined): Variables {
  if (old === undefined) return { self, oldSelf: Optional.none };
  return { self, oldSelf: Optional.of((typeof old === 'object' ? old : oldSelf) as Value) };
}

const noItem = (): undefined => undefined;

/** The former selves of items: only those of map lists have one. */
function oldItems(schema: JsonSchema, old: Json | undefined): (item: Json) => Json | undefined {
  if (schema['x-kubernetes-list-type'] !== 'map' || !Array.isArray(old)) return noItem;
  return itemFinder(old, schema['x-kubernetes-list-map-keys'] ?? []);
}

function typeOf({ schema }: RuleNode): string {
  return schema.type ?? '';
}

function fieldOf(schema: JsonSchema, { fieldPath = '' }: ValidationRule, at: FieldPath): FieldPath {
  if (fieldPath === '') return at;
  const resolved = resolveFieldPath(schema, fieldPath);
  return typeof resolved === 'string' ? at : at.child(resolved.path.toString());
}

function ruleText({ message = '', rule = '' }: ValidationRule): string {
  return (message === '' ? rule : message).trim();
}

function defaultMessage(source: ValidationRule): string {
  return (source.message ?? '') === '' ? `failed rule: ${ruleText(source)}` : ruleText(source);
}

function faultFor(
  reason: string | undefined,
  at: FieldPath,
  { value, detail }: { readonly value: unknown; readonly detail: string },
): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
      return fieldErrors.forbidden(at, detail);
    case 'FieldValueRequired':
      return fieldErrors.required(at, detail);
    case 'FieldValueDuplicate':
      return fieldErrors.duplicate(at, value);
    default:
      return fieldErrors.invalid(at, value, detail);
  }
}
