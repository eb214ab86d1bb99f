/**
 * The flags of kube-apiserver 1.36, and what becomes of each here:
 * - `means`: it has a meaning here too;
 * - `quiet`: it changes nothing that clients of this server could notice;
 * - `note`: it would change something and does not: that is said at the start;
 * - `refuse`: to ignore it would let people in who must stay out, or would lose data.
 */
type Fate = 'means' | 'quiet' | 'note' | 'refuse';

interface UpstreamFlag {
  readonly fate: Fate;
  /** Stands alone: the next word is no value of it. */
  readonly isSwitch: boolean;
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const values: { readonly [fate in Fate]: readonly string[] } = {
  means: words(`
    admission-control-config-file advertise-address audit-log-batch-buffer-size audit-log-format audit-log-maxage
    audit-log-maxbackup audit-log-maxsize audit-log-mode audit-log-path audit-log-truncate-max-event-size
    audit-log-version audit-policy-file authorization-mode bind-address cert-dir client-ca-file disable-admission-plugins
    enable-admission-plugins encryption-provider-config etcd-cafile etcd-certfile etcd-keyfile etcd-prefix etcd-servers event-ttl
    feature-gates max-requests-inflight min-request-timeout request-timeout
    proxy-client-cert-file proxy-client-key-file requestheader-allowed-names requestheader-client-ca-file
    requestheader-extra-headers-prefix requestheader-group-headers requestheader-uid-headers
    requestheader-username-headers runtime-config secure-port service-account-issuer service-account-key-file
    service-account-signing-key-file service-cluster-ip-range tls-cert-file tls-private-key-file token-auth-file v`),
  quiet: words(`
    allow-metric-labels allow-metric-labels-manifest apiserver-count coordinated-leadership-lease-duration
    coordinated-leadership-renew-deadline coordinated-leadership-retry-period debug-socket-path
    default-watch-cache-size delete-collection-workers disabled-metrics endpoint-reconciler-type
    etcd-compaction-interval etcd-count-metric-poll-period etcd-db-metric-poll-interval
    etcd-healthcheck-timeout etcd-readycheck-timeout goaway-chance
    http2-max-streams-per-connection kubelet-certificate-authority kubelet-client-certificate kubelet-client-key
    kubelet-port kubelet-preferred-address-types kubelet-read-only-port kubelet-timeout kubernetes-service-node-port
    lease-reuse-duration-seconds livez-grace-period log-flush-frequency log-json-info-buffer-size
    log-text-info-buffer-size logging-format max-connection-bytes-per-sec max-mutating-requests-inflight
    peer-advertise-ip peer-advertise-port peer-ca-file
    service-account-jwks-uri service-account-max-token-expiration service-node-port-range
    show-hidden-metrics-for-version shutdown-delay-duration shutdown-watch-termination-grace-period storage-backend
    storage-initialization-timeout storage-media-type strict-transport-security-directives tls-cipher-suites
    tls-curve-preferences tls-min-version vmodule watch-cache-sizes`),
  note: words(`
    api-audiences audit-webhook-batch-initial-backoff
    audit-webhook-config-file audit-webhook-initial-backoff audit-webhook-mode audit-webhook-version
    authentication-config authentication-token-webhook-cache-ttl authentication-token-webhook-config-file
    authentication-token-webhook-version cors-allowed-origins egress-selector-config-file emulated-version
    external-hostname min-compatibility-version oidc-ca-file
    oidc-client-id oidc-groups-claim oidc-groups-prefix oidc-issuer-url oidc-required-claim oidc-signing-algs
    oidc-username-claim oidc-username-prefix service-account-signing-endpoint tls-sni-cert-key tracing-config-file`),
  refuse: words(`
    authorization-config authorization-policy-file authorization-webhook-cache-authorized-ttl
    authorization-webhook-cache-unauthorized-ttl authorization-webhook-config-file authorization-webhook-version
    etcd-servers-overrides`),
};

const switches: { readonly [fate in Fate]: readonly string[] } = {
  means: words('allow-privileged anonymous-auth audit-log-compress audit-log-truncate-enabled help version'),
  quiet: words(`
    aggregator-reject-forwarding-redirect
    audit-webhook-truncate-enabled contention-profiling disable-http2-serving enable-aggregator-routing
    enable-garbage-collector enable-logs-handler enable-priority-and-fairness
    encryption-provider-config-automatic-reload log-json-split-stream log-text-split-stream permit-address-sharing
    permit-port-sharing profiling service-account-extend-token-expiration service-account-lookup
    shutdown-send-retry-after watch-cache`),
  note: words('emulation-forward-compatible enable-bootstrap-token-auth runtime-config-emulation-forward-compatible'),
  refuse: [],
};

/** Several flags of one family say little of consequence; they are known by how they begin. */
const quietFamilies = ['audit-log-batch-', 'audit-log-truncate-', 'audit-webhook-batch-', 'audit-webhook-truncate-'];

const flags: ReadonlyMap<string, UpstreamFlag> = new Map<string, UpstreamFlag>(
  (['means', 'quiet', 'note', 'refuse'] as const).flatMap((fate) => [
    ...values[fate].map((name) => [name, { fate, isSwitch: false }] as const),
    ...switches[fate].map((name) => [name, { fate, isSwitch: true }] as const),
  ]),
);

function flagOf(name: string): UpstreamFlag | undefined {
  const isQuiet = quietFamilies.some((family) => name.startsWith(family));
  return flags.get(name) ?? (isQuiet ? { fate: 'quiet', isSwitch: false } : undefined);
}

/** Words that are no call of kube-apiserver. */
export class UpstreamFlagError extends Error {}

/** What was said, by flag; a flag that is said again adds to what was said before. */
export type SaidFlags = ReadonlyMap<string, readonly string[]>;

/** Reads words as upstream does: `--flag=value`, `--flag value`, `--switch`, `-v=4`. */
export function parseUpstreamFlags(args: readonly string[]): SaidFlags {
  const said = new Map<string, string[]>();
  for (let at = 0; at < args.length; at++) {
    const word = args[at] as string;
    const [, dashes = '', name = '', value] = /^(--?)([A-Za-z0-9_-]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === '')
      throw new UpstreamFlagError(`"kube-apiserver" does not take any arguments, got ${JSON.stringify(word)}`);
    const long = dashes === '-' && name === 'h' ? 'help' : name.replaceAll('_', '-');
    const flag = flagOf(long);
    if (flag === undefined) throw new UpstreamFlagError(`unknown flag: --${long}`);
    const text = value ?? (flag.isSwitch ? 'true' : args[++at]);
    if (text === undefined) throw new UpstreamFlagError(`flag needs an argument: --${long}`);
    said.set(long, [...(said.get(long) ?? []), text]);
  }
  return said;
}

export const fateOf = (name: string): Fate => flagOf(name)?.fate ?? 'note';

/** The names of a fate, for help. */
export const flagsOfFate = (fate: Fate): readonly string[] => [...values[fate], ...switches[fate]].sort();
