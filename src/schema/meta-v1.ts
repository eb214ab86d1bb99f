import { describeTypes, type TypeLibrary } from './parse-types.ts';

/** The types that all groups share: `metadata` and what the server itself answers with. */
export const metaV1: TypeLibrary = describeTypes(
  { package: 'io.k8s.apimachinery.pkg.apis.meta.v1', goPackage: 'v1', group: '' },
  `
ObjectMeta | What every stored object has: its name, its identity and its history.
  1 name string | The name, unique within the namespace. It cannot be changed.
  2 generateName string | A prefix from which the server makes a unique name when no name is given.
  3 namespace string | The namespace. Empty for objects of the cluster.
  4 selfLink string | No longer filled in by the server.
  5 uid string go=types.UID | Unique in time and space; given by the server at creation.
  6 resourceVersion string | An opaque mark of this state of the object, for optimistic concurrency and watches.
  7 generation int64 | Counts the changes of the desired state.
  8 creationTimestamp time omitzero | CreationTimestamp is a timestamp of the moment when the server created the object.
  9 deletionTimestamp time? | When the object is to be gone. Set by the server when a graceful deletion is asked for.
  10 deletionGracePeriodSeconds int64? | How long the object may take to go. May only be shortened.
  11 labels {string} | Keys and values to organize and select objects by.
  12 annotations {string} | Keys and values for tools; not for selecting.
  13 ownerReferences [OwnerReference] list=map(uid) merge=uid
  | The objects that this one depends on. When all of them are gone, this one is collected.
  14 finalizers [string] list=set merge | Must be empty before the object is removed from the store.
  17 managedFields [ManagedFieldsEntry] list=atomic | Which manager set which fields. Kept by the server.

OwnerReference map=atomic | Identifies an owner in the same namespace, or of the cluster.
  5 apiVersion string always required | The API version of the owner.
  1 kind string always required | The kind of the owner.
  3 name string always required | The name of the owner.
  4 uid string always required go=types.UID | The UID of the owner.
  6 controller bool? | Whether the owner is the managing controller.
  7 blockOwnerDeletion bool? | Whether the owner, deleted in the foreground, has to wait for this object.

ManagedFieldsEntry | The fields that one manager set in one version.
  1 manager string | Who manages these fields.
  2 operation string go=ManagedFieldsOperationType | How the entry came about: Apply or Update.
  3 apiVersion string | The version that the field names belong to.
  4 time time? | When the entry last changed.
  6 fieldsType string | The format of the fields: FieldsV1.
  7 fieldsV1 json? go=FieldsV1 | The fields themselves.
  8 subresource string | The subresource through which they were set, if any.

ListMeta | What every list has.
  1 selfLink string | No longer filled in by the server.
  2 resourceVersion string | The state of the collection at which the list was taken.
  3 continue string | A token to ask for the next page with. Empty on the last page.
  4 remainingItemCount int64? | How many more items there are, if known.
  5 shardInfo ShardInfo? | Which shard of the collection this is, if one was asked for.

ShardInfo | The shard that a list answers for.
  1 selector string always required | The shard selector as it was applied.

TypeMeta part | The kind and version of an object.
  1 kind string | The kind, in CamelCase.
  2 apiVersion string | The group and version.

Status | The answer to a request that yields no object.
  1 metadata ListMeta | Metadata of the answer.
  2 status string | Success or Failure.
  3 message string | For people.
  4 reason string go=StatusReason | Why it failed, in one word that programs can read.
  5 details StatusDetails? | More about the reason; each reason has its own.
  6 code int32 | The suggested HTTP status code.

StatusDetails | More about a failure.
  1 name string | The name in question.
  2 group string | The group in question.
  3 kind string | The kind or resource in question.
  6 uid string go=types.UID | The UID in question.
  4 causes [StatusCause] list=atomic | Every single cause, where there are several.
  5 retryAfterSeconds int32 | How long to wait before trying again.

StatusCause | One thing that went wrong.
  1 reason string go=CauseType | The cause in one word that programs can read.
  2 message string | For people.
  3 field string | The path to the field that caused it.

DeleteOptions kind | How to delete an object.
  1 gracePeriodSeconds int64? | Seconds before the object is gone; zero means now.
  2 preconditions Preconditions? | Must hold before the deletion; otherwise the answer is a conflict.
  3 orphanDependents bool? | Replaced by propagationPolicy.
  4 propagationPolicy string? go=DeletionPropagation | What becomes of the dependents: Orphan, Background or Foreground.
  5 dryRun [string] list=atomic | With All, everything happens except the deletion itself.
  6 ignoreStoreReadErrorWithClusterBreakingPotential bool? | Delete even what cannot be read from the store.

Preconditions | What must hold before an operation is carried out.
  1 uid string? go=types.UID | The UID that is expected.
  2 resourceVersion string? | The resource version that is expected.

CreateOptions kind | How to create an object.
  1 dryRun [string] list=atomic | With All, everything happens except the write.
  3 fieldManager string | Who makes the change: at most 128 printable characters.
  4 fieldValidation string | What becomes of unknown and duplicate fields: Ignore, Warn (the default) or Strict.

UpdateOptions kind | How to replace an object.
  1 dryRun [string] list=atomic | With All, everything happens except the write.
  2 fieldManager string | Who makes the change: at most 128 printable characters.
  3 fieldValidation string | What becomes of unknown and duplicate fields: Ignore, Warn (the default) or Strict.

PatchOptions kind | How to patch an object.
  1 dryRun [string] list=atomic | With All, everything happens except the write.
  2 force bool? | Take over fields that others manage. Only for apply.
  3 fieldManager string | Who makes the change: at most 128 printable characters. Apply must say it.
  4 fieldValidation string | What becomes of unknown and duplicate fields: Ignore, Warn (the default) or Strict.

GetOptions kind | How to read an object.
  1 resourceVersion string | How fresh the answer has to be, or where the watch begins.

ListOptions kind | How to list or watch.
  1 labelSelector string | Only objects with these labels.
  2 fieldSelector string | Only objects with these fields.
  3 watch bool | Stream the changes instead of answering with a list.
  9 allowWatchBookmarks bool | Ask for BOOKMARK events in a watch.
  4 resourceVersion string | How fresh the answer has to be, or where the watch begins.
  10 resourceVersionMatch string go=ResourceVersionMatch | What resourceVersion means for a list: Exact or NotOlderThan.
  5 timeoutSeconds int64? | When to end the call.
  7 limit int64 | How many items a page may have.
  8 continue string | The token of the page before, to get the next one.
  11 sendInitialEvents bool? | Begin a watch with the objects that are there.
  15 shardSelector string | Only objects of these shards: shardRange(object.metadata.uid, '0x0…', '0x8…'), several joined by ||.

LabelSelector map=atomic | A query over labels. An empty one matches everything.
  1 matchLabels {string} | Labels that must have exactly these values.
  2 matchExpressions [LabelSelectorRequirement] list=atomic | Requirements that must all hold.

LabelSelectorRequirement | One requirement of a label's value.
  1 key string always required | The key of the label.
  2 operator string always required go=LabelSelectorOperator | In, NotIn, Exists or DoesNotExist.
  3 values [string] list=atomic | The values for In and NotIn; otherwise empty.

FieldSelectorRequirement | One requirement of a field's value.
  1 key string always required | The path of the field.
  2 operator string always required go=FieldSelectorOperator | In, NotIn, Exists or DoesNotExist.
  3 values [string] list=atomic | The values for In and NotIn; otherwise empty.

Condition | One aspect of an object's current state.
  1 type string always required | What the condition is about.
  2 status string always required go=ConditionStatus | True, False or Unknown.
  3 observedGeneration int64 | The generation for which the condition was found.
  4 lastTransitionTime time always required | When the status last changed.
  5 reason string always required | Why it changed, in one CamelCase word.
  6 message string always required | For people.

APIVersions kind | The versions at a root path.
  1 versions [string] always required list=atomic | The versions.
  2 serverAddressByClientCIDRs [ServerAddressByClientCIDR] always required list=atomic | Which address to use from where.

APIGroupList kind | All groups of the server.
  1 groups [APIGroup] always required list=atomic | The groups.

APIGroup kind | One group and its versions.
  1 name string always required | The name of the group.
  2 versions [GroupVersionForDiscovery] always required list=atomic | The versions it serves.
  3 preferredVersion GroupVersionForDiscovery | The version that the server prefers.
  4 serverAddressByClientCIDRs [ServerAddressByClientCIDR] list=atomic | Which address to use from where.

ServerAddressByClientCIDR | Which address to use from where.
  1 clientCIDR string always required | The network of the client.
  2 serverAddress string always required | The address of the server for it.

GroupVersionForDiscovery | A group and version, and the version alone.
  1 groupVersion string always required | Group and version, as in apiVersion.
  2 version string always required | The version alone.

APIResourceList kind | The resources of one group and version.
  1 groupVersion string always required | The group and version.
  2 resources [APIResource] always required list=atomic | The resources.

APIResource | The name of a resource and how it is used.
  1 name string always required | The plural name.
  6 singularName string always required | The singular name.
  2 namespaced bool always required | Whether its objects live in namespaces.
  8 group string | Its group, if not that of the list.
  9 version string | Its version, if not that of the list.
  3 kind string always required | The kind of its objects.
  4 verbs [string] always required boxed | What may be done with it.
  5 shortNames [string] list=atomic | Abbreviations.
  7 categories [string] list=atomic | The groups of resources it belongs to, as all.
  10 storageVersionHash string | A mark of the version its objects are stored in.

GroupVersionKind part | A kind, with no doubt about which.
  1 group string always required
  2 version string always required
  3 kind string always required

GroupVersionResource part | A resource, with no doubt about which.
  1 group string always required
  2 version string always required
  3 resource string always required

GroupKind part | A kind, without its version.
  1 group string always required
  2 kind string always required

GroupResource part | A resource, without its version.
  1 group string always required
  2 resource string always required

PartialObjectMetadata | An object of any kind, reduced to its metadata.
  1 metadata ObjectMeta | The metadata.

PartialObjectMetadataList | A list of objects, reduced to their metadata.
  1 metadata ListMeta | Metadata of the list.
  2 items [PartialObjectMetadata] always required | The objects.

Patch part | A change of an object, in the form that the content type names.

WatchEvent part | A change that a watch reports.
  1 type string always required | ADDED, MODIFIED, DELETED, BOOKMARK or ERROR.
  2 object json always required | The object after the change, or a Status for ERROR.
`,
);
