import type { JsonObject, ObjectMeta } from '#meta';
import type { NamedReference, ObjectFieldSelector, ResourceFieldSelector, ResourceList } from './container-types.ts';
import type { Selector } from './types.ts';

/** The volumes of a pod, as far as the rules look at them by name; the others are told apart by their field alone. */

export interface Volume extends JsonObject {
  name?: string;
  emptyDir?: { medium?: string; sizeLimit?: string };
  hostPath?: { path?: string; type?: string };
  gitRepo?: JsonObject;
  secret?: KeyFiles & { secretName?: string };
  configMap?: KeyFiles & { name?: string };
  iscsi?: IscsiSource;
  rbd?: JsonObject;
  downwardAPI?: { items?: DownwardFile[]; defaultMode?: number };
  azureDisk?: JsonObject;
  projected?: { sources?: Projection[] | null; defaultMode?: number };
  scaleIO?: JsonObject;
  persistentVolumeClaim?: { claimName?: string; readOnly?: boolean };
  ephemeral?: { volumeClaimTemplate?: { metadata?: ObjectMeta; spec?: ClaimSpec } };
  image?: { reference?: string; pullPolicy?: string };
}

export interface KeyFiles extends JsonObject {
  items?: KeyToPath[];
  defaultMode?: number;
  optional?: boolean;
}

export interface KeyToPath extends JsonObject {
  key?: string;
  path?: string;
  mode?: number;
}

export interface DownwardFile extends JsonObject {
  path?: string;
  fieldRef?: ObjectFieldSelector;
  resourceFieldRef?: ResourceFieldSelector;
  mode?: number;
}

export interface Projection extends JsonObject {
  secret?: { name?: string; items?: KeyToPath[]; optional?: boolean };
  configMap?: { name?: string; items?: KeyToPath[]; optional?: boolean };
  downwardAPI?: { items?: DownwardFile[] };
  serviceAccountToken?: { audience?: string; expirationSeconds?: number; path?: string };
  clusterTrustBundle?: TrustBundleProjection;
  podCertificate?: CertificateProjection;
}

export interface TrustBundleProjection extends JsonObject {
  name?: string;
  signerName?: string;
  labelSelector?: Selector;
  path?: string;
}

export interface CertificateProjection extends JsonObject {
  signerName?: string;
  keyType?: string;
  maxExpirationSeconds?: number;
  credentialBundlePath?: string;
  keyPath?: string;
  certificateChainPath?: string;
  userAnnotations?: { [key: string]: string };
}

export interface IscsiSource extends JsonObject {
  targetPortal?: string;
  iqn?: string;
  lun?: number;
  iscsiInterface?: string;
  chapAuthDiscovery?: boolean;
  chapAuthSession?: boolean;
  secretRef?: NamedReference;
  initiatorName?: string;
}

/** What a claim for a persistent volume asks for. */
export interface ClaimSpec extends JsonObject {
  accessModes?: string[];
  selector?: Selector;
  resources?: { limits?: ResourceList; requests?: ResourceList };
  volumeName?: string;
  storageClassName?: string;
  volumeMode?: string;
  dataSource?: TypedReference;
  dataSourceRef?: TypedReference;
  volumeAttributesClassName?: string;
}

export interface TypedReference extends JsonObject {
  apiGroup?: string | null;
  kind?: string;
  name?: string;
  namespace?: string;
}
