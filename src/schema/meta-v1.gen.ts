// Made from meta-v1.ts by 'npm run gen'. Change that, not this.
import type { Json } from '#meta';

/** What every stored object has: its name, its identity and its history. */
export type ObjectMeta = import('#meta').ObjectMeta;

/** Identifies an owner in the same namespace, or of the cluster. */
export type OwnerReference = {
  /** The API version of the owner. */
  apiVersion?: string;
  /** The kind of the owner. */
  kind?: string;
  /** The name of the owner. */
  name?: string;
  /** The UID of the owner. */
  uid?: string;
  /** Whether the owner is the managing controller. */
  controller?: boolean;
  /** Whether the owner, deleted in the foreground, has to wait for this object. */
  blockOwnerDeletion?: boolean;
};

/** The fields that one manager set in one version. */
export type ManagedFieldsEntry = {
  /** Who manages these fields. */
  manager?: string;
  /** How the entry came about: Apply or Update. */
  operation?: string;
  /** The version that the field names belong to. */
  apiVersion?: string;
  /** When the entry last changed. */
  time?: string;
  /** The format of the fields: FieldsV1. */
  fieldsType?: string;
  /** The fields themselves. */
  fieldsV1?: Json;
  /** The subresource through which they were set, if any. */
  subresource?: string;
};

/** What every list has. */
export type ListMeta = {
  /** No longer filled in by the server. */
  selfLink?: string;
  /** The state of the collection at which the list was taken. */
  resourceVersion?: string;
  /** A token to ask for the next page with. Empty on the last page. */
  continue?: string;
  /** How many more items there are, if known. */
  remainingItemCount?: number | bigint;
  /** Which shard of the collection this is, if one was asked for. */
  shardInfo?: ShardInfo;
};

/** The shard that a list answers for. */
export type ShardInfo = {
  /** The shard selector as it was applied. */
  selector?: string;
};

/** The kind and version of an object. */
export type TypeMeta = {
  /** The kind, in CamelCase. */
  kind?: string;
  /** The group and version. */
  apiVersion?: string;
};

/** The answer to a request that yields no object. */
export type Status = {
  apiVersion: string;
  kind: string;
  /** Metadata of the answer. */
  metadata: ListMeta;
  /** Success or Failure. */
  status?: string;
  /** For people. */
  message?: string;
  /** Why it failed, in one word that programs can read. */
  reason?: string;
  /** More about the reason; each reason has its own. */
  details?: StatusDetails;
  /** The suggested HTTP status code. */
  code?: number;
};

/** More about a failure. */
export type StatusDetails = {
  /** The name in question. */
  name?: string;
  /** The group in question. */
  group?: string;
  /** The kind or resource in question. */
  kind?: string;
  /** The UID in question. */
  uid?: string;
  /** Every single cause, where there are several. */
  causes?: StatusCause[];
  /** How long to wait before trying again. */
  retryAfterSeconds?: number;
};

/** One thing that went wrong. */
export type StatusCause = {
  /** The cause in one word that programs can read. */
  reason?: string;
  /** For people. */
  message?: string;
  /** The path to the field that caused it. */
  field?: string;
};

/** How to delete an object. */
export type DeleteOptions = {
  apiVersion: string;
  kind: string;
  /** Seconds before the object is gone; zero means now. */
  gracePeriodSeconds?: number | bigint;
  /** Must hold before the deletion; otherwise the answer is a conflict. */
  preconditions?: Preconditions;
  /** Replaced by propagationPolicy. */
  orphanDependents?: boolean;
  /** What becomes of the dependents: Orphan, Background or Foreground. */
  propagationPolicy?: string;
  /** With All, everything happens except the deletion itself. */
  dryRun?: string[];
  /** Delete even what cannot be read from the store. */
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
};

/** What must hold before an operation is carried out. */
export type Preconditions = {
  /** The UID that is expected. */
  uid?: string;
  /** The resource version that is expected. */
  resourceVersion?: string;
};

/** How to create an object. */
export type CreateOptions = {
  apiVersion: string;
  kind: string;
  /** With All, everything happens except the write. */
  dryRun?: string[];
  /** Who makes the change: at most 128 printable characters. */
  fieldManager?: string;
  /** What becomes of unknown and duplicate fields: Ignore, Warn (the default) or Strict. */
  fieldValidation?: string;
};

