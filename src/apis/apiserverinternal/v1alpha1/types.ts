import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the group that API servers keep for themselves, in the notation of `describeTypes`. */
export const apiServerInternalV1alpha1 = describeTypes<Types>(
  { package: 'io.k8s.api.apiserverinternal.v1alpha1', goPackage: 'v1alpha1', uses: { meta: metaV1 } },
  `
StorageVersion | In which version each of several API servers stores a resource.
  1 metadata meta.ObjectMeta required | Its name is GROUP.RESOURCE.
  2 spec StorageVersionSpec always | Empty: nobody wishes anything here.
  3 status StorageVersionStatus always | What the servers say.
StorageVersionSpec | Empty: nobody wishes anything here.
StorageVersionStatus | What the servers say about a resource.
  1 storageVersions [ServerStorageVersion] list=map(apiServerID) | One for each server.
  2 commonEncodingVersion string? | The version that all of them store, if they agree.
  3 conditions [StorageVersionCondition] list=map(type) | Whether they agree.
ServerStorageVersion | What one server says about a resource.
  1 apiServerID string required | The server.
  2 encodingVersion string required | The version that it stores.
  3 decodableVersions [string] required list=set | Versions that it can read from the store.
  4 servedVersions [string] list=set | Versions that it serves.
StorageVersionCondition | One finding about a resource.
  1 type string always required go=StorageVersionConditionType | The name of the finding.
  2 status string always required go=ConditionStatus | True, False or Unknown.
  3 observedGeneration int64 | Generation that the finding is about.
  4 lastTransitionTime time | When the status last changed.
  5 reason string always required | Why, in one word for programs.
  6 message string required | Why, in a sentence for people.
`,
);
