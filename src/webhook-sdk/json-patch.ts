import { getOwn, isJsonObject, type Json, type JsonObject } from '#meta';

interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: Json;
}

/**
 * What makes one value of another. Lists of the same length are compared item by item, others are replaced: a list of
 * containers with one more is a new list.
 */
export function jsonPatch(from: Json, to: Json, path = ''): PatchOperation[] {
  if (isJsonObject(from) && isJsonObject(to)) return objectPatch(from, to, path);
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    return from.flatMap((item, at) => jsonPatch(item, to[at] as Json, `${path}/${at}`));
  }
  return from === to || JSON.stringify(from) === JSON.stringify(to) ? [] : [{ op: 'replace', path, value: to }];
}

function objectPatch(from: JsonObject, to: JsonObject, path: string): PatchOperation[] {
  const operations: PatchOperation[] = [];
  for (const key of Object.keys(from)) {
    if (getOwn(to, key) === undefined) operations.push({ op: 'remove', path: `${path}/${escaped(key)}` });
  }
  for (const [key, value] of Object.entries(to)) {
    if (value === undefined) continue;
    const below = `${path}/${escaped(key)}`;
    const before = getOwn(from, key);
    if (before === undefined) operations.push({ op: 'add', path: below, value });
    else operations.push(...jsonPatch(before, value, below));
  }
  return operations;
}

const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');
