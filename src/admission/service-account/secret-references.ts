import { getOwn, type JsonObject } from '#meta';
import type { Container, PodSpec, Reference, Volume } from '../objects.ts';

/** Which secrets a pod names, and whether its service account lets it. */

export interface Allowed {
  /** Of the service account. */
  readonly account: string;
  readonly secrets: ReadonlySet<string>;
  readonly pullSecrets: ReadonlySet<string>;
}

type ContainerRole = 'container' | 'init container' | 'ephemeral container';

/** The first secret that the pod may not name, as a reason to refuse it. */
export function forbiddenSecret(spec: PodSpec, allowed: Allowed): string | undefined {
  return (
    forbiddenVolume(spec.volumes ?? [], allowed) ??
    forbiddenInContainers('init container', spec.initContainers ?? [], allowed) ??
    forbiddenInContainers('container', spec.containers ?? [], allowed) ??
    forbiddenPullSecret(spec.imagePullSecrets ?? [], allowed)
  );
}

function forbiddenVolume(volumes: readonly Volume[], { account, secrets }: Allowed): string | undefined {
  for (const { secret } of volumes) {
    if (secret === undefined || secrets.has(secret.secretName ?? '')) continue;
    return `volume with secret.secretName="${secret.secretName ?? ''}" is not allowed because service account ${account} does not reference that secret`;
  }
  return undefined;
}

export function forbiddenInContainers(
  role: ContainerRole,
  containers: readonly Container[],
  { account, secrets }: Allowed,
): string | undefined {
  const refuse = (where: string, name: string): string =>
    `${role} ${where} referencing secret.secretName="${name}" is not allowed because service account ${account} does not reference that secret`;
  for (const { name: container = '', env = [], envFrom = [] } of containers) {
    for (const { name: variable = '', valueFrom } of env) {
      const name = secretName(valueFrom?.secretKeyRef);
      if (name !== undefined && !secrets.has(name)) return refuse(`${container} with envVar ${variable}`, name);
    }
    for (const { secretRef } of envFrom) {
      const name = secretName(secretRef);
      if (name !== undefined && !secrets.has(name)) return refuse(`${container} with envFrom`, name);
    }
  }
  return undefined;
}

function secretName(reference: Reference | undefined): string | undefined {
  return reference === undefined ? undefined : (reference.name ?? '');
}

function forbiddenPullSecret(references: readonly Reference[], { account, pullSecrets }: Allowed): string | undefined {
  const at = references.findIndex(({ name = '' }) => !pullSecrets.has(name));
  if (at < 0) return undefined;
  return `imagePullSecrets[${at}].name="${references[at]?.name ?? ''}" is not allowed because service account ${account} does not reference that imagePullSecret`;
}

/** Where the sources of volumes name a secret, besides projections. */
const volumeSecrets = [
  ['azureFile', 'secretName'],
  ['cephfs', 'secretRef'],
  ['cinder', 'secretRef'],
  ['csi', 'nodePublishSecretRef'],
  ['flexVolume', 'secretRef'],
  ['iscsi', 'secretRef'],
  ['rbd', 'secretRef'],
  ['scaleIO', 'secretRef'],
  ['secret', 'secretName'],
  ['storageos', 'secretRef'],
] as const;

/** Whether a pod names any secret at all. */
export function namesSecrets(spec: PodSpec): boolean {
  const containers = [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
  return (
    (spec.imagePullSecrets ?? []).length > 0 ||
    containers.some(
      ({ env = [], envFrom = [] }) =>
        env.some(({ valueFrom }) => valueFrom?.secretKeyRef !== undefined) ||
        envFrom.some(({ secretRef }) => secretRef !== undefined),
    ) ||
    (spec.volumes ?? []).some(volumeNamesSecret)
  );
}

function volumeNamesSecret(volume: Volume): boolean {
  const projected = (volume.projected?.sources ?? []).some((source) => Object.hasOwn(source, 'secret'));
  return projected || volumeSecrets.some(([source, field]) => hasField(volume[source], field));
}

function hasField(source: JsonObject | undefined, field: string): boolean {
  return source !== undefined && getOwn(source, field) !== undefined;
}