/** How to replace an object. */
export type UpdateOptions = {
  apiVersion: string;
  kind: string;
  /** With All, everything happens except the write. */
  dryRun?: string[];
  /** Who makes the change: at most 128 printable characters. */
  fieldManager?: string;
  /** What becomes of unknown and duplicate fields: Ignore, Warn (the default) or Strict. */
  fieldValidation?: string;
};

/** How to patch an object. */
export type PatchOptions = {
  apiVersion: string;
  kind: string;
  /** With All, everything happens except the write. */
  dryRun?: string[];
  /** Take over fields that others manage. Only for apply. */
  force?: boolean;
  /** Who makes the change: at most 128 printable characters. Apply must say it. */
  fieldManager?: string;
  /** What becomes of unknown and duplicate fields: Ignore, Warn (the default) or Strict. */
  fieldValidation?: string;
};

/** How to read an object. */
export type GetOptions = {
  apiVersion: string;
  kind: string;
  /** How fresh the answer has to be, or where the watch begins. */
  resourceVersion?: string;
};

/** How to list or watch. */
export type ListOptions = {
  apiVersion: string;
  kind: string;
  /** Only objects with these labels. */
  labelSelector?: string;
  /** Only objects with these fields. */
  fieldSelector?: string;
  /** Stream the changes instead of answering with a list. */
  watch?: boolean;
  /** Ask for BOOKMARK events in a watch. */
  allowWatchBookmarks?: boolean;
  /** How fresh the answer has to be, or where the watch begins. */
  resourceVersion?: string;
  /** What resourceVersion means for a list: Exact or NotOlderThan. */
  resourceVersionMatch?: string;
  /** When to end the call. */
  timeoutSeconds?: number | bigint;
  /** How many items a page may have. */
  limit?: number | bigint;
  /** The token of the page before, to get the next one. */
  continue?: string;
  /** Begin a watch with the objects that are there. */
  sendInitialEvents?: boolean;
  /** Only objects of these shards: shardRange(object.metadata.uid, '0x0…', '0x8…'), several joined by ||. */
  shardSelector?: string;
};

/** A query over labels. An empty one matches everything. */
export type LabelSelector = {
  /** Labels that must have exactly these values. */
  matchLabels?: { [key: string]: string };
  /** Requirements that must all hold. */
  matchExpressions?: LabelSelectorRequirement[];
};

/** One requirement of a label's value. */
export type LabelSelectorRequirement = {
  /** The key of the label. */
  key?: string;
  /** In, NotIn, Exists or DoesNotExist. */
  operator?: string;
  /** The values for In and NotIn; otherwise empty. */
  values?: string[];
};

/** One requirement of a field's value. */
export type FieldSelectorRequirement = {
  /** The path of the field. */
  key?: string;
  /** In, NotIn, Exists or DoesNotExist. */
  operator?: string;
  /** The values for In and NotIn; otherwise empty. */
  values?: string[];
};

/** One aspect of an object's current state. */
export type Condition = {
  /** What the condition is about. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** The generation for which the condition was found. */
  observedGeneration?: number | bigint;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why it changed, in one CamelCase word. */
  reason?: string;
  /** For people. */
  message?: string;
};

/** The versions at a root path. */
export type APIVersions = {
  apiVersion: string;
  kind: string;
  /** The versions. */
  versions?: string[] | null;
  /** Which address to use from where. */
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[] | null;
};

/** All groups of the server. */
export type APIGroupList = {
  apiVersion: string;
  kind: string;
  /** The groups. */
  groups?: APIGroup[] | null;
};

/** One group and its versions. */
export type APIGroup = {
  apiVersion: string;
  kind: string;
  /** The name of the group. */
  name?: string;
  /** The versions it serves. */
  versions?: GroupVersionForDiscovery[] | null;
  /** The version that the server prefers. */
  preferredVersion?: GroupVersionForDiscovery;
  /** Which address to use from where. */
  serverAddressByClientCIDRs?: ServerAddressByClientCIDR[];
};

