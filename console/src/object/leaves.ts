import { isObject, type Json } from '../api/types.ts';
import { type Path, pathKey } from '../yaml/yaml-lines.ts';

export interface Leaf {
  readonly path: Path;
  readonly value: Json;
}

/** The values of an object that hold no others, each with where it is. */
export function leavesOf(value: Json, path: Path = []): readonly Leaf[] {
  if (Array.isArray(value) && value.length > 0) {
    return (value as readonly Json[]).flatMap((child, at) => leavesOf(child, [...path, at]));
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([key, child]) =>
      child === undefined ? [] : leavesOf(child, [...path, key]),
    );
  }
  return [{ path, value }];
}

export function leafMap(value: Json): ReadonlyMap<string, Leaf> {
  return new Map(leavesOf(value).map((leaf) => [pathKey(leaf.path), leaf]));
}

export const sameValue = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** `spec.containers[0].image`, as errors of the server name it. */
export function pathText(path: Path): string {
  return path.map((part, at) => partText(part, at === 0)).join('');
}

function partText(part: string | number, isFirst: boolean): string {
  if (typeof part === 'number') return `[${part}]`;
  if (!/^[\w-]+$/.test(part)) return `[${JSON.stringify(part)}]`;
  return isFirst ? part : `.${part}`;
}
