import { byteLength } from './go-text.ts';

/**
 * What names may look like. Every rule returns the faults as texts, in the words that clients know; none means valid.
 * k8s: apimachinery/pkg/util/validation, api/validate/content
 */
export type NameRule = (value: string) => string[];

/** The rule of a kind's names. `prefix` when the value is a generateName, to which characters will be appended. */
export type ValidateName = (name: string, options: { readonly prefix: boolean }) => readonly string[];

const LABEL1123 = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN1123 = `${LABEL1123}(\\.${LABEL1123})*`;
const UNDERSCORE_LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const UNDERSCORE_SUBDOMAIN = `${UNDERSCORE_LABEL}(\\.${UNDERSCORE_LABEL})*`;
const LABEL1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const WILDCARD_SUBDOMAIN = `\\*\\.${SUBDOMAIN1123}`;
const QUALIFIED_PART = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${QUALIFIED_PART})?`;
const C_IDENTIFIER = '[A-Za-z_][A-Za-z0-9_]*';
const PERCENT = '[0-9]+%';
const HEADER_NAME = '[-A-Za-z0-9]+';
const VARIABLE_NAME = '[-._a-zA-Z][-._a-zA-Z0-9]*';
const CONFIG_KEY = '[-._a-zA-Z0-9]+';

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const label1123Expression = whole(LABEL1123);
const subdomain1123Expression = whole(SUBDOMAIN1123);
const underscoreSubdomainExpression = whole(UNDERSCORE_SUBDOMAIN);
const label1035Expression = whole(LABEL1035);
const wildcardExpression = whole(WILDCARD_SUBDOMAIN);
const qualifiedPartExpression = whole(QUALIFIED_PART);
const labelValueExpression = whole(LABEL_VALUE);
const cIdentifierExpression = whole(C_IDENTIFIER);
const percentExpression = whole(PERCENT);
const headerNameExpression = whole(HEADER_NAME);
const variableNameExpression = whole(VARIABLE_NAME);
const configKeyExpression = whole(CONFIG_KEY);

const ALPHANUMERIC_ENDS = 'and must start and end with an alphanumeric character';
const SUBDOMAIN_TEXT = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', ${ALPHANUMERIC_ENDS}`;
const QUALIFIED_TEXT = `must consist of alphanumeric characters, '-', '_' or '.', ${ALPHANUMERIC_ENDS}`;

/** `… (e.g. 'a',  or 'b', regex used for validation is '…')`. The doubled space is part of the text. */
export function patternFault(text: string, pattern: string, examples: readonly string[] = []): string {
  const shown = examples.map((example) => `'${example}', `).join(' or ');
  return `${text} (${shown === '' ? '' : `e.g. ${shown}`}regex used for validation is '${pattern}')`;
}

export function rangeFault(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`;
}

/** Some rules count characters and some count bytes in their texts; all of them count bytes. */
function lengthFaults(value: string, maximum: number, unit: 'characters' | 'bytes' = 'characters'): string[] {
  return byteLength(value) > maximum ? [`must be no more than ${maximum} ${unit}`] : [];
}

export function dns1123LabelFaults(value: string): string[] {
  const faults = lengthFaults(value, 63);
  if (!label1123Expression.test(value)) {
    faults.push(
      subdomain1123Expression.test(value)
        ? 'must not contain dots'
        : patternFault(
            `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', ${ALPHANUMERIC_ENDS}`,
            LABEL1123,
            ['my-name', '123-abc'],
          ),
    );
  }
  return faults;
}

export function dns1123SubdomainFaults(value: string): string[] {
  return subdomainFaults(value, 'characters');
}

function subdomainFaults(value: string, unit: 'characters' | 'bytes'): string[] {
  const faults = lengthFaults(value, 253, unit);
  if (!subdomain1123Expression.test(value)) faults.push(patternFault(SUBDOMAIN_TEXT, SUBDOMAIN1123, ['example.com']));
  return faults;
}

/** The same, of names that may have capitals. */
export function dns1123SubdomainCaselessFaults(value: string): string[] {
  const faults = lengthFaults(value, 253, 'bytes');
  if (!subdomain1123Expression.test(value.toLowerCase())) {
    const text = `an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', ${ALPHANUMERIC_ENDS}`;
    faults.push(patternFault(text, SUBDOMAIN1123, ['Example.com']));
  }
  return faults;
}

export function dns1123SubdomainWithUnderscoreFaults(value: string): string[] {
  const faults = lengthFaults(value, 253);
  if (!underscoreSubdomainExpression.test(value)) {
    const text = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', ${ALPHANUMERIC_ENDS}`;
    faults.push(patternFault(text, UNDERSCORE_SUBDOMAIN, ['example.com']));
  }
  return faults;
}

export function wildcardSubdomainFaults(value: string): string[] {
  const faults = lengthFaults(value, 253);
  if (!wildcardExpression.test(value)) {
    const text =
      "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character";
    faults.push(patternFault(text, WILDCARD_SUBDOMAIN, ['*.example.com']));
  }
  return faults;
}

export function dns1035LabelFaults(value: string): string[] {
  const faults = lengthFaults(value, 63);
  if (!label1035Expression.test(value)) {
    const text =
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
    faults.push(patternFault(text, LABEL1035, ['my-name', 'abc-123']));
  }
  return faults;
}

