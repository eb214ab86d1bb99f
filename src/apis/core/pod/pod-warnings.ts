import { dns1123LabelFaults, type FieldPath, goQuote, ipWarnings, type ObjectMeta, parseQuantity, path } from '#meta';
import type { Container, ContainerPort, Pod, PodAffinity, PodSpec, PodTemplateSpec } from '../v1/types.gen.ts';
import { containersAt } from './annotation-validation.ts';
import { labelDeprecation, nodeSelectorWarnings } from './node-label-warnings.ts';
import { overlapWarnings } from './overlap-warnings.ts';
import { amountOf } from './resource-list.ts';
import type { ResourceList } from './selector-and-amounts.ts';

/** Texts for the `Warning` header about a new pod. */
export function podWarnings({ metadata, spec = {} }: Pod): string[] {
  const name = dns1123LabelFaults(metadata.name ?? '');
  const hostname =
    "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended:";
  return [
    ...(name.length === 0 ? [] : [`${hostname} [${name.join(' ')}]`]),
    ...specWarnings(spec, metadata, { metadata: path('metadata'), spec: path('spec') }),
  ];
}

/** The same about the template of pods in another object; `field` is the path of the template. */
export function podTemplateWarnings({ metadata = {}, spec = {} }: PodTemplateSpec, field: FieldPath): string[] {
  const appArmor = 'deprecated since v1.30; use the "appArmorProfile" field instead';
  const places = { metadata: field.child('metadata'), spec: field.child('spec') };
  const annotated = containersAt(spec, places.spec).flatMap(([{ name, securityContext }]) => {
    const key = `container.apparmor.security.beta.kubernetes.io/${name}`;
    const told = metadata.annotations?.[key] !== undefined && securityContext?.appArmorProfile === undefined;
    return told ? [`${places.metadata.child('annotations').key(key)}: ${appArmor}`] : [];
  });
  return [...specWarnings(spec, metadata, places), ...annotated];
}

interface Places {
  readonly metadata: FieldPath;
  readonly spec: FieldPath;
}

function specWarnings(spec: PodSpec, metadata: ObjectMeta, places: Places): string[] {
  const field = places.spec;
  return [
    ...nodeSelectorWarnings(spec, field),
    ...spreadWarnings(spec, field.child('topologySpreadConstraints')),
    ...annotationWarnings(metadata, places.metadata.child('annotations')),
    ...volumeWarnings(spec, field.child('volumes')),
    ...ephemeralVolumeWarnings(spec, field.child('volumes')),
    ...overlapWarnings(spec.volumes ?? []),
    ...repeatedWarnings(spec.hostAliases, field.child('hostAliases'), 'ip'),
    ...repeatedWarnings(spec.imagePullSecrets, field.child('imagePullSecrets'), 'name'),
    ...(spec.imagePullSecrets ?? []).flatMap(({ name }, at) =>
      name ? [] : [`${field.child('imagePullSecrets').index(at).child('name')}: invalid empty name ""`],
    ),
    ...repeatedWarnings(spec.volumes, field.child('volumes'), 'name'),
    ...byteResources.flatMap((name) => fractionWarnings(spec.overhead, name, field.child('overhead'))),
    ...containersAt(spec, field).flatMap(([container, at]) => containerWarnings(container, at)),
    ...portWarnings(spec, field),
    ...((spec.terminationGracePeriodSeconds ?? 0) < 0
      ? [
          `${field.child('terminationGracePeriodSeconds')}: must be >= 0; negative values are invalid and will be treated as 1`,
        ]
      : []),
    ...affinityWarnings(spec.affinity?.podAffinity, field.child('affinity', 'podAffinity')),
    ...affinityWarnings(spec.affinity?.podAntiAffinity, field.child('affinity', 'podAntiAffinity')),
    ...(spec.dnsConfig?.nameservers ?? []).flatMap((address, at) =>
      ipWarnings(address, field.child('dnsConfig', 'nameservers').index(at)),
    ),
    ...(spec.hostAliases ?? []).flatMap(({ ip = '' }, at) =>
      ipWarnings(ip, field.child('hostAliases').index(at).child('ip')),
    ),
  ];
}

