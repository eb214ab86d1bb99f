import { formatGroupResource, type GroupResource } from '#meta';
import { deviceClaimEvaluator, volumeClaimEvaluator } from './claim-evaluators.ts';
import { countEvaluator, type Evaluator } from './evaluator.ts';
import { podEvaluator } from './pod-evaluator.ts';
import { serviceEvaluator } from './service-evaluator.ts';

/** Kinds that were counted under a short name before all kinds could be counted. */
const named = ['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets'];

const particular = new Map(
  [
    podEvaluator,
    serviceEvaluator,
    volumeClaimEvaluator,
    deviceClaimEvaluator,
    ...named.map((resource) => countEvaluator({ group: '', resource }, resource)),
  ].map((evaluator) => [formatGroupResource(evaluator.resource), evaluator]),
);

/** Questions and events use up nothing. */
const uncounted = new Set([
  'bindings',
  'componentstatuses',
  'tokenreviews.authentication.k8s.io',
  'selfsubjectreviews.authentication.k8s.io',
  'subjectaccessreviews.authorization.k8s.io',
  'selfsubjectaccessreviews.authorization.k8s.io',
  'localsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectrulesreviews.authorization.k8s.io',
  'events',
  'events.events.k8s.io',
]);

/** How objects of a resource use up quotas; undefined when they never do. */
export function evaluatorFor({ group, resource }: GroupResource): Evaluator | undefined {
  const name = formatGroupResource({ group, resource });
  if (uncounted.has(name)) return undefined;
  return particular.get(name) ?? countEvaluator({ group, resource });
}
