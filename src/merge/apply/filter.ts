import { changed, type FieldSet } from './field-set.ts';
import type { PathElement } from './path-element.ts';

/** Leaves fields out of a set. */
export type FieldFilter = (set: FieldSet) => FieldSet;

/** Leaves out these fields and all that is below them. */
export function excluding(fields: FieldSet): FieldFilter {
  return (set) => set.recursiveDifference(fields);
}

/** A path, in which `*` stands for any one element. */
type PathPattern = readonly (PathElement | '*')[];

/** Leaves only what a pattern leads to: the fields on its way, and all that is below its end. */
export function including(...patterns: readonly PathPattern[]): FieldFilter {
  return (set) => include(set, patterns);
}

function include(set: FieldSet, patterns: readonly PathPattern[]): FieldSet {
  if (patterns.some((pattern) => pattern.length === 0)) return set;
  return set.map((node) => {
    const matching = patterns.filter(([head]) => head === '*' || head?.text === node.element.text);
    if (matching.length === 0) return undefined;
    return changed(node, {
      ...node,
      below: include(
        node.below,
        matching.map((pattern) => pattern.slice(1)),
      ),
    });
  });
}
