import { describeTypes, metaV1 } from '#schema';
import { coreV1 } from '../../core/v1/types.ts';
import type { Types } from './types.gen.ts';

/** The types of the storage group, in the notation of `describeTypes`. */
export const storageV1 = describeTypes<Types>(
  { package: 'io.k8s.api.storage.v1', goPackage: 'v1', uses: { meta: metaV1, core: coreV1 } },
  `
StorageClass | A kind of storage from which volumes are made on demand.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 provisioner string always required | Who makes the volumes.
  3 parameters {string} | Settings for the provisioner.
  4 reclaimPolicy string? go=v1.PersistentVolumeReclaimPolicy | What becomes of released volumes: Delete (usual) or Retain.
  5 mountOptions [string] list=atomic | Mount options of the volumes made.
  6 allowVolumeExpansion bool? | Whether claims may grow.
  7 volumeBindingMode string? go=VolumeBindingMode | Immediate (usual) or WaitForFirstConsumer.
  8 allowedTopologies [core.TopologySelectorTerm] list=atomic | Where volumes may be made; anywhere if empty.
VolumeAttachment | The wish to attach a volume to a node, and how it went.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec VolumeAttachmentSpec always required | What to attach where; cannot be changed.
  3 status VolumeAttachmentStatus | How it went, told by the attacher.
VolumeAttachmentSpec | What to attach where.
  1 attacher string always required | Driver that attaches it.
  2 source VolumeAttachmentSource always required | The volume to attach.
  3 nodeName string always required | Node to attach it to.
VolumeAttachmentStatus | How attaching went.
  1 attached bool always required | Whether it is attached.
  2 attachmentMetadata {string} | What the attacher tells the mounter.
  3 attachError VolumeError? | Last failure to attach.
  4 detachError VolumeError? | Last failure to detach.
VolumeAttachmentSource | A volume: exactly one member is set.
  1 persistentVolumeName string? | Name of a PersistentVolume.
  2 inlineVolumeSpec core.PersistentVolumeSpec? | A volume written out, as migration does.
VolumeError | One failure.
  1 time time | When it happened.
  2 message string | What went wrong; no secrets in it.
  3 errorCode int32? | gRPC code of the failure.
CSIDriver | What a storage driver can do and needs.
  1 metadata meta.ObjectMeta | Its name is the driver's name.
  2 spec CSIDriverSpec always required | Abilities and needs of the driver.
CSIDriverSpec | Abilities and needs of a driver.
  1 attachRequired bool? | Whether volumes must be attached; usually true.
  2 podInfoOnMount bool? | Tells the driver about pods; usually false.
  3 volumeLifecycleModes [string] list=set go=[]VolumeLifecycleMode | Persistent (usual), Ephemeral, or both.
  4 storageCapacity bool? | Schedule by the capacity that it reports.
  5 fsGroupPolicy string? go=FSGroupPolicy | When ownership is changed at mount time.
  6 tokenRequests [TokenRequest] list=atomic | Tokens of the pod's service account it gets.
  7 requiresRepublish bool? | Calls it again and again while mounted.
  8 seLinuxMount bool? | Whether it mounts with an SELinux context.
  9 nodeAllocatableUpdatePeriodSeconds int64? | How often its node limits are asked for.
  10 serviceAccountTokenInSecrets bool? | Tokens come as secrets, not volume attributes.
  11 preventPodSchedulingIfMissing bool? | No pods for it on nodes without it.
TokenRequest | A token that a driver gets.
  1 audience string always required | For whom the token is; empty for the API server.
  2 expirationSeconds int64? | How long it is good.
CSINode | The storage drivers on a node.
  1 metadata meta.ObjectMeta | Its name is the node's name.
  2 spec CSINodeSpec always required | Drivers on the node.
CSINodeSpec | Drivers on a node.
  1 drivers [CSINodeDriver] always required list=map(name) merge=name | One entry for each driver.
CSINodeDriver | One driver on a node.
  1 name string always required | Name of the driver.
  2 nodeID string always required | The node's name in the storage system.
  3 topologyKeys [string] always list=atomic | Node labels by which it tells places.
  4 allocatable VolumeNodeResources? | How many volumes it takes here.
VolumeNodeResources | Limits of a driver on a node.
  1 count int32? minimum=0 | At most so many volumes.
CSIStorageCapacity | How much space a storage class has in one place.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 nodeTopology meta.LabelSelector? immutable | Nodes that reach the storage; cannot be changed.
  3 storageClassName string always required immutable | The storage class; cannot be changed.
  4 capacity quantity? | Space that is left.
  5 maximumVolumeSize quantity? | Largest volume that can be made.
VolumeAttributesClass | Settings of volumes that may change while they exist.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 driverName string always required | Driver that the settings are for.
  3 parameters {string} | The settings; cannot be changed.
VolumeBindingMode = Immediate, WaitForFirstConsumer
`,
);
