// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { Types as CoreV1Types } from '../../core/v1/types.gen.ts';
import type { MetaV1Types } from '#schema';

/** A kind of storage from which volumes are made on demand. */
export type StorageClass = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Who makes the volumes. */
  provisioner?: string;
  /** Settings for the provisioner. */
  parameters?: { [key: string]: string };
  /** What becomes of released volumes: Delete (usual) or Retain. */
  reclaimPolicy?: string;
  /** Mount options of the volumes made. */
  mountOptions?: string[];
  /** Whether claims may grow. */
  allowVolumeExpansion?: boolean;
  /** Immediate (usual) or WaitForFirstConsumer. */
  volumeBindingMode?: string;
  /** Where volumes may be made; anywhere if empty. */
  allowedTopologies?: CoreV1Types['TopologySelectorTerm'][];
};

/** The wish to attach a volume to a node, and how it went. */
export type VolumeAttachment = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What to attach where; cannot be changed. */
  spec?: VolumeAttachmentSpec;
  /** How it went, told by the attacher. */
  status?: VolumeAttachmentStatus;
};

/** What to attach where. */
export type VolumeAttachmentSpec = {
  /** Driver that attaches it. */
  attacher?: string;
  /** The volume to attach. */
  source?: VolumeAttachmentSource;
  /** Node to attach it to. */
  nodeName?: string;
};

/** How attaching went. */
export type VolumeAttachmentStatus = {
  /** Whether it is attached. */
  attached?: boolean;
  /** What the attacher tells the mounter. */
  attachmentMetadata?: { [key: string]: string };
  /** Last failure to attach. */
  attachError?: VolumeError;
  /** Last failure to detach. */
  detachError?: VolumeError;
};

/** A volume: exactly one member is set. */
export type VolumeAttachmentSource = {
  /** Name of a PersistentVolume. */
  persistentVolumeName?: string;
  /** A volume written out, as migration does. */
  inlineVolumeSpec?: CoreV1Types['PersistentVolumeSpec'];
};

/** One failure. */
export type VolumeError = {
  /** When it happened. */
  time?: string | null;
  /** What went wrong; no secrets in it. */
  message?: string;
  /** gRPC code of the failure. */
  errorCode?: number;
};

/** What a storage driver can do and needs. */
export type CSIDriver = {
  apiVersion: string;
  kind: string;
  /** Its name is the driver's name. */
  metadata: ObjectMeta;
  /** Abilities and needs of the driver. */
  spec?: CSIDriverSpec;
};

/** Abilities and needs of a driver. */
export type CSIDriverSpec = {
  /** Whether volumes must be attached; usually true. */
  attachRequired?: boolean;
  /** Tells the driver about pods; usually false. */
  podInfoOnMount?: boolean;
  /** Persistent (usual), Ephemeral, or both. */
  volumeLifecycleModes?: string[];
  /** Schedule by the capacity that it reports. */
  storageCapacity?: boolean;
  /** When ownership is changed at mount time. */
  fsGroupPolicy?: string;
  /** Tokens of the pod's service account it gets. */
  tokenRequests?: TokenRequest[];
  /** Calls it again and again while mounted. */
  requiresRepublish?: boolean;
  /** Whether it mounts with an SELinux context. */
  seLinuxMount?: boolean;
  /** How often its node limits are asked for. */
  nodeAllocatableUpdatePeriodSeconds?: number | bigint;
  /** Tokens come as secrets, not volume attributes. */
  serviceAccountTokenInSecrets?: boolean;
  /** No pods for it on nodes without it. */
  preventPodSchedulingIfMissing?: boolean;
};

/** A token that a driver gets. */
export type TokenRequest = {
  /** For whom the token is; empty for the API server. */
  audience?: string;
  /** How long it is good. */
  expirationSeconds?: number | bigint;
};

/** The storage drivers on a node. */
export type CSINode = {
  apiVersion: string;
  kind: string;
  /** Its name is the node's name. */
  metadata: ObjectMeta;
  /** Drivers on the node. */
  spec?: CSINodeSpec;
};

/** Drivers on a node. */
export type CSINodeSpec = {
  /** One entry for each driver. */
  drivers?: CSINodeDriver[] | null;
};

/** One driver on a node. */
export type CSINodeDriver = {
  /** Name of the driver. */
  name?: string;
  /** The node's name in the storage system. */
  nodeID?: string;
  /** Node labels by which it tells places. */
  topologyKeys?: string[] | null;
  /** How many volumes it takes here. */
  allocatable?: VolumeNodeResources;
};

/** Limits of a driver on a node. */
export type VolumeNodeResources = {
  /** At most so many volumes. */
  count?: number;
};

/** How much space a storage class has in one place. */
export type CSIStorageCapacity = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Nodes that reach the storage; cannot be changed. */
  nodeTopology?: MetaV1Types['LabelSelector'];
  /** The storage class; cannot be changed. */
  storageClassName?: string;
  /** Space that is left. */
  capacity?: string;
  /** Largest volume that can be made. */
  maximumVolumeSize?: string;
};

/** Settings of volumes that may change while they exist. */
export type VolumeAttributesClass = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Driver that the settings are for. */
  driverName?: string;
  /** The settings; cannot be changed. */
  parameters?: { [key: string]: string };
};

/** All of them by name. */
export type Types = {
  StorageClass: StorageClass;
  VolumeAttachment: VolumeAttachment;
  VolumeAttachmentSpec: VolumeAttachmentSpec;
  VolumeAttachmentStatus: VolumeAttachmentStatus;
  VolumeAttachmentSource: VolumeAttachmentSource;
  VolumeError: VolumeError;
  CSIDriver: CSIDriver;
  CSIDriverSpec: CSIDriverSpec;
  TokenRequest: TokenRequest;
  CSINode: CSINode;
  CSINodeSpec: CSINodeSpec;
  CSINodeDriver: CSINodeDriver;
  VolumeNodeResources: VolumeNodeResources;
  CSIStorageCapacity: CSIStorageCapacity;
  VolumeAttributesClass: VolumeAttributesClass;
};
