import type { JsonObject, KubeObject } from '#meta';

/** The objects that are always there and always say the same. */

const everything = {
  resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], clusterScope: true, namespaces: ['*'] }],
  nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['*'] }],
};
const group = (name: string): JsonObject => ({ kind: 'Group', group: { name } });

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
  ...[...mandatoryPriorityLevels].map(([name, spec]) => mandatory('PriorityLevelConfiguration', name, spec)),
  ...[...mandatoryFlowSchemas].map(([name, spec]) => mandatory('FlowSchema', name, spec)),
];

function mandatory(kind: string, name: string, spec: JsonObject): KubeObject {
  return {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind,
    metadata: { name, annotations: { 'apf.kubernetes.io/autoupdate-spec': 'true' } },
    spec,
  };
}
