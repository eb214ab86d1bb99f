import type { Labels } from '#meta';
import type { NodeRequirement, NodeSelectorTerm, PodTemplate, Toleration } from '../pods/pod.ts';
import type { Node, Taint } from './types.ts';

export interface NodeFit {
  /** A pod should be there. */
  readonly shouldRun: boolean;
  /** One that is there may stay. */
  readonly mayStay: boolean;
}

/** k8s: daemon/daemon_controller.go NodeShouldRunDaemonPod */
export function nodeFit(node: Node, template: PodTemplate): NodeFit {
  const { nodeName, nodeSelector, affinity } = template.spec ?? {};
  const labels = node.metadata.labels ?? {};
  if (nodeName && nodeName !== node.metadata.name) return { shouldRun: false, mayStay: false };
  const selected = Object.entries(nodeSelector ?? {}).every(
    ([key, value]) => has(labels, key) && labels[key] === value,
  );
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  if (!selected || (terms && !terms.some((term) => termMatches(term, node)))) {
    return { shouldRun: false, mayStay: false };
  }
  const tolerations = [...(template.spec?.tolerations ?? []), ...standardTolerations(template)];
  const bad = taintsOf(node).filter((taint) => !tolerations.some((toleration) => tolerates(toleration, taint)));
  const isRepelled = bad.some(({ effect }) => effect !== 'PreferNoSchedule');
  return { shouldRun: !isRepelled, mayStay: !bad.some(({ effect }) => effect === 'NoExecute') };
}

function taintsOf({ spec }: Node): Taint[] {
  return spec?.taints ?? [];
}

function termMatches({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm, { metadata }: Node): boolean {
  // A term that says nothing selects nothing.
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

function tolerates({ key = '', operator = 'Equal', value = '', effect = '' }: Toleration, taint: Taint): boolean {
  if (effect !== '' && effect !== taint.effect) return false;
  if (key === '') return operator === 'Exists';
  if (key !== taint.key) return false;
  return operator === 'Exists' || value === (taint.value ?? '');
}

/** What the pods of every daemon set put up with. */
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
