import type { CertificatesV1, CertificatesV1beta1, CoreV1, NetworkingV1, NodeV1, SchedulingV1, StorageV1 } from '#apis';
import type { KubeObject } from '#meta';
import type { TypedResource } from './lookup.ts';

/** The parts of objects that plugins look at, and the resources they are of. */

export const resources = {
  certificateSigningRequests: resourceOf<CertificatesV1['CertificateSigningRequest']>(
    'certificates.k8s.io',
    'certificatesigningrequests',
  ),
  claims: resourceOf<CoreV1['PersistentVolumeClaim']>('', 'persistentvolumeclaims'),
  clusterTrustBundles: resourceOf<CertificatesV1beta1['ClusterTrustBundle']>(
    'certificates.k8s.io',
    'clustertrustbundles',
  ),
  ingressClasses: resourceOf<NetworkingV1['IngressClass']>('networking.k8s.io', 'ingressclasses'),
  ingresses: resourceOf<NetworkingV1['Ingress']>('networking.k8s.io', 'ingresses'),
  namespaces: resourceOf<CoreV1['Namespace']>('', 'namespaces'),
  nodes: resourceOf<CoreV1['Node']>('', 'nodes'),
  pods: resourceOf<CoreV1['Pod']>('', 'pods'),
  priorityClasses: resourceOf<SchedulingV1['PriorityClass']>('scheduling.k8s.io', 'priorityclasses'),
  runtimeClasses: resourceOf<NodeV1['RuntimeClass']>('node.k8s.io', 'runtimeclasses'),
  serviceAccounts: resourceOf<CoreV1['ServiceAccount']>('', 'serviceaccounts'),
  services: resourceOf<CoreV1['Service']>('', 'services'),
  storageClasses: resourceOf<StorageV1['StorageClass']>('storage.k8s.io', 'storageclasses'),
  volumeAttributesClasses: resourceOf<StorageV1['VolumeAttributesClass']>('storage.k8s.io', 'volumeattributesclasses'),
  volumes: resourceOf<CoreV1['PersistentVolume']>('', 'persistentvolumes'),
};

function resourceOf<T extends KubeObject>(group: string, resource: string): TypedResource<T> {
  return { group, resource };
}

export type Pod = CoreV1['Pod'];

export type PodSpec = CoreV1['PodSpec'];

export type Reference = CoreV1['LocalObjectReference'];

export type Container = CoreV1['Container'];

export type Handler = CoreV1['LifecycleHandler'];

/** A volume's source is told by which field is there. */
export type Volume = CoreV1['Volume'];

export type Toleration = CoreV1['Toleration'];

/** What a pod and its containers can both say about their security. */
export type SharedSecurityContext = PodSecurityContext | ContainerSecurityContext;

type PodSecurityContext = CoreV1['PodSecurityContext'];

type ContainerSecurityContext = CoreV1['SecurityContext'];

export function annotationOf({ metadata }: KubeObject, key: string): string | undefined {
  const { annotations = {} } = metadata;
  return Object.hasOwn(annotations, key) ? annotations[key] : undefined;
}
