import type { World } from '#meta';
import type { Container, PodSpec, Volume } from '../objects.ts';

const NAME = 'kube-api-access-';
const SUFFIX = 5;
const MOUNT_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';
/** An hour and a little: clients that renew a token only once an hour must not find it expired. */
const EXPIRATION_SECONDS = 3607;
/** 0644 */
const FILE_MODE = 420;

/**
 * Gives every container a token to talk with the server, and what to know it by, unless it has something at that place
 * already.
 */
export function mountToken(spec: PodSpec, { ids }: Pick<World, 'ids'>): void {
  const existing = spec.volumes?.find(({ name = '' }) => name.startsWith(NAME))?.name;
  const name = existing ?? NAME + ids.suffix(SUFFIX);
  const without = [...(spec.initContainers ?? []), ...(spec.containers ?? [])].filter((one) => !hasToken(one));
  for (const container of without) {
    const mount = { name, readOnly: true, mountPath: MOUNT_PATH };
    container.volumeMounts = [...(container.volumeMounts ?? []), mount];
  }
  if (existing === undefined && without.length > 0) spec.volumes = [...(spec.volumes ?? []), tokenVolume(name)];
}

function hasToken({ volumeMounts = [] }: Container): boolean {
  return volumeMounts.some(({ mountPath }) => mountPath === MOUNT_PATH);
}

function tokenVolume(name: string): Volume {
  const namespace = { path: 'namespace', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.namespace' } };
  const sources = [
    { serviceAccountToken: { path: 'token', expirationSeconds: EXPIRATION_SECONDS } },
    { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    { downwardAPI: { items: [namespace] } },
  ];
  return { name, projected: { sources, defaultMode: FILE_MODE } };
}
