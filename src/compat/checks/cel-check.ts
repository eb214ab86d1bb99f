import type { Json, ValidationRule } from '#meta';
import type { FieldPair } from '../field-pair.ts';
import type { SchemaView } from '../schema-view.ts';
import { variants } from '../values/generate.ts';
import { ValueJudge, withOnlyRule } from '../values/validity.ts';
import { shown } from './default-check.ts';

/** Expressions in `x-kubernetes-validations`. */
export function checkRules(pair: FieldPair): void {
  const { old, next } = pair;
  if (old.rules.length === 0 && next.rules.length === 0) return;
  const before = new Map(old.rules.map((rule) => [ruleText(rule), rule]));
  const after = new Map(next.rules.map((rule) => [ruleText(rule), rule]));
  const added = [...after].filter(([text]) => !before.has(text)).map(([, rule]) => rule);
  const removed = [...before].filter(([text]) => !after.has(text)).map(([, rule]) => rule);
  // Where a rule took the place of another and no tried value tells them apart, it was most likely only rewritten.
  const isRewrite = added.length > 0 && removed.length > 0;
  for (const rule of added) tellNewRule(pair, rule, isRewrite);
  for (const rule of removed) tellOldRule(pair, rule, isRewrite);
}

/** Without the spaces that mean nothing. */
function ruleText({ rule = '' }: ValidationRule): string {
  return rule.replace(/("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\s+/g, (_, literal: string | undefined) => literal ?? '');
}

function usesFormerValue(rule: ValidationRule): boolean {
  return /\boldSelf\b/.test(rule.rule ?? '');
}

function tellNewRule(pair: FieldPair, rule: ValidationRule, isRewrite: boolean): void {
  const { old, next, path, report } = pair;
  const words = `the rule ${shown(rule.rule ?? '')} is new`;
  const isAboutNew = mentionsNewField(pair, rule);
  if (usesFormerValue(rule)) {
    const doubt = isAboutNew ? ('unlikely' as const) : undefined;
    report.note({ rule: 'made-immutable', path, message: words, effect: 'tightens', doubt });
    return;
  }
  const { tried, refused } = tryRule(rule, { valid: old, schema: next, isWholeObject: path.length === 0 });
  if (refused !== undefined) {
    const message = `${words}: ${shown(refused)} is no longer valid`;
    report.note({ rule: 'cel-rule-tightened', path, message, effect: 'tightens', evidence: [refused] });
  } else {
    const doubt = isAboutNew || (isRewrite && tried >= ENOUGH_TRIED) ? 'unlikely' : 'undecided';
    const message = `${words}; it accepts all of ${tried} values that were tried`;
    report.note({ rule: 'cel-rule-tightened', path, message, effect: 'tightens', doubt });
  }
}

function tellOldRule({ old, next, path, report }: FieldPair, rule: ValidationRule, isRewrite: boolean): void {
  const words = `the rule ${shown(rule.rule ?? '')} is gone`;
  if (usesFormerValue(rule)) {
    report.note({ rule: 'made-mutable', path, message: words, effect: 'loosens' });
    return;
  }
  const { tried, refused } = tryRule(rule, { valid: next, schema: old, isWholeObject: path.length === 0 });
  const doubt = refused === undefined && isRewrite && tried >= ENOUGH_TRIED ? ('unlikely' as const) : undefined;
  const message = refused === undefined ? words : `${words}: ${shown(refused)} is valid now`;
  report.note({
    rule: 'cel-rule-loosened',
    path,
    message,
    effect: 'loosens',
    doubt,
    ...(refused !== undefined && { evidence: [refused] }),
  });
}

/** With fewer tried values nothing is concluded. */
const ENOUGH_TRIED = 3;

/** A rule that names a new field is taken to be about that field. */
function mentionsNewField({ old, next }: FieldPair, { rule = '' }: ValidationRule): boolean {
  return [...next.properties.keys()].some((name) => !old.properties.has(name) && mentions(rule, name));
}

export function mentions(rule: string, name: string): boolean {
  return new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$])`).test(rule);
}

interface Tried {
  /** A value that is valid otherwise. */
  readonly refused?: Json;
  readonly tried: number;
}

interface Trial {
  /** Accepts the values that are tried. */
  readonly valid: SchemaView;
  /** The rule belongs to it. */
  readonly schema: SchemaView;
  readonly isWholeObject: boolean;
}

/** Evaluates a rule with values that another schema accepts. */
function tryRule(rule: ValidationRule, { valid, schema, isWholeObject }: Trial): Tried {
  const judge = new ValueJudge(valid.source, { isWholeObject });
  const alone = new ValueJudge(withOnlyRule(schema.source, rule), { isWholeObject });
  const values = variants(valid).filter((value) => judge.accepts(value));
  const refused = values.find((value) => alone.breaksRules(value));
  return refused === undefined ? { tried: values.length } : { refused, tried: values.length };
}
