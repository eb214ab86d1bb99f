import { type FieldError, type FieldPath, fieldErrors } from './field-error.ts';
import { dns1123SubdomainFaults, patternFault } from './name-validation.ts';

const PATH_PATTERN = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

/** A name with a domain before it: `example.com/ingress`. */
export function validateDomainPath(field: FieldPath, value: string): FieldError[] {
  if (value === '') return [fieldErrors.required(field)];
  const slash = value.indexOf('/');
  const domain = value.slice(0, Math.max(slash, 0));
  const rest = value.slice(slash + 1);
  if (domain === '' || rest === '') {
    return [fieldErrors.invalid(field, value, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  }
  return [
    ...dns1123SubdomainFaults(domain).map((fault) => fieldErrors.invalid(field, domain, fault)),
    ...(/^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/.test(rest)
      ? []
      : [fieldErrors.invalid(field, rest, patternFault('Invalid path', PATH_PATTERN))]),
  ];
}
