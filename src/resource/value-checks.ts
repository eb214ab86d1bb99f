import {
  byteLength,
  dns1123LabelFaults,
  dns1123SubdomainCaselessFaults,
  dns1123SubdomainFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  goQuote,
  type Int64,
  type Json,
  labelValueFaults,
  matchesPattern,
  type NameRule,
  pathSegmentName,
  portNumberFaults,
  qualifiedNameFaults,
  stringFormat,
} from '#meta';
import type { FieldRules } from '#schema';

/** What is wrong with a value in the light of what is declared of it. Messages are those of the rules of Kubernetes. */
export function validateScalar(rules: FieldRules, value: Json, at: FieldPath): FieldError[] {
  if (typeof value === 'string') return validateText(rules, value, at);
  return typeof value === 'number' || typeof value === 'bigint' ? validateNumber(rules, value, at) : [];
}

function validateText(rules: FieldRules, text: string, at: FieldPath): FieldError[] {
  const { values, minLength = 0, maxLength = Infinity, maxBytes = Infinity, pattern, format } = rules;
  if (values !== undefined && !values.includes(text)) return [fieldErrors.notSupported(at, text, values)];
  const faults: FieldError[] = [];
  if (text.length > maxLength && [...text].length > maxLength)
    faults.push(fieldErrors.tooLongCharacters(at, maxLength));
  if (byteLength(text) > maxBytes) faults.push(fieldErrors.tooLong(at, maxBytes));
  if (minLength > 0 && [...text].length < minLength) faults.push(fieldErrors.tooShort(at, minLength));
  if (pattern !== undefined && matchesPattern(pattern, text) !== true) {
    faults.push(fieldErrors.invalid(at, text, `must match '${pattern}'`));
  }
  return format === undefined ? faults : [...faults, ...validateFormat(format, text, at)];
}

function validateNumber(rules: FieldRules, value: Int64, at: FieldPath): FieldError[] {
  const { minimum, maximum, exclusiveMinimum: above, exclusiveMaximum: below, multipleOf, format } = rules;
  if (rules.numbers !== undefined && !rules.numbers.includes(Number(value)))
    return [fieldErrors.notSupported(at, value, rules.numbers.map(String))];
  const faults: string[] = [];
  if (minimum !== undefined && value < minimum) faults.push(`must be greater than or equal to ${minimum}`);
  if (above !== undefined && value <= above) faults.push(`must be greater than ${above}`);
  if (maximum !== undefined && value > maximum) faults.push(`must be less than or equal to ${maximum}`);
  if (below !== undefined && value >= below) faults.push(`must be less than ${below}`);
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) faults.push(`must be a multiple of ${multipleOf}`);
  if (format === 'port') faults.push(...portNumberFaults(Number(value)));
  return faults.map((fault) => fieldErrors.invalid(at, value, fault));
}

function isMultiple(value: Int64, of: number): boolean {
  if (typeof value === 'bigint') return Number.isInteger(of) && value % BigInt(of) === 0n;
  const times = value / of;
  // A tenth is no exact number.
  return Math.abs(times - Math.round(times)) < 1e-9;
}

/** Rules of newer kinds tell of bytes where those of older ones tell of characters; all count bytes. */
function inBytes(rule: NameRule): NameRule {
  return (text) => rule(text).map((fault) => fault.replace(/^(must be no more than \d+) characters$/, '$1 bytes'));
}

/** Formats of names, under the names that Kubernetes gives to them where it has any. */
const nameFormats: { readonly [format: string]: (text: string) => readonly string[] } = {
  'k8s-short-name': inBytes(dns1123LabelFaults),
  'k8s-long-name': inBytes(dns1123SubdomainFaults),
  'dns-label': dns1123LabelFaults,
  'dns-subdomain': dns1123SubdomainFaults,
  'k8s-long-name-caseless': dns1123SubdomainCaselessFaults,
  'k8s-label-key': qualifiedNameFaults,
  'k8s-label-value': labelValueFaults,
  'k8s-path-segment-name': (text) => pathSegmentName(text, { prefix: false }),
};

/** A format that nobody knows is for readers only, as in the schemas of custom resources. */
export function validateFormat(format: string, text: string, at: FieldPath): FieldError[] {
  if (format === 'k8s-resource-pool-name') return validatePoolName(text, at);
  if (Object.hasOwn(nameFormats, format)) {
    return (nameFormats[format]?.(text) ?? []).map((fault) => fieldErrors.invalid(at, text, fault));
  }
  const isGood = stringFormat(format);
  if (isGood === undefined || isGood(text)) return [];
  return [fieldErrors.invalid(at, text, `must be of type ${format}: ${goQuote(text)}`)];
}

const MAX_POOL_NAME = 253;

/** One or more names, with slashes between them. */
function validatePoolName(name: string, at: FieldPath): FieldError[] {
  const faults = name.split('/').flatMap((part, place) => {
    const own = part === '' ? ['must not be empty'] : inBytes(dns1123SubdomainFaults)(part);
    return own.map((fault) => fieldErrors.invalid(at, part === '' ? name : part, `segment ${place}: ${fault}`));
  });
  return byteLength(name) > MAX_POOL_NAME ? [fieldErrors.tooLong(at, MAX_POOL_NAME), ...faults] : faults;
}
