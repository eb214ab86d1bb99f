import { posix } from 'node:path';
import { isGate } from '#server';
import { fateOf, type SaidFlags, UpstreamFlagError } from './upstream-flags.ts';

/** A call of kube-apiserver as one of `pinnace serve`. */
export interface Translation {
  /** Options of `pinnace serve`, by name. */
  readonly flags: ReadonlyMap<string, string>;
  /** What was asked for and is not so, a sentence each. */
  readonly notes: readonly string[];
  readonly etcdServers: readonly string[];
}

/** What runs in envtest too. More than these would meddle with objects that tests make by themselves. */
const ENVTEST_CONTROLLERS = 'namespace,garbage-collector';

/** Upstream's own defaults, where ours are others. */
const upstreamDefaults: ReadonlyMap<string, string> = new Map([
  ['bind-address', '0.0.0.0'],
  ['port', '6443'],
  ['authorization-mode', 'AlwaysAllow'],
  ['allow-privileged', 'false'],
  ['service-cluster-ip-range', '10.0.0.0/24'],
]);

/** Under the same name, one or several values: these need no thought. */
const sameFlags = [
  ...['advertise-address', 'allow-privileged', 'anonymous-auth', 'bind-address', 'client-ca-file', 'event-ttl'],
  ...['max-requests-inflight', 'min-request-timeout', 'request-timeout', 'service-account-signing-key-file'],
  ...['tls-cert-file', 'tls-private-key-file', 'token-auth-file', 'admission-control-config-file'],
  ...['proxy-client-cert-file', 'proxy-client-key-file', 'requestheader-client-ca-file'],
  ...['audit-policy-file', 'audit-log-path', 'audit-log-format', 'audit-log-mode', 'audit-log-version'],
  ...['audit-log-maxage', 'audit-log-maxbackup', 'audit-log-maxsize', 'audit-log-compress'],
  ...['audit-log-batch-buffer-size', 'audit-log-truncate-enabled', 'audit-log-truncate-max-event-size'],
];
const sameLists = [
  ...['disable-admission-plugins', 'enable-admission-plugins', 'service-account-key-file'],
  ...['requestheader-allowed-names', 'requestheader-username-headers', 'requestheader-uid-headers'],
  ...['requestheader-group-headers', 'requestheader-extra-headers-prefix'],
];

/** The modes that are served here too; Node stands for rights that no node here could use. */
const modes: { readonly [mode: string]: string | undefined } = {
  RBAC: 'RBAC',
  AlwaysAllow: 'AlwaysAllow',
  AlwaysDeny: 'AlwaysDeny',
  Node: undefined,
};

/** Plugins of upstream's that are not here, and whose absence is told. k8s: kubeapiserver/options/plugins.go */
const absentPlugins = [
  ...['AlwaysAdmit', 'AlwaysDeny', 'AlwaysPullImages', 'EventRateLimit', 'ExtendedResourceToleration'],
  ...['ImagePolicyWebhook', 'LimitPodHardAntiAffinityTopology', 'NamespaceAutoProvision', 'NamespaceExists'],
  ...['NodeRestriction', 'NodeDeclaredFeatureValidator', 'PodNodeSelector', 'PodTolerationRestriction'],
  ...['SecurityContextDeny', 'JobValidation', 'AllocationGuard'],
];

/** Throws an `UpstreamFlagError` where a flag may not be ignored. */
export function translateFlags(said: SaidFlags, environment: NodeJS.ProcessEnv): Translation {
  const flags = new Map(upstreamDefaults);
  const notes: string[] = [];
  const last = (name: string): string | undefined => said.get(name)?.at(-1);
  for (const [name, texts] of said) refuseOrNote(name, texts, notes);
  for (const name of sameFlags) setIfSaid(flags, name, last(name));
  for (const name of sameLists) setIfSaid(flags, name, said.get(name)?.join(','));
  setIfSaid(flags, 'port', last('secure-port'));
  setIfSaid(flags, 'authorization-mode', said.has('authorization-mode') ? knownModes(said, notes) : undefined);
  setIfSaid(flags, 'runtime-config', said.get('runtime-config')?.map(withValues).join(','));
  setIfSaid(flags, 'feature-gates', knownGates(said, notes));
  setIfSaid(flags, 'service-account-issuer', firstIssuer(said, notes));
  setIfSaid(flags, 'service-cluster-ip-range', ipv4Range(last('service-cluster-ip-range'), notes));
  setIfSaid(flags, 'log-level', logLevel(last('v')));
  for (const name of ['enable-admission-plugins', 'disable-admission-plugins']) dropAbsentPlugins(flags, name, notes);
  flags.set('controllers', controllersOf(environment.PINNACE_ENVTEST_CONTROLLERS));
  flags.set('ephemeral', 'true');
  flags.set('admin-access', 'false');
  flags.set('console', 'false');
  return { flags, notes, etcdServers: (said.get('etcd-servers') ?? []).flatMap((text) => text.split(',')) };
}

