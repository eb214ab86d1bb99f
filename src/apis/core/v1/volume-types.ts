/** Volumes of pods, persistent volumes and claims to them. In the notation of `describeTypes`. */
export const volumeTypes = `
Volume | Storage that the containers of a pod can mount.
  1 name string always required | Its name, unique among its kind here.
  2 volumeSource VolumeSource inline
VolumeSource | Where a volume comes from; one of these.
  1 hostPath HostPathVolumeSource? | A file or directory of the node.
  2 emptyDir EmptyDirVolumeSource? | A directory that lives as long as the pod.
  3 gcePersistentDisk GCEPersistentDiskVolumeSource? | A disk of Google Compute Engine.
  4 awsElasticBlockStore AWSElasticBlockStoreVolumeSource? | A disk of Amazon Web Services.
  5 gitRepo GitRepoVolumeSource? | A Git repository; no longer supported.
  6 secret SecretVolumeSource? | The keys of a secret as files.
  7 nfs NFSVolumeSource? | A directory of an NFS server.
  8 iscsi ISCSIVolumeSource? | A disk that is reached with iSCSI.
  9 glusterfs GlusterfsVolumeSource? | A GlusterFS volume; no longer supported.
  10 persistentVolumeClaim PersistentVolumeClaimVolumeSource? | The volume that a claim has.
  11 rbd RBDVolumeSource? | A Ceph block device; no longer supported.
  12 flexVolume FlexVolumeSource? | A volume of an exec-based plugin; deprecated.
  13 cinder CinderVolumeSource? | A disk of OpenStack.
  14 cephfs CephFSVolumeSource? | A Ceph file system; no longer supported.
  15 flocker FlockerVolumeSource? | A Flocker volume; no longer supported.
  16 downwardAPI DownwardAPIVolumeSource? | Fields of the pod as files.
  17 fc FCVolumeSource? | A disk that is reached by Fibre Channel.
  18 azureFile AzureFileVolumeSource? | A file share of Azure.
  19 configMap ConfigMapVolumeSource? | The keys of a config map as files.
  20 vsphereVolume VsphereVirtualDiskVolumeSource? | A disk of vSphere.
  21 quobyte QuobyteVolumeSource? | A Quobyte volume; no longer supported.
  22 azureDisk AzureDiskVolumeSource? | A disk of Azure.
  23 photonPersistentDisk PhotonPersistentDiskVolumeSource? | A disk of Photon; no longer supported.
  26 projected ProjectedVolumeSource? | Files from several sources in one directory.
  24 portworxVolume PortworxVolumeSource? | A Portworx volume.
  25 scaleIO ScaleIOVolumeSource? | A ScaleIO volume; no longer supported.
  27 storageos StorageOSVolumeSource? | A StorageOS volume; no longer supported.
  28 csi CSIVolumeSource? | Storage of a CSI driver.
  29 ephemeral EphemeralVolumeSource? | A volume of a claim that is made for the pod.
  30 image ImageVolumeSource? | A volume with the content of an image.
HostPathVolumeSource | A file or directory of the node.
  1 path string always required | The path on the node.
  2 type string? go=HostPathType | What must be at the path: a File, a Directory, …
EmptyDirVolumeSource | A directory that lives as long as the pod.
  1 medium string go=StorageMedium | Memory, or empty for the node's disk.
  2 sizeLimit quantity? | How much may be stored there.
GCEPersistentDiskVolumeSource | A disk of Google Compute Engine.
  1 pdName string always required | The name of the disk.
  2 fsType string | The type of the file system, such as ext4.
  3 partition int32 | The number of the partition.
  4 readOnly bool | Whether nothing may be written to it.
AWSElasticBlockStoreVolumeSource | A disk of Amazon Web Services.
  1 volumeID string always required | The id of the volume.
  2 fsType string | The type of the file system, such as ext4.
  3 partition int32 | The number of the partition.
  4 readOnly bool | Whether nothing may be written to it.
GitRepoVolumeSource | A Git repository.
  1 repository string always required | The address of the repository.
  2 revision string | The commit to check out.
  3 directory string | The directory to put it into.
SecretVolumeSource | The keys of a secret as files.
  1 secretName string | The name of the secret.
  2 items [KeyToPath] list=atomic | Which keys become files, and where; all if unsaid.
  3 defaultMode int32? | The permissions of the files; 0644 by default.
  4 optional bool? | Whether it may be missing.
NFSVolumeSource | A directory of an NFS server.
  1 server string always required | The name or address of the server.
  2 path string always required | The directory that the server shares.
  3 readOnly bool | Whether nothing may be written to it.
ISCSIVolumeSource | A disk that is reached with iSCSI.
  1 targetPortal string always required | The address of the target.
  2 iqn string always required | The qualified name of the target.
  3 lun int32 always required | The number of the logical unit.
  4 iscsiInterface string default="default" | The interface that is used; default if unsaid.
  5 fsType string | The type of the file system, such as ext4.
  6 readOnly bool | Whether nothing may be written to it.
  7 portals [string] list=atomic | Further addresses of the target.
  8 chapAuthDiscovery bool | Whether finding the target needs CHAP.
  11 chapAuthSession bool | Whether a session needs CHAP.
  10 secretRef LocalObjectReference? | The secret that is needed for access.
  12 initiatorName string? | The name of the initiator, instead of the node's.
GlusterfsVolumeSource | A GlusterFS volume.
  1 endpoints string always required | The endpoints of the servers.
  2 path string always required | The path, relative to the volume.
  3 readOnly bool | Whether nothing may be written to it.
PersistentVolumeClaimVolumeSource | The volume that a claim has.
  1 claimName string always required | The name of the claim.
  2 readOnly bool | Whether nothing may be written to it.
RBDVolumeSource | A Ceph block device.
  1 monitors [string] always required list=atomic | The addresses of the monitors.
  2 image string always required | The image of the block device.
  3 fsType string | The type of the file system, such as ext4.
  4 pool string default="rbd" | The pool of the image; rbd by default.
  5 user string default="admin" | The user's name.
  6 keyring string default="/etc/ceph/keyring" | The path of the keyring.
  7 secretRef LocalObjectReference? | The secret that is needed for access.
  8 readOnly bool | Whether nothing may be written to it.
FlexVolumeSource | A volume of an exec-based plugin.
  1 driver string always required | The name of the driver.
  2 fsType string | The type of the file system, such as ext4.
  3 secretRef LocalObjectReference? | The secret that is needed for access.
  4 readOnly bool | Whether nothing may be written to it.
  5 options {string} | Further options, by name.
CinderVolumeSource | A disk of OpenStack.
  1 volumeID string always required | The id of the volume.
  2 fsType string | The type of the file system, such as ext4.
  3 readOnly bool | Whether nothing may be written to it.
  4 secretRef LocalObjectReference? | The secret that is needed for access.
CephFSVolumeSource | A Ceph file system.
  1 monitors [string] always required list=atomic | The addresses of the monitors.
  2 path string | The path, relative to the volume.
  3 user string | The user's name.
  4 secretFile string | The path of the key of the user.
  5 secretRef LocalObjectReference? | The secret that is needed for access.
  6 readOnly bool | Whether nothing may be written to it.
FlockerVolumeSource | A Flocker volume.
  1 datasetName string | The name of the dataset.
  2 datasetUUID string | The id of the dataset.
DownwardAPIVolumeSource | Fields of the pod as files.
  1 items [DownwardAPIVolumeFile] list=atomic | The files.
  2 defaultMode int32? | The permissions of the files; 0644 by default.
FCVolumeSource | A disk that is reached by Fibre Channel.
  1 targetWWNs [string] list=atomic | The world wide names of the target.
  2 lun int32? | The number of the logical unit.
  3 fsType string | The type of the file system, such as ext4.
  4 readOnly bool | Whether nothing may be written to it.
  5 wwids [string] list=atomic | The world wide ids of the volume.
AzureFileVolumeSource | A file share of Azure.
  1 secretName string always required | The name of the secret.
  2 shareName string always required | The name of the share.
  3 readOnly bool | Whether nothing may be written to it.
ConfigMapVolumeSource | The keys of a config map as files.
  1 localObjectReference LocalObjectReference inline
  2 items [KeyToPath] list=atomic | Which keys become files, and where; all if unsaid.
  3 defaultMode int32? | The permissions of the files; 0644 by default.
  4 optional bool? | Whether it may be missing.
VsphereVirtualDiskVolumeSource | A disk of vSphere.
  1 volumePath string always required | The path of the disk.
  2 fsType string | The type of the file system, such as ext4.
  3 storagePolicyName string | The name of the storage policy.
  4 storagePolicyID string | The id of the storage policy.
QuobyteVolumeSource | A Quobyte volume.
  1 registry string always required | The addresses of the registry services.
  2 volume string always required | The name of the volume.
  3 readOnly bool | Whether nothing may be written to it.
  4 user string | The user's name.
  5 group string | The group that is used.
  6 tenant string | Who owns the volume.
AzureDiskVolumeSource | A disk of Azure.
  1 diskName string always required | The name of the disk.
  2 diskURI string always required | The address of the disk.
  3 cachingMode string? go=AzureDataDiskCachingMode default="ReadWrite" | None, ReadOnly or ReadWrite.
  4 fsType string? default="ext4" | The type of the file system, such as ext4.
  5 readOnly bool? default=false | Whether nothing may be written to it.
  6 kind string? go=AzureDataDiskKind default="Shared" | Shared, Dedicated or Managed.
PhotonPersistentDiskVolumeSource | A disk of Photon.
  1 pdID string always required | The id of the disk.
  2 fsType string | The type of the file system, such as ext4.
ProjectedVolumeSource | Files from several sources in one directory.
  1 sources [VolumeProjection] always list=atomic | Where the files come from.
  2 defaultMode int32? | The permissions of the files; 0644 by default.
PortworxVolumeSource | A Portworx volume.
  1 volumeID string always required | The id of the volume.
  2 fsType string | The type of the file system, such as ext4.
  3 readOnly bool | Whether nothing may be written to it.
ScaleIOVolumeSource | A ScaleIO volume.
  1 gateway string always required | The address of the gateway.
  2 system string always required | The name of the storage system.
  3 secretRef LocalObjectReference? always required | The secret that is needed for access.
  4 sslEnabled bool | Whether the connection is encrypted.
  5 protectionDomain string | The protection domain of the storage.
  6 storagePool string | The pool of the storage.
  7 storageMode string default="ThinProvisioned" | ThickProvisioned or ThinProvisioned.
  8 volumeName string | The name of the volume.
  9 fsType string default="xfs" | The type of the file system, such as ext4.
  10 readOnly bool | Whether nothing may be written to it.
StorageOSVolumeSource | A StorageOS volume.
  1 volumeName string | The name of the volume.
  2 volumeNamespace string | The namespace of the volume.
  3 fsType string | The type of the file system, such as ext4.
  4 readOnly bool | Whether nothing may be written to it.
  5 secretRef LocalObjectReference? | The secret that is needed for access.
CSIVolumeSource | Storage of a CSI driver that lives with its pod.
  1 driver string always required | The name of the driver.
  2 readOnly bool? | Whether nothing may be written to it.
  3 fsType string? | The type of the file system, such as ext4.
  4 volumeAttributes {string} | Settings for the driver.
  5 nodePublishSecretRef LocalObjectReference? | The secret for mounting the volume.
EphemeralVolumeSource | A volume of a claim that is made for the pod.
  1 volumeClaimTemplate PersistentVolumeClaimTemplate? | What the claim looks like.
ImageVolumeSource | The content of an image.
  1 reference string | The image, by name.
  2 pullPolicy string go=PullPolicy | Always, IfNotPresent or Never.
KeyToPath | A key, and the file that it becomes.
  1 key string always required | The key that is meant.
  2 path string always required | The path, relative to the volume.
  3 mode int32? | The permissions of this file.
DownwardAPIVolumeFile | A file with a field of the pod.
  1 path string always required | The path, relative to the volume.
  2 fieldRef ObjectFieldSelector? | A field of the pod.
  3 resourceFieldRef ResourceFieldSelector? | A resource of a container.
  4 mode int32? | The permissions of this file.
VolumeProjection | A source of files; one of these.
  1 secret SecretProjection? | The keys of a secret as files.
  2 downwardAPI DownwardAPIProjection? | Fields of the pod as files.
  3 configMap ConfigMapProjection? | The keys of a config map as files.
  4 serviceAccountToken ServiceAccountTokenProjection? | A token of the pod's account.
  5 clusterTrustBundle ClusterTrustBundleProjection? | Certificates to trust.
  6 podCertificate PodCertificateProjection? | A certificate and key for the pod.
PersistentVolumeClaimTemplate part | What a claim looks like that is made for a pod.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec PersistentVolumeClaimSpec always required | What is wanted of it.
SecretProjection | Keys of a secret as files.
  1 localObjectReference LocalObjectReference inline
  2 items [KeyToPath] list=atomic | Which keys become files, and where; all if unsaid.
  4 optional bool? | Whether it may be missing.
DownwardAPIProjection | Fields of the pod as files.
  1 items [DownwardAPIVolumeFile] list=atomic | The files.
ConfigMapProjection | Keys of a config map as files.
  1 localObjectReference LocalObjectReference inline
  2 items [KeyToPath] list=atomic | Which keys become files, and where; all if unsaid.
  4 optional bool? | Whether it may be missing.
ServiceAccountTokenProjection | A token as a file.
  1 audience string | For whom the token is meant; the API if unsaid.
  2 expirationSeconds int64? | How long the token lives; an hour by default.
  3 path string always required | The path, relative to the volume.
ClusterTrustBundleProjection | Certificates to trust as a file.
  1 name string? | Its name, unique among its kind here.
  2 signerName string? | Who signs.
  3 labelSelector meta.LabelSelector? | The labels of the bundles of a signer.
  5 optional bool? | Whether it may be missing.
  4 path string always required | The path, relative to the volume.
PodCertificateProjection | A key and certificate as files.
  1 signerName string required | Who signs.
  2 keyType string required | The kind of key, such as ED25519.
  3 maxExpirationSeconds int32? | How long the certificate may live at most.
  4 credentialBundlePath string | The file for key and certificates together.
  5 keyPath string | The file for the key.
  6 certificateChainPath string | The file for the certificates.
  7 userAnnotations {string} | Notes for the signer.
PersistentVolumeClaimSpec | What is claimed.
  1 accessModes [string] list=atomic go=[]PersistentVolumeAccessMode | ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod.
  4 selector meta.LabelSelector? | The labels of the volumes that will do.
  2 resources VolumeResourceRequirements | Amounts of computing resources that are requested and allowed.
  3 volumeName string | The name of the volume.
  5 storageClassName string? | The class of storage.
  6 volumeMode string? go=PersistentVolumeMode | Filesystem or Block.
  7 dataSource TypedLocalObjectReference? | What the volume is filled with; claims and snapshots.
  8 dataSourceRef TypedObjectReference? | What the volume is filled with; any kind.
  9 volumeAttributesClassName string? | The class of its attributes.
VolumeResourceRequirements | How large a volume is wanted.
  1 limits {quantity} go=ResourceList | The most that may be used.
  2 requests {quantity} go=ResourceList | The least that is needed.
TypedLocalObjectReference map=atomic | Points at an object of any kind in the same namespace.
  1 apiGroup string? always | The group of the object; empty for the core group.
  2 kind string always required | The kind of the object.
  3 name string always required | Its name, unique among its kind here.
TypedObjectReference | Points at an object of any kind.
  1 apiGroup string? always | The group of the object; empty for the core group.
  2 kind string always required | The kind of the object.
  3 name string always required | Its name, unique among its kind here.
  4 namespace string? | The namespace of the object.
PersistentVolume | Storage in the cluster that can be claimed.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec PersistentVolumeSpec | What is wanted of it.
  3 status PersistentVolumeStatus | What has become of it; written by the system.
PersistentVolumeSpec | What a persistent volume looks like.
  1 capacity {quantity} go=ResourceList | How large the volume is.
  2 persistentVolumeSource PersistentVolumeSource inline
  3 accessModes [string] list=atomic go=[]PersistentVolumeAccessMode | ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod.
  4 claimRef ObjectReference? map=granular | The claim that has the volume.
  5 persistentVolumeReclaimPolicy string go=PersistentVolumeReclaimPolicy | Retain, Delete or Recycle, once the claim is gone.
  6 storageClassName string | The class of storage.
  7 mountOptions [string] list=atomic | Options for mounting it.
  8 volumeMode string? go=PersistentVolumeMode | Filesystem or Block.
  9 nodeAffinity VolumeNodeAffinity? | From which nodes the volume can be reached.
  10 volumeAttributesClassName string? | The class of its attributes.
PersistentVolumeStatus | The present state of a persistent volume.
  1 phase string go=PersistentVolumePhase | The stage it is in, in one word.
  2 message string | Why, in a sentence for people.
  3 reason string | Why, in one word for programs.
  4 lastPhaseTransitionTime time? | When the phase last changed.
PersistentVolumeSource | Where a persistent volume comes from; one of these.
  1 gcePersistentDisk GCEPersistentDiskVolumeSource? | A disk of Google Compute Engine.
  2 awsElasticBlockStore AWSElasticBlockStoreVolumeSource? | A disk of Amazon Web Services.
  3 hostPath HostPathVolumeSource? | A file or directory of the node.
  4 glusterfs GlusterfsPersistentVolumeSource? | A GlusterFS volume; no longer supported.
  5 nfs NFSVolumeSource? | A directory of an NFS server.
  6 rbd RBDPersistentVolumeSource? | A Ceph block device; no longer supported.
  7 iscsi ISCSIPersistentVolumeSource? | A disk that is reached with iSCSI.
  8 cinder CinderPersistentVolumeSource? | A disk of OpenStack.
  9 cephfs CephFSPersistentVolumeSource? | A Ceph file system; no longer supported.
  10 fc FCVolumeSource? | A disk that is reached by Fibre Channel.
  11 flocker FlockerVolumeSource? | A Flocker volume; no longer supported.
  12 flexVolume FlexPersistentVolumeSource? | A volume of an exec-based plugin; deprecated.
  13 azureFile AzureFilePersistentVolumeSource? | A file share of Azure.
  14 vsphereVolume VsphereVirtualDiskVolumeSource? | A disk of vSphere.
  15 quobyte QuobyteVolumeSource? | A Quobyte volume; no longer supported.
  16 azureDisk AzureDiskVolumeSource? | A disk of Azure.
  17 photonPersistentDisk PhotonPersistentDiskVolumeSource? | A disk of Photon; no longer supported.
  18 portworxVolume PortworxVolumeSource? | A Portworx volume.
  19 scaleIO ScaleIOPersistentVolumeSource? | A ScaleIO volume; no longer supported.
  20 local LocalVolumeSource? | A disk of one node.
  21 storageos StorageOSPersistentVolumeSource? | A StorageOS volume; no longer supported.
  22 csi CSIPersistentVolumeSource? | Storage of a CSI driver.
VolumeNodeAffinity | From which nodes a volume can be reached.
  1 required NodeSelector? | What nodes must have.
GlusterfsPersistentVolumeSource | A GlusterFS volume.
  1 endpoints string always required | The endpoints of the servers.
  2 path string always required | The path, relative to the volume.
  3 readOnly bool | Whether nothing may be written to it.
  4 endpointsNamespace string? | The namespace of the endpoints.
RBDPersistentVolumeSource | A Ceph block device.
  1 monitors [string] always required list=atomic | The addresses of the monitors.
  2 image string always required | The image of the block device.
  3 fsType string | The type of the file system, such as ext4.
  4 pool string default="rbd" | The pool of the image; rbd by default.
  5 user string default="admin" | The user's name.
  6 keyring string default="/etc/ceph/keyring" | The path of the keyring.
  7 secretRef SecretReference? | The secret that is needed for access.
  8 readOnly bool | Whether nothing may be written to it.
ISCSIPersistentVolumeSource | A disk that is reached with iSCSI.
  1 targetPortal string always required | The address of the target.
  2 iqn string always required | The qualified name of the target.
  3 lun int32 always required | The number of the logical unit.
  4 iscsiInterface string default="default" | The interface that is used; default if unsaid.
  5 fsType string | The type of the file system, such as ext4.
  6 readOnly bool | Whether nothing may be written to it.
  7 portals [string] list=atomic | Further addresses of the target.
  8 chapAuthDiscovery bool | Whether finding the target needs CHAP.
  11 chapAuthSession bool | Whether a session needs CHAP.
  10 secretRef SecretReference? | The secret that is needed for access.
  12 initiatorName string? | The name of the initiator, instead of the node's.
CinderPersistentVolumeSource | A disk of OpenStack.
  1 volumeID string always required | The id of the volume.
  2 fsType string | The type of the file system, such as ext4.
  3 readOnly bool | Whether nothing may be written to it.
  4 secretRef SecretReference? | The secret that is needed for access.
CephFSPersistentVolumeSource | A Ceph file system.
  1 monitors [string] always required list=atomic | The addresses of the monitors.
  2 path string | The path, relative to the volume.
  3 user string | The user's name.
  4 secretFile string | The path of the key of the user.
  5 secretRef SecretReference? | The secret that is needed for access.
  6 readOnly bool | Whether nothing may be written to it.
FlexPersistentVolumeSource | A volume of an exec-based plugin.
  1 driver string always required | The name of the driver.
  2 fsType string | The type of the file system, such as ext4.
  3 secretRef SecretReference? | The secret that is needed for access.
  4 readOnly bool | Whether nothing may be written to it.
  5 options {string} | Further options, by name.
AzureFilePersistentVolumeSource | A file share of Azure.
  1 secretName string always required | The name of the secret.
  2 shareName string always required | The name of the share.
  3 readOnly bool | Whether nothing may be written to it.
  4 secretNamespace string? always | The namespace of the secret.
ScaleIOPersistentVolumeSource | A ScaleIO volume.
  1 gateway string always required | The address of the gateway.
  2 system string always required | The name of the storage system.
  3 secretRef SecretReference? always required | The secret that is needed for access.
  4 sslEnabled bool | Whether the connection is encrypted.
  5 protectionDomain string | The protection domain of the storage.
  6 storagePool string | The pool of the storage.
  7 storageMode string default="ThinProvisioned" | ThickProvisioned or ThinProvisioned.
  8 volumeName string | The name of the volume.
  9 fsType string default="xfs" | The type of the file system, such as ext4.
  10 readOnly bool | Whether nothing may be written to it.
LocalVolumeSource | A disk of one node.
  1 path string always required | The path on the node.
  2 fsType string? | The type of the file system, such as ext4.
StorageOSPersistentVolumeSource | A StorageOS volume.
  1 volumeName string | The name of the volume.
  2 volumeNamespace string | The namespace of the volume.
  3 fsType string | The type of the file system, such as ext4.
  4 readOnly bool | Whether nothing may be written to it.
  5 secretRef ObjectReference? | The secret that is needed for access.
CSIPersistentVolumeSource | Storage of a CSI driver.
  1 driver string always required | The name of the driver.
  2 volumeHandle string always required | The id of the volume at the driver.
  3 readOnly bool | Whether nothing may be written to it.
  4 fsType string | The type of the file system, such as ext4.
  5 volumeAttributes {string} | Settings for the driver.
  6 controllerPublishSecretRef SecretReference? | The secret for attaching the volume.
  7 nodeStageSecretRef SecretReference? | The secret for preparing the volume on a node.
  8 nodePublishSecretRef SecretReference? | The secret for mounting the volume.
  9 controllerExpandSecretRef SecretReference? | The secret for making the volume larger.
  10 nodeExpandSecretRef SecretReference? | The secret for making its file system larger.
SecretReference map=atomic | Points at a secret in any namespace.
  1 name string | Its name, unique among its kind here.
  2 namespace string | The namespace of the object.
PersistentVolumeClaim | Asks for a persistent volume.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec PersistentVolumeClaimSpec | What is wanted of it.
  3 status PersistentVolumeClaimStatus | What has become of it; written by the system.
PersistentVolumeClaimStatus | The present state of a claim.
  1 phase string go=PersistentVolumeClaimPhase | The stage it is in, in one word.
  2 accessModes [string] list=atomic go=[]PersistentVolumeAccessMode | ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod.
  3 capacity {quantity} go=ResourceList | How large the volume is.
  4 conditions [PersistentVolumeClaimCondition] list=map(type) merge=type | The latest findings about it, one per type.
  5 allocatedResources {quantity} go=ResourceList | What has been set aside for it.
  7 allocatedResourceStatuses {string} map=granular enum=ClaimResourceStatus go=map[ResourceName]ClaimResourceStatus | How far changes of size have come.
  8 currentVolumeAttributesClassName string? | The class of attributes that it has.
  9 modifyVolumeStatus ModifyVolumeStatus? | How far a change of attributes has come.
PersistentVolumeClaimCondition | One finding about a claim.
  1 type string always required go=PersistentVolumeClaimConditionType | The name of the finding.
  2 status string always required go=ConditionStatus | True, False or Unknown.
  3 lastProbeTime time | When it was last looked at.
  4 lastTransitionTime time | When the status last changed.
  5 reason string | Why, in one word for programs.
  6 message string | Why, in a sentence for people.
ModifyVolumeStatus | How far a change of attributes has come.
  1 targetVolumeAttributesClassName string | The class that is wanted.
  2 status string always required go=PersistentVolumeClaimModifyVolumeStatus | Pending, InProgress or Infeasible.
`;
