import { type FieldNode, FieldSet } from './field-set.ts';
import { fieldElement } from './path-element.ts';

/** For each keyed item in the set, the fields that are its keys. */
export function keyedPaths(set: FieldSet): FieldSet {
  const nodes: FieldNode[] = [];
  for (const { element, below } of set.nodes) {
    const keys = element.kind === 'key' ? keyFields(element.keys) : FieldSet.empty;
    const inner = keyedPaths(below).union(keys);
    if (!inner.isEmpty) nodes.push({ element, member: false, below: inner });
  }
  return FieldSet.fromNodes(nodes);
}

function keyFields(keys: readonly { readonly name: string }[]): FieldSet {
  return FieldSet.of(...keys.map(({ name }) => [fieldElement(name)]));
}
