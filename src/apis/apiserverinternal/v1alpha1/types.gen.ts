// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';

/** In which version each of several API servers stores a resource. */
export type StorageVersion = {
  apiVersion: string;
  kind: string;
  /** Its name is GROUP.RESOURCE. */
  metadata: ObjectMeta;
  /** Empty: nobody wishes anything here. */
  spec?: StorageVersionSpec;
  /** What the servers say. */
  status?: StorageVersionStatus;
};

/** Empty: nobody wishes anything here. */
export type StorageVersionSpec = Record<never, never>;

/** What the servers say about a resource. */
export type StorageVersionStatus = {
  /** One for each server. */
  storageVersions?: ServerStorageVersion[];
  /** The version that all of them store, if they agree. */
  commonEncodingVersion?: string;
  /** Whether they agree. */
  conditions?: StorageVersionCondition[];
};

/** What one server says about a resource. */
export type ServerStorageVersion = {
  /** The server. */
  apiServerID?: string;
  /** The version that it stores. */
  encodingVersion?: string;
  /** Versions that it can read from the store. */
  decodableVersions?: string[];
  /** Versions that it serves. */
  servedVersions?: string[];
};

/** One finding about a resource. */
export type StorageVersionCondition = {
  /** The name of the finding. */
  type?: string;
  /** True, False or Unknown. */
  status?: string;
  /** Generation that the finding is about. */
  observedGeneration?: number | bigint;
  /** When the status last changed. */
  lastTransitionTime?: string | null;
  /** Why, in one word for programs. */
  reason?: string;
  /** Why, in a sentence for people. */
  message?: string;
};

/** All of them by name. */
export type Types = {
  StorageVersion: StorageVersion;
  StorageVersionSpec: StorageVersionSpec;
  StorageVersionStatus: StorageVersionStatus;
  ServerStorageVersion: ServerStorageVersion;
  StorageVersionCondition: StorageVersionCondition;
};
