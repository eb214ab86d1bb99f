import { goQuote } from '#meta';
import type { Handler, SharedSecurityContext } from '../objects.ts';
import {
  type Check,
  type CheckedPod,
  containersOf,
  distinct,
  type Fault,
  named,
  namesWhere,
  plural,
  quoted,
  setters,
  uses,
} from './fault.ts';

/** What even the middle level asks of a pod: nothing that gives it the node. */

const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const goodAppArmor = new Set(['RuntimeDefault', 'Localhost']);

export const appArmorProfile: Check = (subject) => {
  const bad = ({ appArmorProfile: profile }: SharedSecurityContext = {}) =>
    profile !== undefined && !goodAppArmor.has(profile.type ?? '');
  const { pod, containers, contexts } = badContexts(subject, bad);
  const annotations = Object.entries(subject.metadata.annotations ?? {})
    .filter(([key, value]) => key.startsWith(APPARMOR) && !isGoodAnnotation(value))
    .map(([key, value]) => `${key}=${goQuote(value)}`)
    .sort();
  const values = [...distinct(contexts.map((context) => context.appArmorProfile?.type ?? '')), ...annotations];
  const who = [
    ...setters(pod, containers),
    ...(annotations.length > 0 ? [plural('annotation', annotations.length)] : []),
  ];
  if (who.length === 0) return undefined;
  return {
    reason: plural('forbidden AppArmor profile', values.length),
    detail: `${who.join(' and ')} must not set AppArmor profile type to ${quoted(values)}`,
  };
};

function isGoodAnnotation(value: string): boolean {
  return value === '' || value === 'runtime/default' || value.startsWith('localhost/');
}

interface BadContexts {
  readonly pod: boolean;
  readonly containers: readonly string[];
  readonly contexts: readonly SharedSecurityContext[];
}

/** Who has a security context that is bad in some way, and these contexts. */
export function badContexts({ spec }: CheckedPod, bad: (context?: SharedSecurityContext) => boolean): BadContexts {
  const pod = bad(spec.securityContext);
  const containers = containersOf(spec).filter(({ securityContext }) => bad(securityContext));
  const contexts = [...(pod ? [spec.securityContext] : []), ...containers.map((one) => one.securityContext)];
  return {
    pod,
    containers: containers.map(({ name = '' }) => name),
    contexts: contexts.filter((context) => context !== undefined),
  };
}

const defaultCapabilities = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

export const capabilities: Check = (subject) => {
  const detail = forbiddenCapabilities(subject, defaultCapabilities);
  return detail === undefined ? undefined : { reason: 'non-default capabilities', detail };
};

export function forbiddenCapabilities(subject: CheckedPod, allowed: ReadonlySet<string>): string | undefined {
  const added = containersOf(subject.spec).flatMap(({ securityContext }) => securityContext?.capabilities?.add ?? []);
  const forbidden = distinct(added.filter((capability) => !allowed.has(capability)));
  if (forbidden.length === 0) return undefined;
  const bad = namesWhere(subject, ({ securityContext }) =>
    (securityContext?.capabilities?.add ?? []).some((capability) => !allowed.has(capability)),
  );
  return `${named('container', bad)} must not include ${quoted(forbidden)} in securityContext.capabilities.add`;
}

export const hostNamespaces: Check = ({ spec }) => {
  const shared = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((field) => spec[field] === true);
  if (shared.length === 0) return undefined;
  return { reason: 'host namespaces', detail: shared.map((field) => `${field}=true`).join(', ') };
};

export const hostPathVolumes: Check = ({ spec }) => {
  const names = (spec.volumes ?? []).filter((one) => Object.hasOwn(one, 'hostPath')).map(({ name = '' }) => name);
  return names.length === 0 ? undefined : { reason: 'hostPath volumes', detail: named('volume', names) };
};

export const hostPorts: Check = (subject) => {
  const bad = namesWhere(subject, ({ ports = [] }) => ports.some(({ hostPort = 0 }) => hostPort !== 0));
  if (bad.length === 0) return undefined;
  const all = containersOf(subject.spec).flatMap(({ ports = [] }) => ports.map(({ hostPort = 0 }) => hostPort));
  const ports = distinct(all.filter((port) => port !== 0).map(String));
  const detail = `${named('container', bad)} ${uses(bad.length)} ${plural('hostPort', ports.length)} ${ports.join(', ')}`;
  return { reason: 'hostPort', detail };
};

export const hostProbes: Check = ({ spec }) => {
  const found = containersOf(spec).flatMap((container) => {
    const { livenessProbe, readinessProbe, startupProbe, lifecycle, name = '' } = container;
    const handlers = [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop];
    return handlers.flatMap(hostsOf).map((host) => ({ name, host }));
  });
  if (found.length === 0) return undefined;
  const names = distinct(found.map(({ name }) => name));
  const hosts = distinct(found.map(({ host }) => host));
  const what = named('probe or lifecycle host', hosts);
  return { reason: 'probe or lifecycle host', detail: `${named('container', names)} ${uses(names.length)} ${what}` };
};

