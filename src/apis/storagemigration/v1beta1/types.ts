import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the storagemigration group, in the notation of `describeTypes`. */
export const storageMigrationV1beta1 = describeTypes<Types>(
  { package: 'io.k8s.api.storagemigration.v1beta1', goPackage: 'v1beta1', uses: { meta: metaV1 } },
  `
StorageVersionMigration | A wish to rewrite all objects of a resource in the version that is stored now.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec StorageVersionMigrationSpec | Which resource; cannot be changed.
  3 status StorageVersionMigrationStatus | How far it has come.
StorageVersionMigrationSpec | Which objects are rewritten.
  1 resource meta.GroupResource always required | Group and name of the resource.
StorageVersionMigrationStatus | How far a migration has come.
  1 conditions [meta.Condition] list=map(type) merge=type | Running, Succeeded or Failed.
  2 resourceVersion string | Objects written after this version need no rewriting.
`,
);
