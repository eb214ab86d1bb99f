import type { FieldPath } from '#meta';
import type { NodeSelectorTerm, PodSpec } from '../v1/types.gen.ts';

const replacements: { readonly [label: string]: readonly [string, string] } = {
  'beta.kubernetes.io/arch': ['v1.14', 'kubernetes.io/arch'],
  'beta.kubernetes.io/os': ['v1.14', 'kubernetes.io/os'],
  'failure-domain.beta.kubernetes.io/region': ['v1.17', 'topology.kubernetes.io/region'],
  'failure-domain.beta.kubernetes.io/zone': ['v1.17', 'topology.kubernetes.io/zone'],
  'beta.kubernetes.io/instance-type': ['v1.17', 'node.kubernetes.io/instance-type'],
};

/** `deprecated since v1.14; use "kubernetes.io/os" instead`, or undefined for a label that is not. */
export function labelDeprecation(label: string): string | undefined {
  if (!Object.hasOwn(replacements, label)) return undefined;
  const [since, use] = replacements[label] as readonly [string, string];
  return `deprecated since ${since}; use "${use}" instead`;
}

export function nodeTermWarnings(term: NodeSelectorTerm, field: FieldPath): string[] {
  return (term.matchExpressions ?? []).flatMap(({ key = '' }, at) => {
    const why = labelDeprecation(key);
    return why === undefined ? [] : [`${field.child('matchExpressions').index(at).child('key')}: ${key} is ${why}`];
  });
}

/** Old labels in what a pod says about nodes. */
export function nodeSelectorWarnings({ nodeSelector = {}, affinity }: PodSpec, field: FieldPath): string[] {
  const node = field.child('affinity', 'nodeAffinity');
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const preferred = affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return [
    ...Object.keys(nodeSelector).flatMap((label) => {
      const why = labelDeprecation(label);
      return why === undefined ? [] : [`${field.child('nodeSelector').key(label)}: ${why}`];
    }),
    ...required.flatMap((term, at) =>
      nodeTermWarnings(
        term,
        node.child('requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms').index(at),
      ),
    ),
    ...preferred.flatMap(({ preference = {} }, at) =>
      nodeTermWarnings(
        preference,
        node.child('preferredDuringSchedulingIgnoredDuringExecution').index(at).child('preference'),
      ),
    ),
  ];
}