const matchesNothing = (field: FieldPath): string => `${field}: a null labelSelector results in matching no pod`;

function spreadWarnings({ topologySpreadConstraints = [] }: PodSpec, field: FieldPath): string[] {
  return topologySpreadConstraints.flatMap(({ topologyKey = '', labelSelector }, at) => {
    const deprecated = labelDeprecation(topologyKey);
    const key = field.index(at).child('topologyKey');
    return [
      ...(deprecated === undefined ? [] : [`${key}: ${topologyKey} is ${deprecated}`]),
      ...(labelSelector === undefined ? [matchesNothing(field.index(at).child('labelSelector'))] : []),
    ];
  });
}

function affinityWarnings(affinity: PodAffinity | undefined, field: FieldPath): string[] {
  const required = field.child('requiredDuringSchedulingIgnoredDuringExecution');
  const preferred = field.child('preferredDuringSchedulingIgnoredDuringExecution');
  return [
    ...(affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({ labelSelector }, at) =>
      labelSelector === undefined ? [matchesNothing(required.index(at).child('labelSelector'))] : [],
    ),
    ...(affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).flatMap(({ podAffinityTerm }, at) =>
      podAffinityTerm?.labelSelector === undefined
        ? [matchesNothing(preferred.index(at).child('podAffinityTerm', 'labelSelector'))]
        : [],
    ),
  ];
}

