import { expect, test } from 'vitest';
import {
  annotationKeyFaults,
  cIdentifierFaults,
  configMapKeyFaults,
  dns1035LabelFaults,
  dns1123LabelFaults,
  dns1123SubdomainFaults,
  environmentVariableFaults,
  httpHeaderNameFaults,
  labelValueFaults,
  maskTrailingDash,
  nameIsDnsLabel,
  nameIsDnsSubdomain,
  pathSegmentName,
  percentFaults,
  portNameFaults,
  portNumberFaults,
  qualifiedNameFaults,
  relaxedEnvironmentVariableFaults,
  userIdFaults,
  wildcardSubdomainFaults,
} from './name-validation.ts';

const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const label =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const label1035 =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const name =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const value =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const configKey =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";

test.each([
  [dns1123LabelFaults, 'my-name', []],
  [dns1123LabelFaults, 'a.b', ['must not contain dots']],
  [dns1123LabelFaults, 'A', [label]],
  [dns1123LabelFaults, '', [label]],
  [dns1123LabelFaults, 'a'.repeat(64), ['must be no more than 63 characters']],
  [dns1123LabelFaults, `${'a'.repeat(63)}é`, ['must be no more than 63 characters', label]],
  [dns1123SubdomainFaults, 'a.b-c.d', []],
  [dns1123SubdomainFaults, 'a..b', [subdomain]],
  [dns1123SubdomainFaults, 'a\n', [subdomain]],
  [dns1123SubdomainFaults, 'n'.repeat(254), ['must be no more than 253 characters']],
  [dns1035LabelFaults, 'a1', []],
  [dns1035LabelFaults, '1a', [label1035]],
  [wildcardSubdomainFaults, '*.example.com', []],
  [
    wildcardSubdomainFaults,
    'example.com',
    [
      "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
  ],
  [qualifiedNameFaults, 'example.com/My.Name_1', []],
  [qualifiedNameFaults, '', ['name part must be non-empty', `name part ${name}`]],
  [qualifiedNameFaults, '/x', ['prefix part must be non-empty']],
  [qualifiedNameFaults, 'UPPER.com/x', [`prefix part ${subdomain}`]],
  [qualifiedNameFaults, `${'a'.repeat(254)}/x`, ['prefix part must be no more than 253 bytes']],
  [qualifiedNameFaults, 'n'.repeat(64), ['name part must be no more than 63 bytes']],
  [
    qualifiedNameFaults,
    'a/b/c',
    [`a valid label key ${name} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`],
  ],
  [annotationKeyFaults, 'UPPER.com/x', []],
  [annotationKeyFaults, 'spaced key', [`name part ${name}`]],
  [labelValueFaults, '', []],
  [labelValueFaults, 'v'.repeat(64), ['must be no more than 63 bytes']],
  [labelValueFaults, 'not ok!', [value]],
  [configMapKeyFaults, 'key.name', []],
  [configMapKeyFaults, 'a b', [configKey]],
  [configMapKeyFaults, '.', ["must not be '.'"]],
  [configMapKeyFaults, '..', ["must not be '..'"]],
  [configMapKeyFaults, '..a', ["must not start with '..'"]],
  [configMapKeyFaults, 'k'.repeat(254), ['must be no more than 253 characters']],
  [portNameFaults, 'http-2', []],
  [
    portNameFaults,
    '',
    [
      'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
      'must contain at least one letter (a-z)',
    ],
  ],
  [
    portNameFaults,
    '-a--b-and-much-more-',
    [
      'must be no more than 15 characters',
      'must not contain consecutive hyphens',
      'must not begin or end with a hyphen',
    ],
  ],
  [percentFaults, '93%', []],
  [
    percentFaults,
    '93',
    [
      "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
    ],
  ],
  [httpHeaderNameFaults, 'X-Y', []],
  [
    httpHeaderNameFaults,
    'X Y',
    [
      "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')",
    ],
  ],
  [environmentVariableFaults, 'MY.VAR-1', []],
  [environmentVariableFaults, '..x', ["must not start with '..'"]],
  [relaxedEnvironmentVariableFaults, '1 <~', []],
  [relaxedEnvironmentVariableFaults, '', ['environment variable name must be non-empty']],
  [
    relaxedEnvironmentVariableFaults,
    'a=b',
    ["a valid environment variable name must consist only of printable ASCII characters other than '='"],
  ],
  [cIdentifierFaults, '_a1', []],
])('%O judges %j', (rule, text, faults) => {
  expect(rule(text)).toEqual(faults);
});

test.each([0, 65536, -1])('%i is no port', (port) => {
  expect(portNumberFaults(port)).toEqual(['must be between 1 and 65535, inclusive']);
});

test('ports and user numbers within range pass', () => {
  expect([
    ...portNumberFaults(1),
    ...portNumberFaults(65535),
    ...userIdFaults(0),
    ...userIdFaults(2147483647n),
  ]).toEqual([]);
  expect(userIdFaults(2147483648)).toEqual(['must be between 0 and 2147483647, inclusive']);
});

test.each([
  ['.', false, ["may not be '.'"]],
  ['..', false, ["may not be '..'"]],
  ['..', true, []],
  ['a/b%c', false, ["may not contain '/'", "may not contain '%'"]],
  ['Any:Name é', false, []],
])('the path segment %j (prefix: %j)', (text, prefix, faults) => {
  expect(pathSegmentName(text, { prefix })).toEqual(faults);
});

test.each([
  ['web-', 'wea'],
  ['a--', 'aa'],
  ['-', '-'],
  ['web', 'web'],
  ['wé-', 'wéa'],
])('the prefix %j is judged as %j', (prefix, masked) => {
  expect(maskTrailingDash(prefix)).toBe(masked);
});

test('a prefix may end in a dash where a name may not', () => {
  expect(nameIsDnsSubdomain('web-', { prefix: true })).toEqual([]);
  expect(nameIsDnsSubdomain('web-', { prefix: false })).toEqual([subdomain]);
  expect(nameIsDnsLabel('Bad_', { prefix: true })).toEqual([label]);
});
