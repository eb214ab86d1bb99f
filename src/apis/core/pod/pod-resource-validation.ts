import { type FieldError, type FieldPath, fieldErrors } from '#meta';
import type { PodSpec, ResourceRequirements } from '../v1/types.gen.ts';
import { totalLimits, totalRequests } from './pod-resources.ts';
import { amountOf, compareAmounts } from './resource-list.ts';
import { isHugePages, validatePodResource } from './resource-names.ts';
import { validateResources } from './resource-validation.ts';

/** What a pod asks for as a whole must cover what its containers ask for. */
export function validatePodLevelResource(spec: PodSpec, field: FieldPath): FieldError[] {
  const { resources, os } = spec;
  if (resources === undefined) return [];
  const at = field.child('resources');
  if (os?.name === 'windows') return [fieldErrors.forbidden(at, 'may not be set for a windows pod')];
  return [
    ...(resources.claims === undefined
      ? []
      : [fieldErrors.forbidden(at.child('claims'), 'claims may not be set for Resources at pod-level')]),
    ...validateResources(resources, at, { nameFaults: validatePodResource, claims: claimNames(spec) }),
    ...validateCoverage(spec, resources, at),
  ];
}

const claimNames = ({ resourceClaims = [] }: PodSpec): ReadonlySet<string> =>
  new Set(resourceClaims.flatMap(({ name }) => name || []));

function validateCoverage(
  spec: PodSpec,
  { requests = {}, limits = {} }: ResourceRequirements,
  field: FieldPath,
): FieldError[] {
  const tooLittle = (
    name: string,
    of: { list: 'requests' | 'limits'; pod: string; together: string },
  ): FieldError[] => {
    if (compareAmounts(of.together, of.pod) <= 0) return [];
    const why = `must be greater than or equal to aggregate container ${of.list} of ${of.together}`;
    return [fieldErrors.invalid(field.child(of.list).key(name), of.pod, why)];
  };
  return [
    ...Object.entries(totalRequests(spec)).flatMap(([name, together]) => {
      const pod = amountOf(requests, name);
      return pod === undefined ? [] : tooLittle(name, { list: 'requests', pod, together });
    }),
    ...Object.entries(totalLimits(spec)).flatMap(([name, together]) => {
      const pod = amountOf(limits, name);
      return pod === undefined || !isHugePages(name) ? [] : tooLittle(name, { list: 'limits', pod, together });
    }),
    ...(spec.containers ?? []).flatMap(({ resources }, at) =>
      Object.entries(resources?.limits ?? {}).flatMap(([name, limit]) => {
        const pod = amountOf(limits, name);
        if (pod === undefined || compareAmounts(limit, pod) <= 0) return [];
        const here = field.child('containers').index(at).key(name).child('limits');
        return [fieldErrors.invalid(here, limit, `must be less than or equal to pod limits of ${pod}`)];
      }),
    ),
  ];
}