const SECCOMP = 'non-functional in v1.27+; use the "seccompProfile" field instead';
const SYSCTLS = 'non-functional in v1.11+; use the "sysctls" field instead';
const oldAnnotations: readonly { readonly key: RegExp; readonly why: string }[] = [
  {
    key: /^scheduler\.alpha\.kubernetes\.io\/critical-pod$/,
    why: 'non-functional in v1.16+; use the "priorityClassName" field instead',
  },
  { key: /^security\.alpha\.kubernetes\.io\/sysctls$/, why: SYSCTLS },
  { key: /^security\.alpha\.kubernetes\.io\/unsafe-sysctls$/, why: SYSCTLS },
  { key: /^seccomp\.security\.alpha\.kubernetes\.io\/pod$/, why: SECCOMP },
  { key: /^container\.seccomp\.security\.alpha\.kubernetes\.io\//, why: SECCOMP },
];

function annotationWarnings({ annotations = {} }: ObjectMeta, field: FieldPath): string[] {
  return oldAnnotations.flatMap(({ key, why }) => {
    const found = Object.keys(annotations).find((name) => key.test(name));
    return found === undefined ? [] : [`${field.key(found)}: ${why}`];
  });
}

const oldSources = [
  ['photonPersistentDisk', 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', 'deprecated in v1.11, and disabled by default in v1.33+'],
  ['scaleIO', 'deprecated in v1.16, non-functional in v1.22+'],
  ['flocker', 'deprecated in v1.22, non-functional in v1.25+'],
  ['storageOS', 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', 'deprecated in v1.28, non-functional in v1.31+'],
] as const;

function volumeWarnings({ volumes = [] }: PodSpec, field: FieldPath): string[] {
  return volumes.flatMap((volume, at) =>
    oldSources.flatMap(([source, why]) =>
      volume[source === 'storageOS' ? 'storageos' : source] === undefined
        ? []
        : [`${field.index(at).child(source)}: ${why}`],
    ),
  );
}

function repeatedWarnings<Key extends string>(
  list: readonly { readonly [key in Key]?: string }[] | undefined,
  field: FieldPath,
  key: Key,
): string[] {
  const seen = new Set<string>();
  return (list ?? []).flatMap((item, at) => {
    const value = item[key] ?? '';
    if (seen.has(value)) return [`${field.index(at).child(key)}: duplicate ${key} ${goQuote(value)}`];
    seen.add(value);
    return [];
  });
}

const byteResources = ['memory', 'ephemeral-storage'] as const;

/** Bytes do not come in parts. */
export function fractionWarnings(list: ResourceList | undefined, name: string, field: FieldPath): string[] {
  const amount = list === undefined ? undefined : amountOf(list, name);
  if (amount === undefined || parseQuantity(amount).milliValue() % 1000n === 0n) return [];
  return [`${field.key(name)}: fractional byte value ${goQuote(amount)} is invalid, must be an integer`];
}

function ephemeralVolumeWarnings({ volumes = [] }: PodSpec, field: FieldPath): string[] {
  return volumes.flatMap(({ ephemeral }, at) => {
    const resources = ephemeral?.volumeClaimTemplate?.spec?.resources;
    const place = field.index(at).child('ephemeral', 'volumeClaimTemplate', 'spec', 'resources');
    return (['requests', 'limits'] as const).flatMap((list) =>
      fractionWarnings(resources?.[list], 'storage', place.child(list)),
    );
  });
}

function containerWarnings({ resources, env = [] }: Container, field: FieldPath): string[] {
  const fractional = byteResources.flatMap((name) =>
    (['limits', 'requests'] as const).flatMap((list) =>
      fractionWarnings(resources?.[list], name, field.child('resources', list)),
    ),
  );
  const names = new Set<string>();
  const hidden = env.flatMap(({ name = '', value = '', valueFrom }, at) => {
    const before = names.has(name);
    names.add(name);
    const reference = `$(${name})`;
    // A variable may build on its earlier value.
    if (!before || (valueFrom === undefined && value !== reference && value.includes(reference))) return [];
    const why = `hides previous definition of ${goQuote(name)}, which may be dropped when using apply`;
    return [`${field.child('env').index(at)}: ${why}`];
  });
  return [...fractional, ...hidden];
}

interface PlacedPort {
  readonly port: ContainerPort;
  readonly field: FieldPath;
}

function portWarnings(spec: PodSpec, field: FieldPath): string[] {
  const ports: PlacedPort[] = containersAt(spec, field).flatMap(([container, at]) =>
    (container.ports ?? []).map((port, index) => ({ port, field: at.child('ports').index(index) })),
  );
  const earlier = new Map<string, PlacedPort[]>();
  const own = ports.flatMap((placed) => {
    const { containerPort, protocol } = placed.port;
    const alike = earlier.get(`${containerPort}/${protocol}`) ?? [];
    earlier.set(`${containerPort}/${protocol}`, alike);
    const warnings = [...idleAddressWarnings(placed), ...sharingWarnings(placed, alike)];
    alike.push(placed);
    return warnings;
  });
  return [...own, ...namedTwice(ports)];
}

/** As many as could fit into headers: there may be thousands of the same port. */
const MOST_SHARING = 50;

function sharingWarnings(placed: PlacedPort, earlier: readonly PlacedPort[]): string[] {
  return earlier.slice(0, MOST_SHARING).flatMap((other) => {
    const how = sharedPort(placed.port, other.port);
    return how === undefined ? [] : [`${placed.field}: ${how} port definition with ${other.field}`];
  });
}

/** The port is shown as Go shows a struct. */
function idleAddressWarnings({ port, field }: PlacedPort): string[] {
  const { name = '', hostPort = 0, containerPort = 0, protocol = '', hostIP = '' } = port;
  if (hostIP === '' || hostPort !== 0) return [];
  const shown = `{Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
  return [`${field}: hostIP set without hostPort: ${shown}`];
}

function sharedPort(port: ContainerPort, other: ContainerPort): string | undefined {
  if (port.containerPort !== other.containerPort || port.protocol !== other.protocol) return undefined;
  const [ip, otherIp] = [port.hostIP ?? '', other.hostIP ?? ''];
  const [host, otherHost] = [port.hostPort ?? 0, other.hostPort ?? 0];
  if (ip === otherIp && host === otherHost) return 'duplicate';
  if (host === 0 || otherHost === 0) return 'overlapping';
  return host === otherHost && (ip === '') !== (otherIp === '') ? 'dangerously ambiguous' : undefined;
}

function namedTwice(ports: readonly PlacedPort[]): string[] {
  const first = new Map<string, FieldPath>();
  return ports.flatMap(({ port: { name }, field }) => {
    if (!name) return [];
    const other = first.get(name);
    if (other === undefined) {
      first.set(name, field.child('name'));
      return [];
    }
    const what = `duplicate port name ${goQuote(name)} with ${other}, services and probes that select ports by name will use ${other}`;
    return [`${field.child('name')}: ${what}`];
  });
}
