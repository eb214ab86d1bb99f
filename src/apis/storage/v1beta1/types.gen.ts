// Made from types.ts by 'npm run gen'. Change that, not this.
import type { Types as StorageV1Types } from '../v1/types.gen.ts';

/** A kind of storage from which volumes are made on demand. */
export type StorageClass = StorageV1Types['StorageClass'];

/** The wish to attach a volume to a node, and how it went. */
export type VolumeAttachment = StorageV1Types['VolumeAttachment'];

/** What to attach where. */
export type VolumeAttachmentSpec = StorageV1Types['VolumeAttachmentSpec'];

/** How attaching went. */
export type VolumeAttachmentStatus = StorageV1Types['VolumeAttachmentStatus'];

/** A volume: exactly one member is set. */
export type VolumeAttachmentSource = StorageV1Types['VolumeAttachmentSource'];

/** One failure. */
export type VolumeError = StorageV1Types['VolumeError'];

/** What a storage driver can do and needs. */
export type CSIDriver = StorageV1Types['CSIDriver'];

/** Abilities and needs of a driver. */
export type CSIDriverSpec = StorageV1Types['CSIDriverSpec'];

/** A token that a driver gets. */
export type TokenRequest = StorageV1Types['TokenRequest'];

/** The storage drivers on a node. */
export type CSINode = StorageV1Types['CSINode'];

/** Drivers on a node. */
export type CSINodeSpec = StorageV1Types['CSINodeSpec'];

/** One driver on a node. */
export type CSINodeDriver = StorageV1Types['CSINodeDriver'];

/** Limits of a driver on a node. */
export type VolumeNodeResources = StorageV1Types['VolumeNodeResources'];

/** How much space a storage class has in one place. */
export type CSIStorageCapacity = StorageV1Types['CSIStorageCapacity'];

/** Settings of volumes that may change while they exist. */
export type VolumeAttributesClass = StorageV1Types['VolumeAttributesClass'];

/** All of them by name. */
export type Types = StorageV1Types;
