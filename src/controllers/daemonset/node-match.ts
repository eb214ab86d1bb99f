import type { Labels } from '#meta';
import type { NodeRequirement, NodeSelectorTerm, PodTemplate, Toleration } from '../pods/pod.ts';
import type { Node, Taint } from './types.ts';

type PodSpec = NonNullable<PodTemplate['spec']>;

export interface NodeFit {
  /** A pod should be there. */
  readonly shouldRun: boolean;
  /** One that is there may stay. */
  readonly mayStay: boolean;
}

/** k8s: daemon/daemon_controller.go NodeShouldRunDaemonPod */
export function nodeFit(node: Node, template: PodTemplate): NodeFit {
  const { nodeName } = template.spec ?? {};
  if (nodeName && nodeName !== node.metadata.name) return { shouldRun: false, mayStay: false };
  if (!nodeSelectorMatches(template.spec ?? {}, node)) return { shouldRun: false, mayStay: false };
  const tolerations = [...(template.spec?.tolerations ?? []), ...standardTolerations(template)];
  const bad = taintsOf(node).filter((taint) => !tolerations.some((toleration) => tolerates(toleration, taint)));
  const isRepelled = bad.some(({ effect }) => effect !== 'PreferNoSchedule');
  return { shouldRun: !isRepelled, mayStay: !bad.some(({ effect }) => effect === 'NoExecute') };
}

/** Whether a pod may be there by its node selector and by what its node affinity requires. */
export function nodeSelectorMatches({ nodeSelector, affinity }: PodSpec, node: Node): boolean {
  const labels = node.metadata.labels ?? {};
  const isSelected = Object.entries(nodeSelector ?? {}).every(
    ([key, value]) => has(labels, key) && labels[key] === value,
  );
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  return isSelected && (!terms || terms.some((term) => termMatches(term, node)));
}

function taintsOf({ spec }: Node): Taint[] {
  return spec?.taints ?? [];
}

function termMatches({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, { metadata }: Node): boolean {
  // An empty term selects nothing.
  if (matchExpressions.length + matchFields.length === 0) return false;
  return (
    matchExpressions.every((requirement) => requirementMatches(requirement, metadata.labels ?? {})) &&
    matchFields.every((requirement) => requirementMatches(requirement, { 'metadata.name': metadata.name ?? '' }))
  );
}

const has = (labels: Labels, key: string): boolean => Object.hasOwn(labels, key);

function requirementMatches({ key = '', operator, values = [] }: NodeRequirement, labels: Labels): boolean {
  const value = has(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return value !== undefined && Number(value) > Number(values[0]);
    case 'Lt':
      return value !== undefined && Number(value) < Number(values[0]);
    default:
      return false;
  }
}

export function tolerates(
  { key = '', operator = 'Equal', value = '', effect = '' }: Toleration,
  taint: Taint,
): boolean {
  if (effect !== '' && effect !== taint.effect) return false;
  if (key === '') return operator === 'Exists';
  if (key !== taint.key) return false;
  return operator === 'Exists' || value === (taint.value ?? '');
}

/** The tolerations that the pods of every daemon set get. */
export function standardTolerations({ spec }: PodTemplate): Toleration[] {
  const exists = (name: string, effect: string): Toleration => ({
    key: `node.kubernetes.io/${name}`,
    operator: 'Exists',
    effect,
  });
  return [
    exists('not-ready', 'NoExecute'),
    exists('unreachable', 'NoExecute'),
    exists('disk-pressure', 'NoSchedule'),
    exists('memory-pressure', 'NoSchedule'),
    exists('pid-pressure', 'NoSchedule'),
    exists('unschedulable', 'NoSchedule'),
    ...(spec?.hostNetwork ? [exists('network-unavailable', 'NoSchedule')] : []),
  ];
}
