import { type ActionContext, openApiSource, typedCodec } from '#machinery';
import { ApiError, apiErrors, type DeleteOptions, fieldErrors, labelSelectorFrom, path, SelectorError } from '#meta';
import type { BuiltinSubresource } from '#resource';
import type { Pod, PodCondition } from '../core/v1/types.gen.ts';
import { chargeEviction, stillProcessed } from './budget-charge.ts';
import type { PodDisruptionBudget } from './budget-types.ts';
import type { Types } from './v1/types.gen.ts';
import { policyV1 } from './v1/types.ts';

/** A wish that a pod goes, which its disruption budget may refuse. k8s: registry/core/pod/storage/eviction.go */
type Eviction = Types['Eviction'];

const kind = { group: 'policy', version: 'v1', kind: 'Eviction' } as const;
const type = policyV1.type('Eviction');
const budgetResource = { group: 'policy', version: 'v1', resource: 'poddisruptionbudgets' };
/** How often the pod may change between the look and the deletion. */
const ATTEMPTS = 20;

async function evict(eviction: Eviction, context: ActionContext): Promise<void> {
  if (eviction.metadata.name !== context.name) {
    throw apiErrors.badRequest('name in URL does not match name in Eviction object');
  }
  const options = optionsOf(eviction, context);
  const pod = await podUnderBudget(options, context);
  if (pod !== undefined) await evictUnderBudget(pod, { options, context });
}

interface Ordered {
  readonly options: DeleteOptions;
  readonly context: ActionContext;
}

async function evictUnderBudget(pod: Pod, { options, context }: Ordered): Promise<void> {
  const budgets = (await context.list(budgetResource)).filter((budget) => isAbout(budget, pod));
  if (budgets.length > 1) {
    const why = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    throw apiErrors.plain(500, why);
  }
  const [budget] = budgets;
  if (budget === undefined) return markAndDelete(options, context);
  if (isAiling(pod, budget)) return deleteAiling(pod, budget, { options, context });
  const { name = '' } = budget.metadata;
  const dryRun = options.dryRun.length > 0;
  await context.editStatus({ resource: budgetResource, name, dryRun }, (live) => chargeEviction(live, context));
  await markAndDelete(options, context);
}

const noOptions: NonNullable<Eviction['deleteOptions']> = { apiVersion: '', kind: '' };

function optionsOf({ deleteOptions = noOptions }: Eviction, { name, dryRun }: ActionContext): DeleteOptions {
  const { kind: _, apiVersion: __, gracePeriodSeconds: grace, dryRun: own = [], ...options } = deleteOptions;
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential) {
    const field = path('deleteOptions', 'ignoreStoreReadErrorWithClusterBreakingPotential');
    const why = 'can not be set for pod eviction, try after removing the option';
    throw apiErrors.invalid(kind, name, [fieldErrors.invalid(field, true, why)]);
  }
  if (own.length > 0 && dryRun.length > 0 && own.join() !== dryRun.join()) {
    const both = `[${dryRun.join(' ')}] and [${own.join(' ')}]`;
    throw apiErrors.plain(500, `Non-matching dry-run options in request and content: ${both}`);
  }
  return {
    ...options,
    ...(grace === undefined ? {} : { gracePeriodSeconds: Number(grace) }),
    dryRun: own.length > 0 ? own : dryRun,
  };
}

/** A pod that does not run, or no longer, is missed by nobody. */
function needsNoBudget({ metadata, status }: Pod): boolean {
  return metadata.deletionTimestamp !== undefined || ['Succeeded', 'Failed', 'Pending'].includes(status?.phase ?? '');
}

function isAbout({ spec }: PodDisruptionBudget, { metadata }: Pod): boolean {
  try {
    return labelSelectorFrom(spec?.selector).matches(metadata.labels);
  } catch (error) {
    if (error instanceof SelectorError) return false;
    throw error;
  }
}

