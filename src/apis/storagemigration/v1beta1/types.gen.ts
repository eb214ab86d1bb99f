// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { MetaV1Types } from '#schema';

/** A wish to rewrite all objects of a resource in the version that is stored now. */
export type StorageVersionMigration = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Which resource; cannot be changed. */
  spec?: StorageVersionMigrationSpec;
  /** How far it has come. */
  status?: StorageVersionMigrationStatus;
};

/** Which objects are rewritten. */
export type StorageVersionMigrationSpec = {
  /** Group and name of the resource. */
  resource?: MetaV1Types['GroupResource'];
};

/** How far a migration has come. */
export type StorageVersionMigrationStatus = {
  /** Running, Succeeded or Failed. */
  conditions?: MetaV1Types['Condition'][];
  /** Objects written after this version need no rewriting. */
  resourceVersion?: string;
};

/** All of them by name. */
export type Types = {
  StorageVersionMigration: StorageVersionMigration;
  StorageVersionMigrationSpec: StorageVersionMigrationSpec;
  StorageVersionMigrationStatus: StorageVersionMigrationStatus;
};