/** Keys of labels, finalizers, condition types: `[prefix/]name`. */
export function qualifiedNameFaults(value: string): string[] {
  const parts = value.split('/');
  // The text is made only where it is told: every label of every write passes here.
  const pattern = () => patternFault(QUALIFIED_TEXT, QUALIFIED_PART, ['MyName', 'my.name', '123-abc']);
  if (parts.length > 2) {
    return [`a valid label key ${pattern()} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const name = parts.at(-1) as string;
  const faults = parts.length === 2 ? prefixFaults(parts[0] as string) : [];
  if (name === '') faults.push('name part must be non-empty');
  for (const fault of lengthFaults(name, 63, 'bytes')) faults.push(`name part ${fault}`);
  if (!qualifiedPartExpression.test(name)) faults.push(`name part ${pattern()}`);
  return faults;
}

function prefixFaults(prefix: string): string[] {
  if (prefix === '') return ['prefix part must be non-empty'];
  return subdomainFaults(prefix, 'bytes').map((fault) => `prefix part ${fault}`);
}

export function labelValueFaults(value: string): string[] {
  const faults = lengthFaults(value, 63, 'bytes');
  if (!labelValueExpression.test(value)) {
    const text = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', ${ALPHANUMERIC_ENDS}`;
    faults.push(patternFault(text, LABEL_VALUE, ['MyValue', 'my_value', '12345']));
  }
  return faults;
}

/** A qualified name whose case does not matter. */
export function annotationKeyFaults(value: string): string[] {
  return qualifiedNameFaults(value.toLowerCase());
}

/** A key of a ConfigMap or a Secret. */
export function configMapKeyFaults(value: string): string[] {
  const faults = lengthFaults(value, 253);
  if (!configKeyExpression.test(value)) {
    const text = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
    faults.push(patternFault(text, CONFIG_KEY, ['key.name', 'KEY_NAME', 'key-name']));
  }
  return [...faults, ...parentDirectoryFaults(value)];
}

function parentDirectoryFaults(value: string): string[] {
  if (value === '.' || value === '..') return [`must not be '${value}'`];
  return value.startsWith('..') ? ["must not start with '..'"] : [];
}

export function cIdentifierFaults(value: string): string[] {
  if (cIdentifierExpression.test(value)) return [];
  const text =
    "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_'";
  return [patternFault(text, C_IDENTIFIER, ['my_name', 'MY_NAME', 'MyName'])];
}

export function environmentVariableFaults(value: string): string[] {
  const faults: string[] = [];
  if (!variableNameExpression.test(value)) {
    const text =
      "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit";
    faults.push(patternFault(text, VARIABLE_NAME, ['my.env-name', 'MY_ENV.NAME', 'MyEnvName1']));
  }
  return [...faults, ...parentDirectoryFaults(value)];
}

/** What containers accept today: anything printable in ASCII but `=`. */
export function relaxedEnvironmentVariableFaults(value: string): string[] {
  if (value === '') return ['environment variable name must be non-empty'];
  if (/^[ -<>-~]*$/.test(value)) return [];
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

export function httpHeaderNameFaults(value: string): string[] {
  if (headerNameExpression.test(value)) return [];
  return [
    patternFault("a valid HTTP header must consist of alphanumeric characters or '-'", HEADER_NAME, ['X-Header-Name']),
  ];
}

export function percentFaults(value: string): string[] {
  if (percentExpression.test(value)) return [];
  const text = "a valid percent string must be a numeric string followed by an ending '%'";
  return [patternFault(text, PERCENT, ['1%', '93%'])];
}

export function portNumberFaults(port: number): string[] {
  return port >= 1 && port <= 65535 ? [] : [rangeFault(1, 65535)];
}

export function portNameFaults(port: string): string[] {
  const faults = lengthFaults(port, 15);
  if (!/^[-a-z0-9]+$/.test(port)) {
    faults.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(port)) faults.push('must contain at least one letter (a-z)');
  if (port.includes('--')) faults.push('must not contain consecutive hyphens');
  if (port.startsWith('-') || port.endsWith('-')) faults.push('must not begin or end with a hyphen');
  return faults;
}

/** Unix user and group numbers. */
export function userIdFaults(id: number | bigint): string[] {
  return id >= 0 && id <= 0x7fffffff ? [] : [rangeFault(0, 0x7fffffff)];
}

/** Whether a name can stand as one segment of a path. A prefix may be `.`, since more will follow. */
export const pathSegmentName: ValidateName = (name, { prefix }) => {
  if (!prefix && (name === '.' || name === '..')) return [`may not be '${name}'`];
  return ['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`);
};

/** Turns a rule for whole names into one that also knows prefixes, which may end in a dash. */
function named(rule: NameRule): ValidateName {
  return (name, { prefix }) => rule(prefix ? maskTrailingDash(name) : name);
}

export const nameIsDnsSubdomain: ValidateName = named(dns1123SubdomainFaults);
/** Of a generateName only what becomes of it is looked at. */
export const nameIsLongName: ValidateName = (name, { prefix }) => (prefix ? [] : subdomainFaults(name, 'bytes'));
export const nameIsDnsLabel: ValidateName = named(dns1123LabelFaults);
export const nameIsDns1035Label: ValidateName = named(dns1035LabelFaults);

/**
 * A prefix such as `web-` is no valid name, but what is generated from it will be: the dash and the character before
 * it become one that is always allowed (so even `a--` passes, as on the real server).
 */
export function maskTrailingDash(name: string): string {
  // Beyond ASCII the character before stays, or a faulty prefix would pass.
  return name.length > 1 ? name.replace(/[ -~]?-$/, 'a') : name;
}