const isReady = ({ status }: Pod): boolean =>
  (status?.conditions ?? []).some((condition) => condition.type === 'Ready' && condition.status === 'True');

/** A pod that is not healthy does not count, and may go: always, or as long as the others suffice. */
function isAiling(pod: Pod, { spec, status = {} }: PodDisruptionBudget): boolean {
  if (isReady(pod)) return false;
  const { currentHealthy = 0, desiredHealthy = 0 } = status;
  return spec?.unhealthyPodEvictionPolicy === 'AlwaysAllow' || (currentHealthy >= desiredHealthy && desiredHealthy > 0);
}

const atVersion = (options: DeleteOptions, { metadata: { resourceVersion = '' } }: Pod): DeleteOptions => ({
  ...options,
  preconditions: { ...options.preconditions, resourceVersion },
});

const namesVersion = ({ preconditions }: DeleteOptions): boolean => preconditions?.resourceVersion !== undefined;

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.reason === 'Conflict';

/** Deletes a pod that needs no budget; one that begins to run meanwhile is looked at anew. */
async function podUnderBudget(options: DeleteOptions, context: ActionContext): Promise<Pod | undefined> {
  for (let attempt = 1; ; attempt++) {
    const pod: Pod = await context.object();
    if (!needsNoBudget(pod)) return pod;
    const mayStart = pod.status?.phase === 'Pending' && pod.metadata.deletionTimestamp === undefined;
    const guarded = mayStart && !namesVersion(options);
    try {
      await markAndDelete(guarded ? atVersion(options, pod) : options, context);
      return undefined;
    } catch (error) {
      if (!guarded || !isConflict(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

async function deleteAiling(pod: Pod, { metadata }: PodDisruptionBudget, { options, context }: Ordered): Promise<void> {
  try {
    await markAndDelete(atVersion(options, pod), context);
  } catch (error) {
    // It may have become healthy: whoever asks again gets the answer for that.
    throw isConflict(error) && !namesVersion(options) ? stillProcessed(metadata.name ?? '') : error;
  }
}

/** The pod says why it goes, and goes. */
async function markAndDelete(options: DeleteOptions, context: ActionContext): Promise<void> {
  if (options.dryRun.length > 0) return context.remove(options);
  const resourceVersion = await context.edit((pod: Pod) => {
    refuseOther(pod, options);
    pod.status = { ...pod.status, conditions: targeted(pod.status?.conditions ?? [], context.now) };
  });
  const { preconditions } = options;
  await context.remove(
    namesVersion(options) ? { ...options, preconditions: { ...preconditions, resourceVersion } } : options,
  );
}

function refuseOther({ metadata }: Pod, { preconditions = {} }: DeleteOptions): void {
  const refuse = (why: string): ApiError =>
    apiErrors.conflict({ group: '', resource: 'Pod' }, metadata.name ?? '', why);
  const { uid, resourceVersion } = preconditions;
  if (uid && uid !== metadata.uid) {
    throw refuse(
      `the UID in the precondition (${uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
    );
  }
  if (resourceVersion && resourceVersion !== metadata.resourceVersion) {
    throw refuse(
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    );
  }
}

function targeted(conditions: readonly PodCondition[], now: string): PodCondition[] {
  const old = conditions.find((condition) => condition.type === 'DisruptionTarget');
  const target: PodCondition = {
    type: 'DisruptionTarget',
    status: 'True',
    lastTransitionTime: old?.status === 'True' ? (old.lastTransitionTime ?? now) : now,
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  };
  return old === undefined ? [...conditions, target] : conditions.map((other) => (other === old ? target : other));
}

export const podEviction: BuiltinSubresource<Eviction> = {
  name: 'eviction',
  verbs: ['create'],
  action: {
    kind,
    codec: typedCodec(type, kind),
    alsoTakes: new Set(['policy/v1beta1']),
    openapi: openApiSource(type),
    run: (eviction, context) => evict(eviction, context),
  },
};
