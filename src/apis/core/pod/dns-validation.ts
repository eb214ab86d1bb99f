import {
  dns1123SubdomainFaults,
  dns1123SubdomainWithUnderscoreFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
} from '#meta';
import { validateAddressText, validateBy, validateChoice } from '../../field-validation.ts';
import type { HostAlias, PodDNSConfig } from '../v1/types.gen.ts';

/** How a pod resolves names. The numbers are those of libc. */
const MOST_SERVERS = 3;
const MOST_SEARCHES = 32;
const LONGEST_SEARCHES = 2048;

export const validateDnsPolicy = (policy: string | undefined, field: FieldPath): FieldError[] =>
  validateChoice(field, policy, ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']);

export function validateDnsConfig(
  config: PodDNSConfig | undefined,
  policy: string | undefined,
  field: FieldPath,
): FieldError[] {
  const alone = policy === 'None';
  if (config === undefined) {
    return alone ? [fieldErrors.required(field, 'must provide `dnsConfig` when `dnsPolicy` is None')] : [];
  }
  const { nameservers = [], options = [] } = config;
  const servers = field.child('nameservers');
  if (alone && nameservers.length === 0) {
    return [fieldErrors.required(servers, 'must provide at least one DNS nameserver when `dnsPolicy` is None')];
  }
  return [
    ...(nameservers.length > MOST_SERVERS
      ? [fieldErrors.invalid(servers, nameservers, `must not have more than ${MOST_SERVERS} nameservers`)]
      : []),
    ...nameservers.flatMap((address, at) => validateAddressText(servers.index(at), address)),
    ...validateSearch(config, field.child('searches')),
    ...options.flatMap(({ name }, at) =>
      name ? [] : [fieldErrors.required(field.child('options').index(at), 'must not be empty')],
    ),
  ];
}

function validateSearch({ searches = [] }: PodDNSConfig, field: FieldPath): FieldError[] {
  const long = `must not have more than ${LONGEST_SEARCHES} characters (including spaces) in the search list`;
  return [
    ...(searches.length > MOST_SEARCHES
      ? [fieldErrors.invalid(field, searches, `must not have more than ${MOST_SEARCHES} search paths`)]
      : []),
    ...(searches.join(' ').length > LONGEST_SEARCHES ? [fieldErrors.invalid(field, searches, long)] : []),
    ...searches.flatMap((search, at) =>
      search === '.'
        ? []
        : validateBy(field.index(at), search.replace(/\.$/, ''), dns1123SubdomainWithUnderscoreFaults),
    ),
  ];
}

export function validateHostAlias(aliases: readonly HostAlias[], field: FieldPath): FieldError[] {
  return aliases.flatMap(({ ip = '', hostnames = [] }, at) => [
    ...validateAddressText(field.index(at).child('ip'), ip),
    ...hostnames.flatMap((name, place) =>
      validateBy(field.index(at).child('hostnames').index(place), name, dns1123SubdomainFaults),
    ),
  ]);
}
