import { cloneJson, type Json } from '#meta';
import { canonicalText, compileSchema, type JsonSchema, pruneValue } from '#schema';
import type { FieldPair } from '../field-pair.ts';
import { variants } from '../values/generate.ts';
import { ValueJudge } from '../values/validity.ts';
import { shown } from './default-check.ts';
import { requiredBranches } from './union-check.ts';

const junctors = ['allOf', 'anyOf', 'oneOf', 'not'] as const;

/** `allOf`, `anyOf`, `oneOf` and `not`: conditions that are decided by trying values. */
export function checkConditions(pair: FieldPair): void {
  const { old, next } = pair;
  if (old.type === 'int-or-string' || next.source.$ref !== undefined) return;
  for (const junctor of junctors) {
    const [before, after] = [old.source[junctor], next.source[junctor]];
    if (textOf(before) === textOf(after) || isUnionOfBoth(pair, junctor)) continue;
    tellEffects(pair, { junctor, before, after });
  }
}

/** The order in which alternatives stand means nothing. */
function textOf(condition: JsonSchema | readonly JsonSchema[] | undefined): string {
  if (condition === undefined || condition === null) return '';
  if (!Array.isArray(condition)) return canonicalText(condition as Json);
  return condition
    .map((one) => canonicalText(one as Json))
    .sort()
    .join();
}

function isUnionOfBoth({ old, next }: FieldPair, junctor: (typeof junctors)[number]): boolean {
  if (junctor !== 'oneOf' && junctor !== 'anyOf') return false;
  return requiredBranches(old.source) !== undefined && requiredBranches(next.source) !== undefined;
}

interface ConditionChange {
  readonly junctor: (typeof junctors)[number];
  readonly before: unknown;
  readonly after: unknown;
}

function tellEffects({ old, next, path, report }: FieldPair, { junctor, before, after }: ConditionChange): void {
  const [left, right] = [judgeOf(old.source), judgeOf(next.source)];
  const tried = [...variants(old), ...variants(next).filter((value) => knows(old.source, value))];
  const refused = tried.find((value) => left.accepts(value) && !right.accepts(value));
  const gained = tried.find((value) => right.accepts(value) && !left.accepts(value));
  const fate = before === undefined ? 'is new' : after === undefined ? 'is gone' : 'changed';
  if (refused !== undefined) {
    const message = `the condition ${junctor} ${fate}: ${shown(refused)} is no longer valid`;
    report.note({ rule: 'bounds-tightened', path, message, effect: 'tightens', evidence: [refused] });
  } else if (after !== undefined) {
    const message = `the condition ${junctor} ${fate}; no value was found that it refuses`;
    report.note({ rule: 'bounds-tightened', path, message, effect: 'tightens', doubt: 'undecided' });
  }
  if (gained !== undefined || after === undefined) {
    const words = gained === undefined ? '' : `: ${shown(gained)} is valid now`;
    const evidence = gained === undefined ? {} : { evidence: [gained] };
    report.note({
      rule: 'invalid-made-valid',
      path,
      message: `the condition ${junctor} ${fate}${words}`,
      effect: 'loosens',
      ...evidence,
    });
  }
}

/** The rules of a schema have a check of their own. */
function judgeOf(source: JsonSchema): ValueJudge {
  return new ValueJudge({ ...source, 'x-kubernetes-validations': [] });
}

/** Whether a schema describes all of a value: what it does not describe is pruned before conditions are evaluated. */
function knows(source: JsonSchema, value: Json): boolean {
  return pruneValue(compileSchema(source), cloneJson(value)).length === 0;
}
