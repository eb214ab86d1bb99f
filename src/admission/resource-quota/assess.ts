import { addAmounts, amountOf, compareAmounts, type ResourceList } from '#apis';
import { type KubeObject, parseQuantity } from '#meta';
import { forbid } from '../forbid.ts';
import type { AdmissionRequest } from '../plugin.ts';
import { isNothing, only, subtractAmounts, tell } from './amounts.ts';
import { type Evaluator, isInScopes } from './evaluator.ts';
import { type ResourceQuota, scopesOf } from './resource-quota.ts';

/** What a request would use of one quota. */
export interface Charge {
  readonly quota: ResourceQuota;
  readonly amounts: ResourceList;
}

/** A request, and how objects of its resource use up quotas. */
export interface Case {
  readonly request: AdmissionRequest;
  /** What is wanted. */
  readonly object: KubeObject;
  readonly evaluator: Evaluator;
  /** In milliseconds. */
  readonly now: number;
}

/** What a request would use of each quota. Throws when that is more than there is. k8s: resourcequota CheckRequest */
export function assess(asked: Case, quotas: readonly ResourceQuota[]): readonly Charge[] {
  const { request, object, evaluator } = asked;
  const concerned = quotas.filter((quota) => isAbout(quota, evaluator, object));
  for (const quota of concerned) refuseUnknown(asked, quota);
  if (concerned.length === 0) return [];
  const charges = concerned.map((quota) => ({ quota, amounts: usedOf(asked, quota) }));
  const real = charges.filter(({ amounts }) => Object.keys(amounts).length > 0);
  for (const charge of real) refuseExcess(request, charge);
  return real;
}

/** The quota limits something that the object uses. A quota that nobody has calculated yet limits nothing. */
function isAbout(quota: ResourceQuota, evaluator: Evaluator, object: KubeObject): boolean {
  return limitedBy(quota, evaluator).length > 0 && isInScopes(evaluator, scopesOf(quota), object);
}

const limitedBy = ({ status }: ResourceQuota, evaluator: Evaluator): string[] =>
  Object.keys(status?.hard ?? {})
    .filter((name) => evaluator.counts(name))
    .sort();

function refuseUnknown({ request, object, evaluator }: Case, quota: ResourceQuota): void {
  const limited = limitedBy(quota, evaluator);
  const { name } = quota.metadata;
  const lack = evaluator.lacks?.(limited, object);
  if (lack !== undefined) throw forbid(request, `failed quota: ${name}: ${lack}`);
  if (limited.every((resource) => amountOf(quota.status?.used, resource) !== undefined)) return;
  throw forbid(request, `status unknown for quota: ${name}, resources: ${limited.join(',')}`);
}

/** What is used now and was not before. */
function usedOf({ request, object, evaluator, now }: Case, quota: ResourceQuota): ResourceList {
  const { operation, oldObject } = request;
  const usage = evaluator.usage(object, now);
  const negative = Object.keys(only(usage, (_, amount) => parseQuantity(amount).sign < 0));
  if (negative.length > 0)
    throw forbid(request, `quota usage is negative for resource(s): ${negative.sort().join(',')}`);
  const wasCounted = operation === 'UPDATE' && oldObject !== null && isAbout(quota, evaluator, oldObject);
  const more = wasCounted ? subtractAmounts(usage, evaluator.usage(oldObject, now)) : usage;
  return only(more, (name, amount) => amountOf(quota.status?.hard, name) !== undefined && !isNothing(amount));
}

function refuseExcess(request: AdmissionRequest, { quota, amounts }: Charge): void {
  // What the status says has happened already.
  if (request.subresource === 'status') return;
  const { hard = {}, used = {} } = quota.status ?? {};
  const sum = addAmounts(used, amounts);
  const exceeded = new Set(
    Object.keys(amounts).filter((name) => compareAmounts(amountOf(sum, name) ?? '0', amountOf(hard, name) ?? '0') > 0),
  );
  if (exceeded.size === 0) return;
  const told = (list: ResourceList): string => tell(only(list, (name) => exceeded.has(name)));
  throw forbid(
    request,
    `exceeded quota: ${quota.metadata.name}, requested: ${told(amounts)}, used: ${told(used)}, limited: ${told(hard)}`,
  );
}
