import {
  type Address,
  type FieldError,
  type FieldPath,
  fieldErrors,
  type Json,
  legacyCidrFaults,
  legacyIpFaults,
  parseAddress,
  portNumberFaults,
  sameJson,
} from '#meta';

/** Rules that several kinds share, over fields. */

/** Each fault of a value, as a fault of its field. */
export function validateBy<T>(field: FieldPath, value: T, rule: (value: T) => readonly string[]): FieldError[] {
  return rule(value).map((fault) => fieldErrors.invalid(field, value, fault));
}

export function validateUnchanged(field: FieldPath, value: Json | undefined, before: Json | undefined): FieldError[] {
  return sameJson(value, before) ? [] : [changedFault(field, value)];
}

export function changedFault(field: FieldPath, shown: Json | undefined): FieldError {
  return fieldErrors.invalid(field, shown ?? null, 'field is immutable');
}

/** `supported` in order of name, as messages list it. */
export function validateChoice(
  field: FieldPath,
  value: string | undefined,
  supported: readonly string[],
): FieldError[] {
  if (value === undefined || value === '') return [fieldErrors.required(field)];
  return supported.includes(value) ? [] : [fieldErrors.notSupported(field, value, supported)];
}

export const protocols = ['SCTP', 'TCP', 'UDP'] as const;

export function validatePortNumber(field: FieldPath, port: number): FieldError[] {
  return validateBy(field, port, portNumberFaults);
}

/** An address in a field older than the strict rules: what was there before stays good. */
export function validateAddressText(field: FieldPath, value: string, before: readonly string[] = []): FieldError[] {
  return before.includes(value) ? [] : validateBy(field, value, (text) => legacyIpFaults(text, { strict: true }));
}

export function validateRange(field: FieldPath, value: string, before: readonly string[] = []): FieldError[] {
  return before.includes(value) ? [] : validateBy(field, value, (text) => legacyCidrFaults(text, { strict: true }));
}

/** An IPv4 address written as IPv6 counts as IPv4. */
export function ipFamilyOf(text: string): 'IPv4' | 'IPv6' | undefined {
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  return address.family === 6 && !address.mapped ? 'IPv6' : 'IPv4';
}

/** Addresses that make no sense as the end of a connection. */
export function validateEndpointAddress(field: FieldPath, value: string): FieldError[] {
  const address = parseAddress(value);
  if (address === undefined) return [fieldErrors.invalid(field, value, 'must be a valid IP address')];
  return badRanges
    .filter(({ holds }) => holds(plainAddress(address)))
    .map(({ why }) => fieldErrors.invalid(field, value, why.replace('%s', value)));
}

function plainAddress({ family, value, mapped }: Address): { readonly v6: boolean; readonly value: bigint } {
  return mapped ? { v6: false, value: value & 0xffffffffn } : { v6: family === 6, value };
}

const badRanges: readonly {
  readonly why: string;
  holds(address: { readonly v6: boolean; readonly value: bigint }): boolean;
}[] = [
  { why: 'may not be unspecified (%s)', holds: ({ value }) => value === 0n },
  {
    why: 'may not be in the loopback range (127.0.0.0/8, ::1/128)',
    holds: ({ v6, value }) => (v6 ? value === 1n : value >> 24n === 127n),
  },
  {
    why: 'may not be in the link-local range (169.254.0.0/16, fe80::/10)',
    holds: ({ v6, value }) => (v6 ? value >> 118n === 0xfe80n >> 6n : value >> 16n === 0xa9fen),
  },
  {
    why: 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)',
    holds: ({ v6, value }) => (v6 ? value >> 112n === 0xff02n : value >> 8n === 0xe00000n),
  },
];
