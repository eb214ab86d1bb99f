import { compareUtf8, type Json, type JsonObject } from '#meta';

/** As deep as Go's decoder goes; nothing that came through it is deeper. */
export const MAX_DEPTH = 10_000;

/** The members that are there, in their order. */
export function membersOf(object: JsonObject): [string, Json][] {
  return Object.entries(object).filter((member): member is [string, Json] => member[1] !== undefined);
}

/** The keys of an object in the order of Go's maps: by UTF-8 bytes. */
export function sortedKeys(object: JsonObject): string[] {
  return Object.keys(object).sort(compareUtf8);
}
