import { getOwn } from '#meta';

/** Every controller by Kubernetes' own name for it. Its other names are understood as well. */
export const controllerNames = [
  'namespace',
  'garbage-collector',
  'resourcequota',
  'disruption',
  'serviceaccount',
  'root-ca-certificate-publisher',
  'clusterrole-aggregation',
  'serviceaccount-token',
  'deployment',
  'replicaset',
  'replicationcontroller',
  'statefulset',
  'daemonset',
  'job',
  'cronjob',
  'endpoints',
  'endpointslice',
  'endpointslicemirroring',
  'pvc-protection',
  'pv-protection',
  'ttl-after-finished',
  'volumeattributesclass-protection',
  'nodelifecycle',
  'validatingadmissionpolicy-status',
  'storage-version-migrator',
] as const;

/** Names that are not the short one with `-controller` after it. */
const otherNames: { readonly [name: string]: ControllerName } = {
  'root-ca-cert-publisher': 'root-ca-certificate-publisher',
  endpoint: 'endpoints',
  'endpointslice-mirroring-controller': 'endpointslicemirroring',
  'persistentvolumeclaim-protection-controller': 'pvc-protection',
  'persistentvolume-protection-controller': 'pv-protection',
  'node-lifecycle-controller': 'nodelifecycle',
  svm: 'storage-version-migrator',
};

export type ControllerName = (typeof controllerNames)[number];

/** A name in the list of controllers that none has. */
export class UnknownController extends Error {
  constructor(name: string) {
    super(`there is no controller ${JSON.stringify(name)}; the known ones are ${controllerNames.join(', ')}`);
    this.name = 'UnknownController';
  }
}

/** `*` for all, `name` for one, `-name` to leave one out. What is said first about a controller counts. */
export function chooseControllers(list: readonly string[]): readonly ControllerName[] {
  const said = new Map<ControllerName, boolean>();
  for (const item of list) {
    if (item === '*') continue;
    const leaveOut = item.startsWith('-');
    const name = knownName(leaveOut ? item.slice(1) : item);
    if (!said.has(name)) said.set(name, !leaveOut);
  }
  return controllerNames.filter((name) => said.get(name) ?? list.includes('*'));
}

function knownName(text: string): ControllerName {
  const other = getOwn(otherNames, text);
  const name = other ?? controllerNames.find((known) => text === known || text === `${known}-controller`);
  if (name === undefined) throw new UnknownController(text);
  return name;
}
