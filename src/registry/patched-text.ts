import { encodeJson, sortedKeys } from '#machinery';
import { orderAsMerged } from '#merge';
import { isJsonObject, type Json, type JsonObject, setOwn } from '#meta';

/** The result of a patch as clients are shown it when it makes no sense. */
export function patchedText(kind: 'json' | 'merge', result: Json, patch: Json): string {
  return encodeJson(orderAsPatched(kind, result, patch));
}

/** What the patch went through has its keys in order, the rest has them as they were. */
export function orderAsPatched(kind: 'json' | 'merge', result: Json, patch: Json): Json {
  return kind === 'merge' ? orderAsMerged(result, patch) : walkedInOrder(result, pointersOf(patch));
}

type Pointer = readonly string[];

/** The containers that the operations change something in. */
function pointersOf(patch: Json): readonly Pointer[] {
  const operations = Array.isArray(patch) ? patch.filter(isJsonObject) : [];
  const texts = operations.flatMap(({ path, from }) => [path, from]).filter((text) => typeof text === 'string');
  return texts.map((text) => text.split('/').slice(1, -1).map(unescapeStep));
}

const unescapeStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

function walkedInOrder(result: Json, pointers: readonly Pointer[]): Json {
  const below = (key: string): readonly Pointer[] =>
    pointers.filter(([first]) => first === key).map((pointer) => pointer.slice(1));
  const next = (key: string, value: Json): Json => {
    const there = below(key);
    return there.length === 0 ? value : walkedInOrder(value, there);
  };
  if (Array.isArray(result)) return result.map((item, at) => next(String(at), item));
  return isJsonObject(result) ? inOrder(result, next) : result;
}

function inOrder(object: JsonObject, next: (key: string, value: Json) => Json): JsonObject {
  const ordered: JsonObject = {};
  for (const key of sortedKeys(object)) {
    const value = object[key];
    if (value !== undefined) setOwn(ordered, key, next(key, value));
  }
  return ordered;
}
