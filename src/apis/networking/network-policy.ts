import {
  type AddressRange,
  cidrWarnings,
  type FieldError,
  type FieldPath,
  fieldErrors,
  parseRange,
  path,
  portNameFaults,
} from '#meta';
import { ageColumn, type BuiltinStrategy, builtin, column, nameColumn } from '#resource';
import { validateBy, validatePortNumber, validateRange } from '../field-validation.ts';
import { formatLabelSelector, validateLabelSelector } from '../label-selector-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { networkingV1 } from './v1/types.ts';

type PolicyPort = Types['NetworkPolicyPort'];
type IpBlock = Types['IPBlock'];
type Peer = Types['NetworkPolicyPeer'];
type NetworkPolicySpec = Types['NetworkPolicySpec'];
type NetworkPolicy = Types['NetworkPolicy'];

/** Both directions, in the order in which they are checked. */
const directions = [
  { rules: 'ingress', peers: 'from' },
  { rules: 'egress', peers: 'to' },
] as const;

function setDefaults(policy: NetworkPolicy): void {
  policy.spec ??= {};
  const { spec } = policy;
  for (const rule of [...(spec.ingress ?? []), ...(spec.egress ?? [])]) {
    for (const port of rule.ports ?? []) port.protocol ??= 'TCP';
  }
  if ((spec.policyTypes ?? []).length > 0) return;
  spec.policyTypes = (spec.egress ?? []).length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
}

interface Leniency {
  readonly looseValues: boolean;
  /** Ranges that were there before stay good. */
  readonly ranges: readonly string[];
}

function validateChange({ spec = {} }: NetworkPolicy, { spec: before = {} }: NetworkPolicy): FieldError[] {
  return validate(spec, {
    looseValues: validateLabelSelector(path('spec'), before.podSelector).length > 0,
    ranges: blocksOf(before).flatMap(({ block: { cidr = '', except = [] } }) => [cidr, ...except]),
  });
}

/** A rule of either direction. */
type Rule = Pick<Types['NetworkPolicyIngressRule'], 'ports' | 'from'> & Pick<Types['NetworkPolicyEgressRule'], 'to'>;

const rulesOf = (spec: NetworkPolicySpec, direction: 'ingress' | 'egress'): readonly Rule[] => spec[direction] ?? [];

function validate(spec: NetworkPolicySpec, leniency: Leniency): FieldError[] {
  const at = path('spec');
  return [
    ...validateLabelSelector(at.child('podSelector'), spec.podSelector, leniency),
    ...directions.flatMap(({ rules, peers }) =>
      rulesOf(spec, rules).flatMap((rule, position) => {
        const field = at.child(rules).index(position);
        return [
          ...(rule.ports ?? []).flatMap((port, i) => validatePort(port, field.child('ports').index(i))),
          ...(rule[peers] ?? []).flatMap((peer, i) => validatePeer(peer, field.child(peers).index(i), leniency)),
        ];
      }),
    ),
    ...validateType(spec.policyTypes ?? [], at.child('policyTypes')),
  ];
}

function validatePort({ protocol, port, endPort }: PolicyPort, at: FieldPath): FieldError[] {
  const known = ['TCP', 'UDP', 'SCTP'];
  const faults =
    protocol === undefined || known.includes(protocol)
      ? []
      : [fieldErrors.notSupported(at.child('protocol'), protocol, known)];
  const field = at.child('port');
  if (typeof port === 'number')
    return [...faults, ...validatePortNumber(field, port), ...validateEndPort(port, endPort, at)];
  if (endPort !== undefined) {
    const why = `may not be specified when \`port\` is ${port === undefined ? 'not specified' : 'non-numeric'}`;
    faults.push(fieldErrors.invalid(at.child('endPort'), endPort, why));
  }
  return port === undefined ? faults : [...faults, ...validateBy(field, port, portNameFaults)];
}

function validateEndPort(port: number, endPort: number | undefined, at: FieldPath): FieldError[] {
  if (endPort === undefined) return [];
  const field = at.child('endPort');
  return [
    // The message shows the port, not the end.
    ...(endPort < port ? [fieldErrors.invalid(field, port, 'must be greater than or equal to `port`')] : []),
    ...validatePortNumber(field, endPort),
  ];
}

