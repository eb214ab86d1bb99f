import type { CoreV1 } from '#apis';

/** What is left in a namespace after everything was told to go. */
export interface Remains {
  /** By resource, as `configmaps.` or `deployments.apps`. */
  readonly resources: ReadonlyMap<string, number>;
  readonly finalizers: ReadonlyMap<string, number>;
  readonly failures: readonly Error[];
  /** Versions of groups of which nobody knows what they serve, as `GROUP/VERSION`. */
  readonly undiscovered: readonly string[];
}

/** The same with what other servers keep. */
export function withRemote(
  own: Remains,
  others: Omit<Remains, 'undiscovered'>,
  undiscovered: readonly string[],
): Remains {
  return {
    resources: new Map([...own.resources, ...others.resources]),
    finalizers: new Map([...own.finalizers, ...others.finalizers]),
    failures: [...own.failures, ...others.failures],
    undiscovered,
  };
}

export type Condition = CoreV1['NamespaceCondition'];

type Finding = Pick<Condition, 'reason' | 'message'>;

/** k8s: controller/namespace/deletion/status_condition_utils.go */
const whenWell = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    reason: 'ResourcesDiscovered',
    message: 'All resources successfully discovered',
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    reason: 'ParsedGroupVersions',
    message: 'All legacy kube types successfully parsed',
  },
  {
    type: 'NamespaceDeletionContentFailure',
    reason: 'ContentDeleted',
    message: 'All content successfully deleted, may be waiting on finalization',
  },
  { type: 'NamespaceContentRemaining', reason: 'ContentRemoved', message: 'All content successfully removed' },
  {
    type: 'NamespaceFinalizersRemaining',
    reason: 'ContentHasNoFinalizers',
    message: 'All content-preserving finalizers finished',
  },
] as const;

type ConditionType = (typeof whenWell)[number]['type'];

/** The conditions as they should be. The time is that of the last change of a status. */
export function conditionsAfter(before: readonly Condition[], remains: Remains, now: string): Condition[] {
  const findings = findingsOf(remains);
  const others = before.filter((condition) => !whenWell.some(({ type }) => type === condition.type));
  const ours = whenWell.map(({ type, reason, message }): Condition => {
    const old = before.find((condition) => condition.type === type);
    const status = findings[type] === undefined ? 'False' : 'True';
    const lastTransitionTime = (old?.status === status ? old.lastTransitionTime : undefined) ?? now;
    return { type, status, lastTransitionTime, ...(findings[type] ?? { reason, message }) };
  });
  return [...others, ...ours];
}

function findingsOf({
  resources,
  finalizers,
  failures,
  undiscovered,
}: Remains): Partial<Record<ConditionType, Finding>> {
  const findings: Partial<Record<ConditionType, Finding>> = {};
  if (undiscovered.length > 0) {
    const each = undiscovered.map((version) => `${version}: stale GroupVersion discovery: ${version}`).sort();
    const why = `unable to retrieve the complete list of server APIs: ${each.join(', ')}`;
    findings.NamespaceDeletionDiscoveryFailure = {
      reason: 'DiscoveryFailed',
      message: `Discovery failed for some groups, ${undiscovered.length} failing: ${why}`,
    };
  }
  if (failures.length > 0) {
    const causes = failures.map(({ message }) => message).sort();
    findings.NamespaceDeletionContentFailure = {
      reason: 'ContentDeletionFailed',
      message: `Failed to delete all resource types, ${failures.length} remaining: ${causes.join(', ')}`,
    };
  }
  if (resources.size > 0) {
    findings.NamespaceContentRemaining = {
      reason: 'SomeResourcesRemain',
      message: `Some resources are remaining: ${tell(resources, (name, count) => `${name} has ${count} resource instances`)}`,
    };
  }
  if (finalizers.size > 0) {
    findings.NamespaceFinalizersRemaining = {
      reason: 'SomeFinalizersRemain',
      message: `Some content in the namespace has finalizers remaining: ${tell(finalizers, (name, count) => `${name} in ${count} resource instances`)}`,
    };
  }
  return findings;
}

function tell(counts: ReadonlyMap<string, number>, say: (name: string, count: number) => string): string {
  return [...counts]
    .map(([name, count]) => say(name, count))
    .sort()
    .join(', ');
}
