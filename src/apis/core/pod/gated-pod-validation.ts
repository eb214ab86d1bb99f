import { type FieldError, fieldErrors, getOwn, type JsonObject, path, sameJson } from '#meta';
import { goValue } from '../../go-value.ts';
import type { NodeAffinity, NodeSelectorRequirement, NodeSelectorTerm, PodSpec } from '../v1/types.gen.ts';
import { coreV1 } from '../v1/types.ts';

/** A pod that is held back may still be told to which nodes it can go, each time more narrowly. */
export function validateGatedChange(wanted: PodSpec, before: PodSpec): FieldError[] {
  return [
    ...validateSelector(wanted.nodeSelector, before.nodeSelector),
    ...validateAffinity(wanted.affinity?.nodeAffinity, before.affinity?.nodeAffinity),
  ];
}

/** The spec without the fields that choose nodes. */
export function withoutNodeChoice(spec: PodSpec): PodSpec {
  const { nodeSelector: _, affinity, ...rest } = spec;
  const { nodeAffinity: __, ...others } = affinity ?? {};
  return Object.keys(others).length === 0 ? rest : { ...rest, affinity: others };
}

function validateSelector(selector: PodSpec['nodeSelector'] = {}, before: PodSpec['nodeSelector'] = {}): FieldError[] {
  if (Object.entries(before).every(([key, value]) => getOwn(selector, key) === value)) return [];
  const why = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
  return [fieldErrors.invalid(path('spec', 'nodeSelector'), selector, why)];
}

const termsOf = (affinity: NodeAffinity | undefined): readonly NodeSelectorTerm[] =>
  affinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];

const shownTerm = (term: NodeSelectorTerm): JsonObject => goValue(coreV1.type('NodeSelectorTerm'), term);

function validateAffinity(affinity: NodeAffinity | undefined, before: NodeAffinity | undefined): FieldError[] {
  const terms = termsOf(affinity);
  const old = termsOf(before);
  const field = path('spec', 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution');
  if (old.length > 0 && old.length !== terms.length) {
    const why = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    return [
      fieldErrors.invalid(field.child('nodeSelectorTerms'), terms.length === 0 ? null : terms.map(shownTerm), why),
    ];
  }
  return old.flatMap((term, at) => {
    const now = terms[at] ?? {};
    if (onlyAdds(now, term)) return [];
    const why = 'only additions are allowed (no mutations or deletions)';
    return [fieldErrors.invalid(field.child('nodeSelectorTerms').index(at), shownTerm(now), why)];
  });
}

function onlyAdds(term: NodeSelectorTerm, before: NodeSelectorTerm): boolean {
  const lists = ['matchExpressions', 'matchFields'] as const;
  const begins = (list: readonly NodeSelectorRequirement[], old: readonly NodeSelectorRequirement[]): boolean =>
    old.every((requirement, at) => sameJson(requirement, list[at]));
  // An empty term matches nothing; adding to it would widen the choice.
  if (lists.every((list) => (before[list] ?? []).length === 0)) {
    return lists.every((list) => (term[list] ?? []).length === 0);
  }
  return lists.every((list) => begins(term[list] ?? [], before[list] ?? []));
}
