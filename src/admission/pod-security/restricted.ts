import type { Container, SharedSecurityContext, Volume } from '../objects.ts';
import { badContexts, forbiddenCapabilities, seccompProfile } from './baseline.ts';
import { type Check, containersOf, distinct, named, namesWhere, plural, quoted, setters, uses } from './fault.ts';

/** What the strictest level asks of a pod besides: to give up on purpose what it does not need. */

export const allowPrivilegeEscalation: Check = (subject) => {
  const bad = namesWhere(subject, ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false);
  if (bad.length === 0) return undefined;
  const detail = `${named('container', bad)} must set securityContext.allowPrivilegeEscalation=false`;
  return { reason: 'allowPrivilegeEscalation != false', detail };
};

const bindOnly = new Set(['NET_BIND_SERVICE']);

export const droppedCapabilities: Check = (subject) => {
  const keeping = namesWhere(subject, ({ securityContext }) => !securityContext?.capabilities?.drop?.includes('ALL'));
  const added = forbiddenCapabilities(subject, bindOnly);
  const details = [
    ...(keeping.length > 0
      ? [`${named('container', keeping)} must set securityContext.capabilities.drop=["ALL"]`]
      : []),
    ...(added === undefined ? [] : [added]),
  ];
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

const goodVolumes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];
const badVolumes = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
];

export const restrictedVolumes: Check = ({ spec }) => {
  const has = (volume: Volume, source: string): boolean => Object.hasOwn(volume, source);
  const bad = (spec.volumes ?? []).filter((volume) => !goodVolumes.some((source) => has(volume, source)));
  if (bad.length === 0) return undefined;
  const types = distinct(bad.map((volume) => badVolumes.find((source) => has(volume, source)) ?? 'unknown'));
  const names = bad.map(({ name = '' }) => name);
  const what = `${plural('restricted volume type', types.length)} ${quoted(types)}`;
  return { reason: 'restricted volume types', detail: `${named('volume', names)} ${uses(names.length)} ${what}` };
};

export const runAsNonRoot: Check = (subject) => {
  const reason = 'runAsNonRoot != true';
  const { pod, containers } = badContexts(subject, (context) => context?.runAsNonRoot === false);
  const who = setters(pod, containers);
  if (who.length > 0) {
    return { reason, detail: `${who.join(' and ')} must not set securityContext.runAsNonRoot=false` };
  }
  const silent = silentContainers(subject.spec, (context) => context?.runAsNonRoot !== undefined);
  if (silent.length === 0) return undefined;
  return { reason, detail: `pod or ${named('container', silent)} must set securityContext.runAsNonRoot=true` };
};

/** The containers for which neither they nor their pod say something. */
function silentContainers(
  spec: Parameters<typeof containersOf>[0],
  says: (context?: SharedSecurityContext) => boolean,
): string[] {
  if (says(spec.securityContext)) return [];
  const silent = containersOf(spec).filter(({ securityContext }: Container) => !says(securityContext));
  return silent.map(({ name = '' }) => name);
}

export const runAsUser: Check = (subject) => {
  const { pod, containers } = badContexts(subject, (context) => context?.runAsUser === 0);
  const who = setters(pod, containers);
  return who.length === 0
    ? undefined
    : { reason: 'runAsUser=0', detail: `${who.join(' and ')} must not set runAsUser=0` };
};

export const requiredSeccompProfile: Check = (subject) => {
  const bad = seccompProfile(subject);
  if (bad !== undefined) return bad;
  const silent = silentContainers(subject.spec, (context) => context?.seccompProfile !== undefined);
  if (silent.length === 0) return undefined;
  const detail = `pod or ${named('container', silent)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`;
  return { reason: 'seccompProfile', detail };
};

/** Checks that make no sense for the other operating system. */
export function unlessWindows(check: Check): Check {
  return (subject) => (subject.spec.os?.name === 'windows' ? undefined : check(subject));
}