function validatePeer(peer: Peer, at: FieldPath, leniency: Leniency): FieldError[] {
  const { podSelector, namespaceSelector, ipBlock } = peer;
  const faults = [
    ...validateLabelSelector(at.child('podSelector'), podSelector, leniency),
    ...validateLabelSelector(at.child('namespaceSelector'), namespaceSelector, leniency),
    ...(ipBlock === undefined ? [] : validateBlock(ipBlock, at.child('ipBlock'), leniency)),
  ];
  const isSelected = podSelector !== undefined || namespaceSelector !== undefined;
  if (ipBlock === undefined && !isSelected) faults.push(fieldErrors.required(at, 'must specify a peer'));
  if (ipBlock !== undefined && isSelected) {
    faults.push(fieldErrors.forbidden(at, 'may not specify both ipBlock and another peer'));
  }
  return faults;
}

function validateBlock({ cidr = '', except = [] }: IpBlock, at: FieldPath, { ranges }: Leniency): FieldError[] {
  if (cidr === '') return [fieldErrors.required(at.child('cidr'))];
  const faults = validateRange(at.child('cidr'), cidr, ranges);
  const range = parseRange(cidr);
  if (range === undefined) return faults;
  return [
    ...faults,
    ...except.flatMap((text, position) => {
      const field = at.child('except').index(position);
      const hole = parseRange(text);
      const own = validateRange(field, text, ranges);
      if (hole === undefined || isWithin(hole, range)) return own;
      return [...own, fieldErrors.invalid(field, text, 'must be a strict subset of `cidr`')];
    }),
  ];
}

function isWithin(inner: AddressRange, outer: AddressRange): boolean {
  if (inner.address.family !== outer.address.family || inner.bits <= outer.bits) return false;
  const beyond = BigInt((outer.address.family === 4 ? 32 : 128) - outer.bits);
  return inner.network >> beyond === outer.network >> beyond;
}

function validateType(types: readonly string[], at: FieldPath): FieldError[] {
  const known = ['Ingress', 'Egress'];
  if (types.length > known.length) {
    return [fieldErrors.invalid(at, types, 'may not specify more than two policyTypes')];
  }
  return types.flatMap((type, position) =>
    known.includes(type) ? [] : [fieldErrors.notSupported(at.index(position), type, known)],
  );
}

/** All ranges of addresses, and where they stand. */
function blocksOf(spec: NetworkPolicySpec): { block: IpBlock; at: FieldPath }[] {
  return directions.flatMap(({ rules, peers }) =>
    rulesOf(spec, rules).flatMap((rule, i) =>
      (rule[peers] ?? []).flatMap(({ ipBlock }, j) =>
        ipBlock === undefined
          ? []
          : [{ block: ipBlock, at: path('spec', rules).index(i).child(peers).index(j).child('ipBlock') }],
      ),
    ),
  );
}

function warnings({ spec = {} }: NetworkPolicy): string[] {
  return blocksOf(spec).flatMap(({ block: { cidr = '', except = [] }, at }) => [
    ...cidrWarnings(cidr, at.child('cidr')),
    ...except.flatMap((text, position) => cidrWarnings(text, at.child('except').index(position))),
  ]);
}

const strategy: BuiltinStrategy<NetworkPolicy> = {
  tracksGeneration: true,
  repeats: ['change'],
  countsEmptyLists: true,
  validateCreate: ({ spec = {} }) => validate(spec, { looseValues: false, ranges: [] }),
  validateUpdate: validateChange,
  warnings,
};

export const networkPolicies = builtin({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'NetworkPolicy',
  resource: 'networkpolicies',
  formerly: ['extensions/v1beta1'],
  shortNames: ['netpol'],
  namespaced: true,
  type: networkingV1.type('NetworkPolicy'),
  strategy,
  defaults: setDefaults,
  columns: [
    nameColumn,
    column('Pod-Selector', 'The labels of the pods it is for.', ({ spec }: NetworkPolicy) =>
      formatLabelSelector(spec?.podSelector ?? {}),
    ),
    ageColumn,
  ],
});
