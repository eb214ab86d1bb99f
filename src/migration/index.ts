// Door of the room 'migration': writes the objects of a resource anew, so that they lie in the version of new writes. It
// knows neither HTTP nor the store: whoever migrates hands over where the objects come from.
export { Migration, type MigrationOptions, type MigrationResult } from './migration.ts';
export type { MigrationProgress } from './progress.ts';
export type { MigratedObject, ObjectPage, ObjectSource, Rewrite } from './source.ts';
