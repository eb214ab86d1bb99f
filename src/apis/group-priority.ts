/**
 * The groups in the order of discovery, each with the priority that its APIServices tell. A group that is not named here comes
 * last, with the usual priority.
 */
export const groupPriorities: ReadonlyMap<string, number> = new Map([
  ['', 18000],
  ['apiregistration.k8s.io', 18000],
  ['apps', 17800],
  ['events.k8s.io', 17750],
  ['authentication.k8s.io', 17700],
  ['authorization.k8s.io', 17600],
  ['autoscaling', 17500],
  ['batch', 17400],
  ['certificates.k8s.io', 17300],
  ['networking.k8s.io', 17200],
  ['policy', 17100],
  ['rbac.authorization.k8s.io', 17000],
  ['storage.k8s.io', 16800],
  ['admissionregistration.k8s.io', 16700],
  ['apiextensions.k8s.io', 16700],
  ['scheduling.k8s.io', 16600],
  ['coordination.k8s.io', 16500],
  ['node.k8s.io', 16300],
  ['discovery.k8s.io', 16200],
  ['resource.k8s.io', 16200],
  ['flowcontrol.apiserver.k8s.io', 16100],
  ['internal.apiserver.k8s.io', 16000],
  ['storagemigration.k8s.io', 15800],
]);
const USUAL_GROUP_PRIORITY = 1000;

export const groupPriority = (group: string): number => groupPriorities.get(group) ?? USUAL_GROUP_PRIORITY;
