// Door of the room 'resource': how a described kind becomes a resource that can be served.

export { apiResource } from './api-resource.ts';
export type { BuiltinStrategy, BuiltinSubresource, PartStrategy, ResourceRules } from './builtin-kind.ts';
export { ageColumn, column, createdAtColumn, firstThree, nameColumn, since, wideColumn } from './columns.ts';
export { validateImmutables } from './declared-change.ts';
export type { DeclaredPaths } from './declared-paths.ts';
export { validateDeclared } from './declared-validation.ts';
export { scaleSubresource } from './scale-subresource.ts';
export { servedOrNot } from './served-version.ts';
export { dropStatus, keepAllButStatus, keepMetadata, keepSpec, keepStatus } from './spec-and-status.ts';
export { builtin, versionedResource } from './versioned-resource.ts';