/** The same call where objects lie in a real etcd. Nothing but the server's own papers lies in the folder. */
export function onEtcd({ flags, etcdServers }: Translation, said: SaidFlags, folder: string): Map<string, string> {
  const { ephemeral: _, ...kept } = Object.fromEntries(flags);
  const onDisk = new Map(Object.entries(kept));
  setIfSaid(onDisk, 'etcd-prefix', rooted(said.get('etcd-prefix')?.at(-1)));
  const ofStore = ['etcd-cafile', 'etcd-certfile', 'etcd-keyfile', 'encryption-provider-config'];
  for (const name of ofStore) setIfSaid(onDisk, name, said.get(name)?.at(-1));
  return onDisk.set('etcd-servers', etcdServers.join(',')).set('data-dir', folder);
}

/** Upstream joins the prefix to `/`: a slash before it or behind it changes nothing. k8s: apiserver/pkg/storage/etcd3/store.go */
function rooted(prefix: string | undefined): string | undefined {
  return prefix && posix.join('/', prefix).replace(/(?<=.)\/$/, '');
}

function setIfSaid(flags: Map<string, string>, name: string, text: string | undefined): void {
  if (text !== undefined && text !== '') flags.set(name, text);
}

function refuseOrNote(name: string, texts: readonly string[], notes: string[]): void {
  const fate = fateOf(name);
  const isEmpty = texts.every((text) => text === '' || text === 'false');
  if (isEmpty || fate === 'means' || fate === 'quiet') return;
  if (fate === 'refuse') throw new UpstreamFlagError(`--${name}: Pinnace does not have it, and may not leave it out`);
  notes.push(`--${name} has no effect in Pinnace`);
}

function knownModes(said: SaidFlags, notes: string[]): string {
  const wanted = (said.get('authorization-mode') ?? []).flatMap((text) => text.split(','));
  const found = wanted.flatMap((mode) => {
    if (!Object.hasOwn(modes, mode))
      throw new UpstreamFlagError(
        `--authorization-mode: Pinnace has no ${mode}; it has RBAC, AlwaysAllow and AlwaysDeny`,
      );
    if (modes[mode] === undefined) notes.push(`--authorization-mode: ${mode} has no effect in Pinnace`);
    return modes[mode] ?? [];
  });
  return found.length === 0 ? 'AlwaysDeny' : found.join(',');
}

/** Most gates of upstream's lead to nothing here. */
function knownGates(said: SaidFlags, notes: string[]): string | undefined {
  const pairs = (said.get('feature-gates') ?? []).flatMap((text) => text.split(',')).filter((pair) => pair !== '');
  const isKnown = (pair: string): boolean => isGate(pair.split('=', 1)[0] as string);
  for (const pair of pairs) if (!isKnown(pair)) notes.push(`--feature-gates: ${pair} has no effect in Pinnace`);
  return pairs.filter(isKnown).join(',');
}

/** `apis/example` alone means that it is on. */
function withValues(text: string): string {
  return text
    .split(',')
    .map((pair) => (pair === '' || pair.includes('=') ? pair : `${pair}=true`))
    .join(',');
}

function firstIssuer(said: SaidFlags, notes: string[]): string | undefined {
  const [first, ...others] = said.get('service-account-issuer') ?? [];
  if (others.length > 0) notes.push(`--service-account-issuer: only the first one, ${first}, is known to Pinnace`);
  return first;
}

function ipv4Range(text: string | undefined, notes: string[]): string | undefined {
  const [first, ...others] = (text ?? '').split(',');
  if (others.length > 0) notes.push(`--service-cluster-ip-range: only ${first} is used`);
  return first;
}

/** From 2 on upstream tells of its work, from 6 on of every request. */
function logLevel(verbosity: string | undefined): string | undefined {
  const number = Number(verbosity ?? '0');
  return number >= 6 ? 'debug' : number >= 2 ? 'info' : undefined;
}

function dropAbsentPlugins(flags: Map<string, string>, name: string, notes: string[]): void {
  const wanted = flags.get(name)?.split(',') ?? [];
  const kept = wanted.filter((plugin) => !absentPlugins.includes(plugin));
  if (kept.length === wanted.length) return;
  if (name.startsWith('enable'))
    notes.push(`--${name}: Pinnace has no ${wanted.filter((plugin) => !kept.includes(plugin)).join(', ')}`);
  flags.set(name, kept.join(','));
}

/** `none` is exactly envtest: nothing runs that kube-apiserver does not have. */
function controllersOf(wanted: string | undefined): string {
  if (wanted === undefined || wanted === '') return ENVTEST_CONTROLLERS;
  return wanted === 'none' ? '' : wanted;
}
