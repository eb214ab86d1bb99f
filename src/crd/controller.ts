import { cloneJson, formatTime, instantOf, strictlyEqual } from '#meta';
import type { WebhookHealth } from '#webhook';
import {
  approvalFinding,
  conversionFinding,
  establishedFinding,
  type Finding,
  nonStructuralFinding,
  removeCondition,
  says,
  setCondition,
} from './conditions.ts';
import { CLEANUP_FINALIZER, type CustomResourceDefinition, findCondition, isConditionTrue } from './definition.ts';
import { decideNames } from './names.ts';

/** What controllers do about definitions, as functions: what is there in, what should be written out. */

export interface StatusWork {
  readonly definition: CustomResourceDefinition;
  /** All definitions, or at least those of the group, with what was just written to them. */
  readonly others: readonly CustomResourceDefinition[];
  readonly now: string;
  /** How its webhook is doing, when it has one that was ever called. */
  readonly webhook?: WebhookHealth;
  /** What its conversions lose, where somebody looked. */
  readonly roundTrips?: Finding;
}

/**
 * The definition with the status that it should have, to be written through `status`; undefined when it has it. One
 * write takes a new definition all the way to being established. Whenever names were accepted or given back, the other
 * definitions of the group are worth another look.
 */
export function decideStatus(work: StatusWork): CustomResourceDefinition | undefined {
  const { definition, others, now, webhook, roundTrips } = work;
  const next = withOwnStatus(definition);
  acceptNames(next, others, now);
  setOrRemove(next, 'NonStructuralSchema', nonStructuralFinding(next), now);
  const approval = approvalFinding(next);
  if (approval !== undefined && !says(next, approval)) setCondition(next, approval, now);
  if (next.spec.conversion?.strategy !== 'Webhook') removeCondition(next, 'ConversionHealthy');
  else if (webhook !== undefined) noteHealth(next, webhook);
  setOrRemove(next, 'ConversionRoundTrips', roundTrips, now);
  return strictlyEqual(next.status, definition.status) ? undefined : next;
}

/** A copy of what is about to change. The rest may be large, and is shared. */
function withOwnStatus(definition: CustomResourceDefinition): CustomResourceDefinition {
  const { metadata, status } = definition;
  return {
    ...definition,
    metadata: cloneJson(metadata as never),
    ...(status && { status: cloneJson(status as never) }),
  };
}

/** A webhook that always worked gets no condition; one that failed has one, also when it works again. */
function noteHealth(next: CustomResourceDefinition, health: WebhookHealth): void {
  if (health.healthy && findCondition(next, 'ConversionHealthy') === undefined) return;
  const finding = conversionFinding(health);
  if (!says(next, finding)) setCondition(next, finding, formatTime(instantOf(health.since)));
}

function acceptNames(next: CustomResourceDefinition, others: readonly CustomResourceDefinition[], now: string): void {
  const { accepted, finding } = decideNames(next, others);
  next.status = { ...next.status, acceptedNames: accepted };
  if (!says(next, finding)) setCondition(next, finding, now);
  if (isConditionTrue(next, 'Established')) return;
  const established = finding.status === 'True' ? establishedFinding(next) : notAccepted;
  if (!says(next, established)) setCondition(next, established, now);
}

const notAccepted: Finding = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
};

function setOrRemove(next: CustomResourceDefinition, type: string, finding: Finding | undefined, now: string): void {
  if (finding === undefined) removeCondition(next, type);
  else if (!says(next, finding)) setCondition(next, finding, now);
}

/** Whether the objects of a definition are to be deleted: it is being deleted, and its finalizer is still there. */
export function needsCleanup({ metadata }: CustomResourceDefinition): boolean {
  return metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).includes(CLEANUP_FINALIZER);
}

/**
 * The status to write before the first object is deleted, because that may take a while; undefined when it is written
 * already.
 */
export function beginCleanup(definition: CustomResourceDefinition, now: string): CustomResourceDefinition | undefined {
  if (says(definition, inProgress)) return undefined;
  const next = withOwnStatus(definition);
  setCondition(next, inProgress, now);
  return next;
}

const terminating = (status: 'True' | 'False', reason: string, message: string): Finding => ({
  type: 'Terminating',
  status,
  reason,
  message,
});
const inProgress = terminating('True', 'InstanceDeletionInProgress', 'CustomResource deletion is in progress');

/** What became of the objects. */
export type CleanupOutcome =
  | { readonly outcome: 'removed' }
  /** Nothing was deleted: the definition never served anything. */
  | { readonly outcome: 'never-established' }
  /** Nothing was deleted: a built-in resource has the same place in the store. */
  | { readonly outcome: 'overlaps-built-in' }
  | { readonly outcome: 'list-failed' | 'delete-failed'; readonly error: string }
  /** Something still holds on to objects, a finalizer probably. */
  | { readonly outcome: 'some-left'; readonly count: number };

/** To be written after an attempt. It is over when the finalizer is gone from it; otherwise try again. */
export function finishCleanup(
  definition: CustomResourceDefinition,
  outcome: CleanupOutcome,
  now: string,
): CustomResourceDefinition {
  const next = withOwnStatus(definition);
  const finding = cleanupFinding(outcome);
  setCondition(next, finding, now);
  if (finding.status === 'False') {
    next.metadata.finalizers = (next.metadata.finalizers ?? []).filter((finalizer) => finalizer !== CLEANUP_FINALIZER);
  }
  return next;
}

function cleanupFinding(outcome: CleanupOutcome): Finding {
  switch (outcome.outcome) {
    case 'removed':
      return terminating('False', 'InstanceDeletionCompleted', 'removed all instances');
    case 'never-established':
      return terminating('False', 'NeverEstablished', 'resource was never established');
    case 'overlaps-built-in':
      return terminating('False', 'OverlappingBuiltInResource', 'instances overlap with built-in resources in storage');
    case 'list-failed':
      return terminating('True', 'InstanceDeletionFailed', `could not list instances: ${outcome.error}`);
    case 'delete-failed':
      return terminating('True', 'InstanceDeletionFailed', `could not issue all deletes: ${outcome.error}`);
    case 'some-left':
      return inProgress;
  }
}