function hostsOf({ httpGet, tcpSocket }: Handler = {}): string[] {
  return [httpGet?.host ?? '', tcpSocket?.host ?? ''].filter((host) => host !== '');
}

export const privileged: Check = (subject) => {
  const bad = namesWhere(subject, ({ securityContext }) => securityContext?.privileged === true);
  if (bad.length === 0) return undefined;
  return { reason: 'privileged', detail: `${named('container', bad)} must not set securityContext.privileged=true` };
};

export const procMount: Check = (subject) => {
  const mountOf = (container: { securityContext?: { procMount?: string } }) => container.securityContext?.procMount;
  const bad = namesWhere(subject, (container) => (mountOf(container) ?? 'Default') !== 'Default');
  if (bad.length === 0) return undefined;
  const types = distinct(containersOf(subject.spec).map((one) => mountOf(one) ?? 'Default'));
  const forbidden = types.filter((type) => type !== 'Default');
  const detail = `${named('container', bad)} must not set securityContext.procMount to ${quoted(forbidden)}`;
  return { reason: 'procMount', detail };
};

/** Checks that make no sense for a pod whose users are not those of the node. */
export function unlessOwnUsers(check: Check): Check {
  return (subject) => (subject.spec.hostUsers === false ? undefined : check(subject));
}

export function seLinuxOptions(allowed: readonly string[]): Check {
  const isGood = (type: string): boolean => type === '' || allowed.includes(type);
  return (subject) => {
    const { pod, containers, contexts } = badContexts(subject, ({ seLinuxOptions: options } = {}) =>
      options === undefined ? false : !isGood(options.type ?? '') || !!options.user || !!options.role,
    );
    const who = setters(pod, containers);
    if (who.length === 0) return undefined;
    const options = contexts.map((context) => context.seLinuxOptions ?? {});
    const types = distinct(options.map(({ type = '' }) => type).filter((type) => !isGood(type)));
    const what = [
      ...(types.length > 0 ? [named('type', types)] : []),
      ...(options.some(({ user }) => user) ? ['user may not be set'] : []),
      ...(options.some(({ role }) => role) ? ['role may not be set'] : []),
    ];
    const detail = `${who.join(' and ')} set forbidden securityContext.seLinuxOptions: ${what.join('; ')}`;
    return { reason: 'seLinuxOptions', detail };
  };
}

const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';

/** As it was said before there were fields for it. */
export const seccompAnnotations: Check = ({ metadata, spec }) => {
  const { annotations = {} } = metadata;
  const keys = [SECCOMP_POD, ...containersOf(spec).map(({ name = '' }) => SECCOMP_CONTAINER + name)];
  const bad = keys.filter((key) => Object.hasOwn(annotations, key) && !isGoodSeccomp(annotations[key] ?? ''));
  const forbidden = distinct(bad.map((key) => `${key}=${goQuote(annotations[key] ?? '')}`));
  if (forbidden.length === 0) return undefined;
  const detail = `forbidden ${plural('annotation', forbidden.length)} ${forbidden.join(', ')}`;
  return { reason: 'seccompProfile', detail };
};

function isGoodSeccomp(value: string): boolean {
  return value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/');
}

export const seccompProfile: Check = (subject) => {
  const bad = ({ seccompProfile: profile }: SharedSecurityContext = {}) =>
    profile !== undefined && profile.type !== 'RuntimeDefault' && profile.type !== 'Localhost';
  const { pod, containers, contexts } = badContexts(subject, bad);
  const who = setters(pod, containers);
  if (who.length === 0) return undefined;
  const types = distinct(contexts.map((context) => context.seccompProfile?.type ?? ''));
  const detail = `${who.join(' and ')} must not set securityContext.seccompProfile.type to ${quoted(types)}`;
  return { reason: 'seccompProfile', detail };
};

export function sysctls(allowed: readonly string[]): Check {
  return ({ spec }): Fault | undefined => {
    const names = (spec.securityContext?.sysctls ?? []).map(({ name = '' }) => name);
    const forbidden = names.filter((name) => !allowed.includes(name));
    return forbidden.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: forbidden.join(', ') };
  };
}

export const windowsHostProcess: Check = (subject) => {
  const { pod, containers } = badContexts(subject, (context) => context?.windowsOptions?.hostProcess === true);
  const who = setters(pod, containers);
  if (who.length === 0) return undefined;
  const detail = `${who.join(' and ')} must not set securityContext.windowsOptions.hostProcess=true`;
  return { reason: 'hostProcess', detail };
};
