import { type FieldError, type FieldPath, fieldErrors, nameIsDnsLabel, nameIsDnsSubdomain } from '#meta';
import { validateBy } from '../field-validation.ts';
import type { Types } from './v1/types.gen.ts';

/** Which requests a flow schema is for. */

type Subject = Types['Subject'];
type ResourceRule = Types['ResourcePolicyRule'];
type PathRule = Types['NonResourcePolicyRule'];
type FlowRule = Types['PolicyRulesWithSubjects'];

export function validateFlowRule(field: FieldPath, rule: FlowRule): FieldError[] {
  const { resourceRules = [], nonResourceRules = [] } = rule;
  const subjects = rule.subjects ?? [];
  const faults = subjects.flatMap((subject, at) => validateSubject(field.child('subjects').index(at), subject));
  if (subjects.length === 0) {
    faults.push(fieldErrors.required(field.child('subjects'), 'subjects must contain at least one value'));
  }
  if (resourceRules.length === 0 && nonResourceRules.length === 0) {
    const why = 'at least one of resourceRules and nonResourceRules has to be non-empty';
    faults.push(fieldErrors.required(field, why));
  }
  return [
    ...faults,
    ...resourceRules.flatMap((one, at) => validateResourceRule(field.child('resourceRules').index(at), one)),
    ...nonResourceRules.flatMap((one, at) => validatePathRule(field.child('nonResourceRules').index(at), one)),
  ];
}

const partOf = { ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' } as const;
type SubjectKind = keyof typeof partOf;
const isSubjectKind = (kind: string): kind is SubjectKind => Object.hasOwn(partOf, kind);

function validateSubject(field: FieldPath, subject: Subject): FieldError[] {
  const { kind = '' } = subject;
  if (!isSubjectKind(kind)) {
    return [fieldErrors.notSupported(field.child('kind'), kind, Object.keys(partOf).toSorted())];
  }
  const own = partOf[kind];
  const foreign = (Object.entries(partOf) as [SubjectKind, Exclude<keyof Subject, 'kind'>][])
    .filter(([, part]) => part !== own && subject[part] !== undefined)
    .map(([other, part]) =>
      fieldErrors.forbidden(field.child(`${part}`), `${part} is forbidden when subject kind is not '${other}'`),
    );
  return [...validateOwnPart(field.child(own), subject, kind), ...foreign];
}

function validateOwnPart(field: FieldPath, subject: Subject, kind: SubjectKind): FieldError[] {
  const part = subject[partOf[kind]];
  if (part === undefined) {
    return [fieldErrors.required(field, `${partOf[kind]} is required when subject kind is '${kind}'`)];
  }
  if (kind === 'ServiceAccount') return validateAccount(field, subject.serviceAccount ?? {});
  return (part.name ?? '') === '' ? [fieldErrors.required(field.child('name'))] : [];
}

function validateAccount(field: FieldPath, account: NonNullable<Subject['serviceAccount']>): FieldError[] {
  const { namespace = '', name = '' } = account;
  const faults: FieldError[] = [];
  if (name === '') faults.push(fieldErrors.required(field.child('name')));
  else if (name !== '*') {
    faults.push(...validateBy(field.child('name'), name, (text) => nameIsDnsSubdomain(text, { prefix: false })));
  }
  const place = field.child('namespace');
  if (namespace === '') return [...faults, fieldErrors.required(place, 'must specify namespace for service account')];
  return [...faults, ...validateBy(place, namespace, (text) => nameIsDnsLabel(text, { prefix: false }))];
}

const verbNames = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

function validateVerb(field: FieldPath, verbs: readonly string[]): FieldError[] {
  if (verbs.length === 0) return [fieldErrors.required(field, 'verbs must contain at least one value')];
  if (verbs.includes('*')) return validateAlone(field, verbs, 'verbs');
  return verbs.every((verb) => verbNames.includes(verb)) ? [] : [fieldErrors.notSupported(field, verbs, verbNames)];
}

/** Beside `*` there may be nothing else. */
function validateAlone(field: FieldPath, list: readonly string[], noun: string): FieldError[] {
  if (list.length <= 1 || !list.includes('*')) return [];
  return [fieldErrors.invalid(field, list, `if '*' is present, must not specify other ${noun}`)];
}

function validateSome(field: FieldPath, list: readonly string[], [one, many]: readonly [string, string]): FieldError[] {
  if (list.length === 0) return [fieldErrors.required(field, `resource rules must supply at least one ${one}`)];
  return validateAlone(field, list, many);
}

function validateResourceRule(field: FieldPath, rule: ResourceRule): FieldError[] {
  return [
    ...validateVerb(field.child('verbs'), rule.verbs ?? []),
    ...validateSome(field.child('apiGroups'), rule.apiGroups ?? [], ['api group', 'api groups']),
    ...validateSome(field.child('resources'), rule.resources ?? [], ['resource', 'resources']),
    ...validateNamespace(field.child('namespaces'), rule),
  ];
}

function validateNamespace(field: FieldPath, { namespaces, clusterScope = false }: ResourceRule): FieldError[] {
  const list = namespaces ?? [];
  if (list.length === 0 && !clusterScope) {
    const why = 'resource rules that are not cluster scoped must supply at least one namespace';
    return [fieldErrors.required(field, why)];
  }
  if (list.includes('*')) return validateAlone(field, list, 'namespaces');
  const intro = "each member of this list must be '*' or a DNS-1123 label; ";
  return list.flatMap((namespace, at) =>
    nameIsDnsLabel(namespace, { prefix: false }).map((fault) =>
      fieldErrors.invalid(field.index(at), namespace, `${intro}${fault}`),
    ),
  );
}

function validatePathRule(field: FieldPath, { verbs, nonResourceURLs }: PathRule): FieldError[] {
  const faults = validateVerb(field.child('verbs'), verbs ?? []);
  const urls = nonResourceURLs ?? [];
  const own = field.child('nonResourceURLs');
  if (urls.length === 0) {
    return [...faults, fieldErrors.required(own, 'nonResourceURLs must contain at least one value')];
  }
  if (urls.includes('*')) return [...faults, ...validateAlone(own, urls, 'non-resource URLs')];
  return [...faults, ...urls.flatMap((url, at) => validateBy(own.index(at), url, pathFaults))];
}

function pathFaults(url: string): string[] {
  if (url === '') return ['must not be empty'];
  if (url === '/') return [];
  if (!url.startsWith('/')) return ['must start with slash'];
  if (url.includes(' ')) return ['must not contain white-space'];
  if (url.includes('//')) return ['must not contain double slash'];
  const star = url.indexOf('*');
  return star < 0 || (star === url.length - 1 && url.endsWith('/*')) ? [] : ['wildcard can only do suffix matching'];
}
