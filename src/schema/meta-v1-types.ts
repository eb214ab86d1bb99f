// What other packages import from `pinnace/types/meta/v1`: the types of meta/v1, and the scalars that TypeScript has no word
// for. All of them, under their names: whoever generates or writes types counts on each.
export type { Json, JsonObject } from '#meta';
export type * from './meta-v1.gen.ts';
export type * from './scalar-types.ts';
