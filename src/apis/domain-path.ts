import { dns1123SubdomainFaults, type FieldError, type FieldPath, fieldErrors, patternFault } from '#meta';
import { faultsOf } from './rules.ts';

const pathPattern = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

/** A name with a domain before it: `example.com/ingress`. */
export function domainPathFaults(field: FieldPath, value: string): FieldError[] {
  if (value === '') return [fieldErrors.required(field)];
  const slash = value.indexOf('/');
  const domain = value.slice(0, Math.max(slash, 0));
  const rest = value.slice(slash + 1);
  if (domain === '' || rest === '') {
    return [fieldErrors.invalid(field, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  return [
    ...faultsOf(field, domain, dns1123SubdomainFaults),
    ...(/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(rest)
      ? []
      : [fieldErrors.invalid(field, rest, patternFault('Invalid path', pathPattern))]),
  ];
}
