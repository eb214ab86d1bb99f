import { type FieldError, type FieldPath, fieldErrors, nameIsDnsSubdomain, path } from '#meta';
import { type AuditPolicy, type GroupResources, levels, type PolicyRule, stages } from './policy.ts';

/** k8s: apiserver/pkg/apis/audit/validation/validation.go */
export function validatePolicy({ omitStages = [], rules = [] }: AuditPolicy): FieldError[] {
  return [
    ...validateStages(omitStages, path('omitStages')),
    ...rules.flatMap((rule, at) => validateRule(rule, path('rules').index(at))),
  ];
}

function validateRule(rule: PolicyRule, at: FieldPath): FieldError[] {
  const { level, nonResourceURLs = [], resources = [], namespaces = [], omitStages = [] } = rule;
  const isBoth = nonResourceURLs.length > 0 && (resources.length > 0 || namespaces.length > 0);
  return [
    ...validateLevel(level, at.child('level')),
    ...nonResourceURLs.flatMap((url, index) => validateUrl(url, at.child('nonResourceURLs').index(index))),
    ...resources.flatMap((one) => validateResources(one, at.child('resources'))),
    ...validateStages(omitStages, at.child('omitStages')),
    ...(isBoth
      ? [
          fieldErrors.invalid(
            at.child('nonResourceURLs'),
            nonResourceURLs,
            'rules cannot apply to both regular resources and non-resource URLs',
          ),
        ]
      : []),
  ];
}

function validateLevel(level: string, at: FieldPath): FieldError[] {
  if (!level) return [fieldErrors.required(at, '')];
  return levels.some((known) => known === level) ? [] : [fieldErrors.notSupported(at, level, levels)];
}

function validateUrl(url: string, at: FieldPath): FieldError[] {
  if (url === '*') return [];
  const faults: FieldError[] = [];
  if (!url.startsWith('/'))
    faults.push(fieldErrors.invalid(at, url, "non-resource URL rules must begin with a '/' character"));
  if (url.slice(0, -1).includes('*'))
    faults.push(fieldErrors.invalid(at, url, "non-resource URL wildcards '*' must be the final character of the rule"));
  return faults;
}

function validateResources(
  { group = '', resources = [], resourceNames = [] }: GroupResources,
  at: FieldPath,
): FieldError[] {
  const faults: FieldError[] = [];
  const why = group === '' || group === '*' ? [] : nameIsDnsSubdomain(group, { prefix: false });
  if (why.length > 0) faults.push(fieldErrors.invalid(at.child('group'), group, why.join(',')));
  if (resourceNames.length > 0 && resources.length === 0) {
    const message = 'using resourceNames requires at least one resource';
    faults.push(fieldErrors.invalid(at.child('resourceNames'), resourceNames, message));
  }
  return faults;
}

function validateStages(said: readonly string[], at: FieldPath): FieldError[] {
  return said.flatMap((stage, index) =>
    stages.some((known) => known === stage)
      ? []
      : [fieldErrors.invalid(at.index(index), stage, `allowed stages are ${stages.join(',')}`)],
  );
}
