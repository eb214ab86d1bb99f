import { AdmissionCompiler } from '#cel';
import { apiErrors, SelectorError } from '#meta';
import type { Lookup } from '../lookup.ts';
import { activationOf } from '../matching/activation.ts';
import { conditionTeller } from '../matching/condition-teller.ts';
import { type ConditionChecks, checkConditions } from '../matching/match-conditions.ts';
import type { Permits } from '../matching/permits.ts';
import { type MatchedAs, matchRules } from '../matching/rule-match.ts';
import { namespaceMatches, objectMatches, selectorsOf } from '../matching/selector-match.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import type { StepObserver } from '../step-observation.ts';
import type { ConfiguredWebhook, Webhook } from './webhook.ts';

/** A webhook that is to be called, and as what the request is shown to it. */
export interface Invocation extends ConfiguredWebhook {
  readonly matched: MatchedAs;
}

interface MatchParts {
  readonly lookup: Lookup;
  readonly permits: Permits;
  readonly observer?: StepObserver | undefined;
}

/**
 * How a webhook is to be called about a request; undefined if it is not. k8s: webhook/generic/webhook.go ShouldCallHook
 */
export async function invocationOf(
  configured: ConfiguredWebhook,
  request: AdmissionAttributes,
  { lookup, permits, observer }: MatchParts,
): Promise<Invocation | undefined> {
  const { webhook } = configured;
  const matchPolicy = webhook.matchPolicy === 'Equivalent' ? 'Equivalent' : 'Exact';
  const matched = matchRules(webhook.rules ?? [], matchPolicy, request);
  if (matched === undefined || !(await isSelected(webhook, request, lookup))) return undefined;
  const conditions = conditionsOf(webhook);
  if (conditions === undefined) return { ...configured, matched };
  const told = conditionTeller(observer, {
    kind: 'webhook',
    type: configured.kind === 'mutating' ? 'admit' : 'validating',
    name: configured.name,
    operation: request.operation,
  });
  return (await conditionsHold(conditions, { request, matched, permits, told }))
    ? { ...configured, matched }
    : undefined;
}

async function isSelected(webhook: Webhook, request: AdmissionAttributes, lookup: Lookup): Promise<boolean> {
  try {
    const { objects, namespaces } = selectorsOf(webhook);
    return objectMatches(objects, request) && (await namespaceMatches(namespaces, request, lookup));
  } catch (error) {
    if (error instanceof SelectorError) throw apiErrors.internal(error.message);
    throw error;
  }
}

const compiled = new WeakMap<Webhook, ConditionChecks>();

/** Compiled once for each webhook that has some. */
function conditionsOf(webhook: Webhook): ConditionChecks | undefined {
  const { matchConditions = [], failurePolicy } = webhook;
  if (matchConditions.length === 0) return undefined;
  let known = compiled.get(webhook);
  if (known === undefined) {
    const compiler = new AdmissionCompiler({ params: false, composes: false });
    const conditions = matchConditions.map(({ expression = '' }) =>
      compiler.compile({ expression, result: 'condition', authorizer: true, stored: true }),
    );
    known = { conditions, failurePolicy: failurePolicy === 'Ignore' ? 'Ignore' : 'Fail' };
    compiled.set(webhook, known);
  }
  return known;
}

interface Condition {
  readonly request: AdmissionAttributes;
  readonly matched: MatchedAs;
  readonly permits: Permits;
  told(verdict: ReturnType<typeof checkConditions>): void;
}

async function conditionsHold(
  checks: ConditionChecks,
  { request, matched, permits, told }: Condition,
): Promise<boolean> {
  const whole = await request.load();
  const { version } = matched;
  const activation = activationOf({
    request: whole,
    // Conditions see the resource as it was asked for.
    matched: { ...matched, resource: request.resource },
    object: await whole.objectIn(version),
    oldObject: await whole.oldObjectIn(version),
    authorize: permits.ask,
  });
  const verdict = await permits.during(() => checkConditions(checks, activation));
  told(verdict);
  if ('matches' in verdict) return verdict.matches;
  throw apiErrors.forbidden(request.resource, request.name, verdict.error);
}
