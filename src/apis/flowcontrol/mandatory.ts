import type { JsonObject, KubeObject } from '#meta';

/** The objects that are always there and always say the same. */

/** The annotation that lets the server keep the object up to date. */
export const AUTO_UPDATE = 'apf.kubernetes.io/autoupdate-spec';

export const everything = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
};
export const group = (name: string): JsonObject => ({ kind: 'Group', group: { name } });

export const mandatoryFlowSchemas: ReadonlyMap<string, JsonObject> = new Map([
  [
    'exempt',
    {
      priorityLevelConfiguration: { name: 'exempt' },
      matchingPrecedence: 1,
      rules: [{ subjects: [group('system:masters')], ...everything }],
    },
  ],
  [
    'catch-all',
    {
      priorityLevelConfiguration: { name: 'catch-all' },
      matchingPrecedence: 10000,
      distinguisherMethod: { type: 'ByUser' },
      rules: [{ subjects: [group('system:unauthenticated'), group('system:authenticated')], ...everything }],
    },
  ],
]);

export const mandatoryPriorityLevels: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['exempt', { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }],
  [
    'catch-all',
    {
      type: 'Limited',
      limited: { nominalConcurrencyShares: 5, limitResponse: { type: 'Reject' }, lendablePercent: 0 },
    },
  ],
]);

/** Levels before the schemas that point to them. */
export const mandatoryFlowControl: readonly KubeObject[] = [
  ...[...mandatoryPriorityLevels].map(([name, spec]) => configuration('PriorityLevelConfiguration', name, spec)),
  ...[...mandatoryFlowSchemas].map(([name, spec]) => configuration('FlowSchema', name, spec)),
];

export function configuration(kind: string, name: string, spec: JsonObject): KubeObject {
  return {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind,
    metadata: { name, annotations: { [AUTO_UPDATE]: 'true' } },
    spec,
  };
}