/** Which address to use from where. */
export type ServerAddressByClientCIDR = {
  /** The network of the client. */
  clientCIDR?: string;
  /** The address of the server for it. */
  serverAddress?: string;
};

/** A group and version, and the version alone. */
export type GroupVersionForDiscovery = {
  /** Group and version, as in apiVersion. */
  groupVersion?: string;
  /** The version alone. */
  version?: string;
};

/** The resources of one group and version. */
export type APIResourceList = {
  apiVersion: string;
  kind: string;
  /** The group and version. */
  groupVersion?: string;
  /** The resources. */
  resources?: APIResource[] | null;
};

/** The name of a resource and how it is used. */
export type APIResource = {
  /** The plural name. */
  name?: string;
  /** The singular name. */
  singularName?: string;
  /** Whether its objects live in namespaces. */
  namespaced?: boolean;
  /** Its group, if not that of the list. */
  group?: string;
  /** Its version, if not that of the list. */
  version?: string;
  /** The kind of its objects. */
  kind?: string;
  /** What may be done with it. */
  verbs?: string[] | null;
  /** Abbreviations. */
  shortNames?: string[];
  /** The groups of resources it belongs to, as all. */
  categories?: string[];
  /** A mark of the version its objects are stored in. */
  storageVersionHash?: string;
};

/** A kind, with no doubt about which. */
export type GroupVersionKind = {
  group?: string;
  version?: string;
  kind?: string;
};

/** A resource, with no doubt about which. */
export type GroupVersionResource = {
  group?: string;
  version?: string;
  resource?: string;
};

/** A kind, without its version. */
export type GroupKind = {
  group?: string;
  kind?: string;
};

/** A resource, without its version. */
export type GroupResource = {
  group?: string;
  resource?: string;
};

/** An object of any kind, reduced to its metadata. */
export type PartialObjectMetadata = {
  apiVersion: string;
  kind: string;
  /** The metadata. */
  metadata: ObjectMeta;
};

/** A list of objects, reduced to their metadata. */
export type PartialObjectMetadataList = {
  apiVersion: string;
  kind: string;
  /** Metadata of the list. */
  metadata: ListMeta;
  /** The objects. */
  items?: PartialObjectMetadata[] | null;
};

/** A change of an object, in the form that the content type names. */
export type Patch = Record<never, never>;

/** A change that a watch reports. */
export type WatchEvent = {
  /** ADDED, MODIFIED, DELETED, BOOKMARK or ERROR. */
  type?: string;
  /** The object after the change, or a Status for ERROR. */
  object?: Json;
};

/** All of them by name. */
export type Types = {
  ObjectMeta: ObjectMeta;
  OwnerReference: OwnerReference;
  ManagedFieldsEntry: ManagedFieldsEntry;
  ListMeta: ListMeta;
  ShardInfo: ShardInfo;
  TypeMeta: TypeMeta;
  Status: Status;
  StatusDetails: StatusDetails;
  StatusCause: StatusCause;
  DeleteOptions: DeleteOptions;
  Preconditions: Preconditions;
  CreateOptions: CreateOptions;
  UpdateOptions: UpdateOptions;
  PatchOptions: PatchOptions;
  GetOptions: GetOptions;
  ListOptions: ListOptions;
  LabelSelector: LabelSelector;
  LabelSelectorRequirement: LabelSelectorRequirement;
  FieldSelectorRequirement: FieldSelectorRequirement;
  Condition: Condition;
  APIVersions: APIVersions;
  APIGroupList: APIGroupList;
  APIGroup: APIGroup;
  ServerAddressByClientCIDR: ServerAddressByClientCIDR;
  GroupVersionForDiscovery: GroupVersionForDiscovery;
  APIResourceList: APIResourceList;
  APIResource: APIResource;
  GroupVersionKind: GroupVersionKind;
  GroupVersionResource: GroupVersionResource;
  GroupKind: GroupKind;
  GroupResource: GroupResource;
  PartialObjectMetadata: PartialObjectMetadata;
  PartialObjectMetadataList: PartialObjectMetadataList;
  Patch: Patch;
  WatchEvent: WatchEvent;
};
