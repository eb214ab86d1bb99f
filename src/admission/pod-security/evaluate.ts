import * as baseline from './baseline.ts';
import type { Check, CheckedPod, Fault } from './fault.ts';
import type { Standard } from './policy.ts';
import * as restricted from './restricted.ts';

/** A check in the form that it has since a minor release. */
interface Since {
  readonly minor: number;
  readonly check: Check;
}

interface Rule {
  /** Kubernetes' own name for it: faults are told in the order of these names, those of the baseline first. */
  readonly id: string;
  readonly versions: readonly Since[];
  /** The rule of the baseline that this one includes. */
  readonly includes?: string;
}

const always = (check: Check): readonly Since[] => [{ minor: 0, check }];

const seLinuxTypes = ['container_t', 'container_init_t', 'container_kvm_t'];
const sysctls = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];
const sysctlsSince27 = [...sysctls, 'net.ipv4.ip_local_reserved_ports'];
const sysctlsSince29 = [
  ...sysctlsSince27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];
const sysctlsSince32 = [...sysctlsSince29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];

const baselineRules: readonly Rule[] = [
  { id: 'appArmorProfile', versions: always(baseline.appArmorProfile) },
  { id: 'capabilities_baseline', versions: always(baseline.capabilities) },
  { id: 'hostNamespaces', versions: always(baseline.hostNamespaces) },
  { id: 'hostPathVolumes', versions: always(baseline.hostPathVolumes) },
  { id: 'hostPorts', versions: always(baseline.hostPorts) },
  { id: 'hostProbesAndHostLifecycle', versions: [{ minor: 34, check: baseline.hostProbes }] },
  { id: 'privileged', versions: always(baseline.privileged) },
  {
    id: 'procMount',
    versions: [
      { minor: 0, check: baseline.procMount },
      { minor: 35, check: baseline.unlessOwnUsers(baseline.procMount) },
    ],
  },
  {
    id: 'seLinuxOptions',
    versions: [
      { minor: 0, check: baseline.seLinuxOptions(seLinuxTypes) },
      { minor: 31, check: baseline.seLinuxOptions([...seLinuxTypes, 'container_engine_t']) },
    ],
  },
  {
    id: 'seccompProfile_baseline',
    versions: [
      { minor: 0, check: baseline.seccompAnnotations },
      { minor: 19, check: baseline.seccompProfile },
    ],
  },
  {
    id: 'sysctls',
    versions: [
      { minor: 0, check: baseline.sysctls(sysctls) },
      { minor: 27, check: baseline.sysctls(sysctlsSince27) },
      { minor: 29, check: baseline.sysctls(sysctlsSince29) },
      { minor: 32, check: baseline.sysctls(sysctlsSince32) },
    ],
  },
  { id: 'windowsHostProcess', versions: always(baseline.windowsHostProcess) },
];

const restrictedRules: readonly Rule[] = [
  {
    id: 'allowPrivilegeEscalation',
    versions: [
      { minor: 8, check: restricted.allowPrivilegeEscalation },
      { minor: 25, check: restricted.unlessWindows(restricted.allowPrivilegeEscalation) },
    ],
  },
  {
    id: 'capabilities_restricted',
    includes: 'capabilities_baseline',
    versions: [
      { minor: 22, check: restricted.droppedCapabilities },
      { minor: 25, check: restricted.unlessWindows(restricted.droppedCapabilities) },
    ],
  },
  { id: 'procMount_restricted', includes: 'procMount', versions: [{ minor: 35, check: baseline.procMount }] },
  { id: 'restrictedVolumes', includes: 'hostPathVolumes', versions: always(restricted.restrictedVolumes) },
  {
    id: 'runAsNonRoot',
    versions: [
      { minor: 0, check: restricted.runAsNonRoot },
      { minor: 35, check: baseline.unlessOwnUsers(restricted.runAsNonRoot) },
    ],
  },
  {
    id: 'runAsUser',
    versions: [
      { minor: 23, check: restricted.runAsUser },
      { minor: 35, check: baseline.unlessOwnUsers(restricted.runAsUser) },
    ],
  },
  {
    id: 'seccompProfile_restricted',
    includes: 'seccompProfile_baseline',
    versions: [
      { minor: 19, check: restricted.requiredSeccompProfile },
      { minor: 25, check: restricted.unlessWindows(restricted.requiredSeccompProfile) },
    ],
  },
];

/** Everything that keeps a pod from meeting a standard. */
export function faultsIn(subject: CheckedPod, standard: Standard): readonly Fault[] {
  return checksOf(standard)
    .map((check) => check(subject))
    .filter((fault) => fault !== undefined);
}

function checksOf({ level, version }: Standard): readonly Check[] {
  if (level === 'privileged') return [];
  const own = level === 'restricted' ? inVersion(restrictedRules, version) : [];
  const included = new Set(own.map(({ rule }) => rule.includes));
  const general = inVersion(baselineRules, version).filter(({ rule }) => !included.has(rule.id));
  return [...general, ...own].map(({ check }) => check);
}

function inVersion(
  rules: readonly Rule[],
  version: Standard['version'],
): readonly { readonly rule: Rule; readonly check: Check }[] {
  return rules.flatMap((rule) => {
    const check = rule.versions.findLast(({ minor }) => version === 'latest' || minor <= version)?.check;
    return check === undefined ? [] : [{ rule, check }];
  });
}

/** `privileged, hostPort`: in words alone. */
export function reasonsOf(faults: readonly Fault[]): string {
  return faults.map(({ reason }) => reason).join(', ');
}

/** `privileged (container "a" must not …), hostPort (…)` */
export function detailsOf(faults: readonly Fault[]): string {
  return faults.map(({ reason, detail }) => (detail === '' ? reason : `${reason} (${detail})`)).join(', ');
}
