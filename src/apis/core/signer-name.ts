import {
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  goQuote,
} from '#meta';

const LONGEST_DOMAIN = 253;
/** A label, a dot and a subdomain. */
const LONGEST_PATH = 253 + 63 + 1;

/** Who signs certificates: `example.com/signer`, a domain with a dot and a path below it. */
export function validateSignerName(name: string, field: FieldPath): FieldError[] {
  if (name === '') return [fieldErrors.required(field)];
  const [domain = '', path, ...rest] = name.split('/');
  if (path === undefined || rest.length > 0) {
    const why = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    return [fieldErrors.invalid(field, name, why)];
  }
  const short = 'should be a domain with at least two segments separated by dots';
  return [
    ...(domain.length > LONGEST_DOMAIN ? [fieldErrors.tooLong(field, LONGEST_DOMAIN)] : []),
    ...validatePart(domain, field, dns1123LabelFaults),
    ...(domain.includes('.') ? [] : [fieldErrors.invalid(field, domain, short)]),
    ...validatePart(path, field, dns1123SubdomainFaults),
    ...(path.length > LONGEST_PATH ? [fieldErrors.tooLong(field, LONGEST_PATH)] : []),
  ];
}

/** Of the first label that is wrong; more would only repeat it. */
function validatePart(part: string, field: FieldPath, rule: (label: string) => readonly string[]): FieldError[] {
  const wrong = part.split('.').find((label) => rule(label).length > 0);
  if (wrong === undefined) return [];
  return rule(wrong).map((fault) => fieldErrors.invalid(field, part, `validating label ${goQuote(wrong)}: ${fault}`));
}
