import {
  addressType,
  choiceType,
  cidrType,
  durationType,
  integerType,
  listType,
  type OptionType,
  pairsType,
  switchType,
  textType,
} from './option-types.ts';

export interface OptionSpec<T> {
  readonly type: OptionType<T>;
  readonly default: T;
  readonly group: 'Where' | 'Data' | 'Requests' | 'Behaviour' | 'Audit' | 'Diagnosis';
  readonly help: string;
  /** Another name of the flag, for hands used to other servers. */
  readonly alias?: string;
  /** One letter: `v` for `-v`. */
  readonly short?: string;
}

const option = <T>(spec: OptionSpec<T>): OptionSpec<T> => spec;
const NO_FILE = '';
const NO_ADDRESS = '';
const NO_NAME = '';
const fileType = textType('file', 'the path of a file');

/**
 * Everything that can be set, once. Flags (`--data-dir`), environment (`PINNACE_DATA_DIR`), the keys of the config file
 * (`data-dir`), `--help` and docs/reference/options.md are made from this table.
 */
export const optionTable = {
  bindAddress: option({
    type: addressType,
    default: '127.0.0.1',
    group: 'Where',
    alias: 'host',
    help: 'Address to listen on. Only this machine can reach the default.',
  }),
  port: option({
    type: integerType(0, 65_535),
    default: 6443,
    group: 'Where',
    help: 'Port to listen on; 0 takes any free one. When the default is taken, the next free one is used.',
  }),
  tlsSan: option<readonly string[]>({
    type: listType,
    default: [],
    group: 'Where',
    help: 'More DNS names and addresses that the server certificate shall be valid for.',
  }),
  advertiseAddress: option({
    type: addressType,
    default: NO_ADDRESS,
    group: 'Where',
    help: 'Address by which others reach this server: messages, the kubeconfig and default/kubernetes name it. Without it the bind address, or one of this machine.',
  }),
  tlsCertFile: option({
    type: fileType,
    default: NO_FILE,
    group: 'Where',
    help: 'Certificate of the server (PEM), with those between it and its authority behind it. Without it one is made.',
  }),
  tlsPrivateKeyFile: option({
    type: fileType,
    default: NO_FILE,
    group: 'Where',
    help: 'Key (PEM) of --tls-cert-file.',
  }),
  clientCaFile: option({
    type: fileType,
    default: NO_FILE,
    group: 'Where',
    help: 'Certificate authorities (PEM) whose client certificates are accepted besides those of our own.',
  }),
  tokenAuthFile: option({
    type: fileType,
    default: NO_FILE,
    group: 'Where',
    help: 'Tokens that are accepted, a line each: token,user,uid,"group,group".',
  }),
  proxyClientCertFile: option({
    type: fileType,
    default: NO_FILE,
    group: 'Where',
    help: 'Client certificate (PEM) that this server shows to aggregated API servers. Without it one is made.',
  }),
  proxyClientKeyFile: option({
    type: fileType,
    default: NO_FILE,
    group: 'Where',
    help: 'Key (PEM) of --proxy-client-cert-file.',
  }),
  requestheaderClientCaFile: option({
    type: fileType,
    default: NO_FILE,
    group: 'Where',
    help: 'Certificate authorities (PEM) of proxies that are believed for whom they ask, as the request headers below say.',
  }),
  requestheaderAllowedNames: option<readonly string[]>({
    type: listType,
    default: [],
    group: 'Where',
    help: 'Common names that the certificates of such proxies may have; any if empty.',
  }),
  requestheaderUsernameHeaders: option<readonly string[]>({
    type: listType,
    default: ['X-Remote-User'],
    group: 'Where',
    help: 'Headers in which such proxies name the user.',
  }),
  requestheaderUidHeaders: option<readonly string[]>({
    type: listType,
    default: ['X-Remote-Uid'],
    group: 'Where',
    help: 'Headers in which such proxies name the uid of the user.',
  }),
  requestheaderGroupHeaders: option<readonly string[]>({
    type: listType,
    default: ['X-Remote-Group'],
    group: 'Where',
    help: 'Headers in which such proxies name the groups of the user.',
  }),
  requestheaderExtraHeadersPrefix: option<readonly string[]>({
    type: listType,
    default: ['X-Remote-Extra-'],
    group: 'Where',
    help: 'How headers begin in which such proxies tell more about the user.',
  }),
  anonymousAuth: option({
    type: switchType,
    default: true,
    group: 'Where',
    help: 'Whether who shows no credentials is let in as system:anonymous, who may do next to nothing.',
  }),
  adminAccess: option({
    type: switchType,
    default: true,
    group: 'Where',
    help: 'Make a certificate, a token and a kubeconfig for an administrator. Without them only those come in whom other options name.',
  }),
  dataDir: option({
    type: textType('directory', 'the path of a directory'),
    default: './.pinnace',
    group: 'Data',
    help: 'Directory for data, certificates, kubeconfig and token. Made when it does not exist.',
  }),
  ephemeral: option({
    type: switchType,
    default: false,
    group: 'Data',
    help: 'Keep all objects in memory and forget them at exit.',
  }),
  storage: option<'journal' | 'etcd'>({
    type: choiceType('journal', 'etcd'),
    default: 'journal',
    group: 'Data',
    help: 'Where objects are kept: in files of the data directory (journal), or in an etcd, which --etcd-servers alone asks for too.',
  }),
  etcdServers: option<readonly string[]>({
    type: { ...listType, placeholder: 'urls', form: 'URLs separated by commas' },
    default: [],
    group: 'Data',
    help: 'URLs of the members of the etcd: http://host:port or https://host:port.',
  }),
  etcdPrefix: option({
    type: textType('prefix', 'the beginning of keys, with a slash before it and none behind it'),
    default: '/registry',
    group: 'Data',
    help: 'How the keys of all objects begin in the etcd.',
  }),
  etcdCafile: option({
    type: fileType,
    default: NO_FILE,
    group: 'Data',
    help: 'Authorities (PEM) that the certificates of the etcd are signed by. Without it those of this machine.',
  }),
  etcdCertfile: option({
    type: fileType,
    default: NO_FILE,
    group: 'Data',
    help: 'Certificate (PEM) to show to the etcd.',
  }),
  etcdKeyfile: option({
    type: fileType,
    default: NO_FILE,
    group: 'Data',
    help: 'Key (PEM) of --etcd-certfile.',
  }),
  etcdUsername: option({
    type: textType('name', 'the name of a user'),
    default: NO_NAME,
    group: 'Data',
    help: 'User of the etcd, where it asks for one and certificates do not tell.',
  }),
  etcdPasswordFile: option({
    type: fileType,
    default: NO_FILE,
    group: 'Data',
    help: 'File with the password of --etcd-username.',
  }),
  fromEtcdSnapshot: option({
    type: fileType,
    default: NO_FILE,
    group: 'Data',
    help: 'A snapshot of an etcd (etcdctl snapshot save, or the file of a member) to be shown: all that can be read of the cluster it is of, nothing that writes. No etcd is needed.',
  }),
  snapshotReadOnly: option({
    type: switchType,
    default: true,
    group: 'Data',
    help: 'With --from-etcd-snapshot: nothing can be written. With false the objects are copied into the new directory that --data-dir names, or into memory, and the server goes on with them.',
  }),
  encryptionProviderConfig: option({
    type: fileType,
    default: NO_FILE,
    group: 'Data',
    help: 'An EncryptionConfiguration of apiserver.config.k8s.io/v1: which resources are encrypted in the store, and how (aescbc, aesgcm, secretbox; no KMS).',
  }),
  history: option({
    type: durationType,
    default: 300_000,
    group: 'Data',
    help: 'How long the past is kept for watches and exact reads; older versions get 410.',
  }),
  serviceClusterIpRange: option({
    type: cidrType,
    default: '10.96.0.0/12',
    group: 'Behaviour',
    help: 'Range of the cluster IPs of Services; its first address belongs to default/kubernetes.',
  }),
  api: option<readonly string[]>({
    type: { ...listType, placeholder: 'modules', form: 'paths or names of modules separated by commas' },
    default: [],
    group: 'Behaviour',
    help: "JavaScript modules that export resources of one's own, made by apiResource of pinnace/api: served beside the built-in ones.",
  }),
  runtimeConfig: option<readonly string[]>({
    type: pairsType,
    default: [],
    group: 'Behaviour',
    help: 'Built-in versions to turn on or off: api/all, api/ga, api/beta, api/alpha, v1, GROUP/VERSION or GROUP/VERSION/RESOURCE, each with =true or =false. Stable versions are on, and apiextensions.k8s.io/v1beta1.',
  }),
  featureGates: option<readonly string[]>({
    type: pairsType,
    default: [],
    group: 'Behaviour',
    help: 'Alpha features of the real server to turn on, as NAME=true: CBORServingAndStorage (application/cbor beside JSON), ManifestBasedAdmissionControlConfig (admission webhooks and policies in files); AllAlpha is both.',
  }),
  serviceResolver: option<readonly string[]>({
    type: listType,
    default: [],
    group: 'Behaviour',
    help: 'Where webhooks, aggregated API servers and proxied requests find a Service, as namespace/name=host:port: for development, when no Service leads there.',
  }),
  eventTtl: option<number>({
    type: durationType,
    default: 3_600_000,
    group: 'Behaviour',
    help: 'How long events are kept after they were last written; 0 for ever.',
  }),
  maxObjectBytes: option<number>({
    type: integerType(1024, 16_000_000),
    default: 1_572_864,
    group: 'Behaviour',
    help: 'How many bytes a stored object may have. One that is larger is tried again without its managedFields, then refused with 413.',
  }),
  conversion: option<readonly string[]>({
    type: pairsType,
    default: [],
    group: 'Behaviour',
    help: 'Modules that convert custom resources between their versions, as DEFINITION=MODULE (crontabs.example.com=./convert.js): with what they export as convert, or with kinds that describeKind made. They run in threads of their own.',
  }),
  conversionFailures: option<'isolate' | 'strict'>({
    type: choiceType('isolate', 'strict'),
    default: 'isolate',
    group: 'Behaviour',
    help: 'What a failing conversion webhook stops: only what needs the conversion (isolate), or, as in kube-apiserver, also deletion and metadata in a version that is not stored (strict).',
  }),
  authorizationMode: option<readonly string[]>({
    type: listType,
    default: ['RBAC'],
    group: 'Behaviour',
    help: 'Who may do what: RBAC, AlwaysAllow or AlwaysDeny; several are asked in turn. The group system:masters may do everything.',
  }),
  apiChanges: option<'off' | 'warn' | 'deny'>({
    type: choiceType('off', 'warn', 'deny'),
    default: 'off',
    group: 'Behaviour',
    help: 'What to do when a changed CustomResourceDefinition breaks its users: nothing, warn, or refuse it.',
  }),
  allowPrivileged: option({
    type: switchType,
    default: true,
    group: 'Behaviour',
    help: 'Whether containers may be as powerful as their node.',
  }),
  serviceAccountIssuer: option({
    type: textType('url', 'a URL'),
    default: 'https://kubernetes.default.svc',
    group: 'Behaviour',
    help: 'Who the tokens of service accounts say they are from, and for whom they are if they say nothing else.',
  }),
  serviceAccountSigningKeyFile: option({
    type: fileType,
    default: NO_FILE,
    group: 'Behaviour',
    help: 'Private key (PEM; RSA, or EC) that seals the tokens of service accounts. Without it one is made.',
  }),
  serviceAccountKeyFile: option<readonly string[]>({
    type: { ...listType, placeholder: 'files', form: 'paths of files separated by commas' },
    default: [],
    group: 'Behaviour',
    help: 'Keys or certificates (PEM) whose tokens of service accounts are believed, besides those of the signing key.',
  }),
  enableAdmissionPlugins: option<readonly string[]>({
    type: listType,
    default: [],
    group: 'Behaviour',
    help: 'Admission plugins to run besides those that run by default.',
  }),
  disableAdmissionPlugins: option<readonly string[]>({
    type: listType,
    default: [],
    group: 'Behaviour',
    help: 'Admission plugins to leave out.',
  }),
  admissionControlConfigFile: option({
    type: textType('file', 'the path of a YAML or JSON file'),
    default: NO_FILE,
    group: 'Behaviour',
    help: 'An AdmissionConfiguration of apiserver.config.k8s.io/v1: how the server shows itself to admission webhooks, and where webhooks and policies lie in files.',
  }),
  console: option({
    type: switchType,
    default: true,
    group: 'Behaviour',
    help: 'Serve the console, pages for people, at /console.',
  }),
  controllers: option<readonly string[]>({
    type: listType,
    default: ['*'],
    group: 'Behaviour',
    help: 'Controllers to run: names, * for all, -name to leave one out.',
  }),
  simulateNodes: option({
    type: integerType(0, 1000),
    default: 0,
    group: 'Behaviour',
    help: 'Nodes that pretend: pods are scheduled to them, become Running and Ready and end, though nothing runs.',
  }),
  simulateDelay: option<number>({
    type: durationType,
    default: 200,
    group: 'Behaviour',
    help: 'How long a container of a simulated node takes to start, and one that ends by itself to end.',
  }),
  simulateStorage: option({
    type: switchType,
    default: false,
    group: 'Behaviour',
    help: 'With --simulate-nodes: a default StorageClass whose claims are bound to volumes that pretend.',
  }),
  maxRequestsInflight: option({
    type: integerType(0, 1_000_000),
    default: 600,
    group: 'Requests',
    help: 'Requests served at a time, watches not counted; more get 429. 0 means no limit.',
  }),
  requestTimeout: option({
    type: durationType,
    default: 60_000,
    group: 'Requests',
    help: 'Longest time for one request that is not a watch; 504 after it.',
  }),
  minRequestTimeout: option({
    type: integerType(0, 1_000_000),
    default: 1800,
    group: 'Requests',
    help: 'Seconds after which a watch without timeoutSeconds ends, at least; at most twice as many.',
  }),
  shutdownGrace: option({
    type: durationType,
    default: 10_000,
    group: 'Requests',
    help: 'How long running requests may take to finish when the server is stopped.',
  }),
  auditPolicyFile: option({
    type: textType('file', 'the path of a YAML or JSON file'),
    default: NO_FILE,
    group: 'Audit',
    help: 'A Policy of audit.k8s.io/v1: which requests are written to the audit log, and how much of them.',
  }),
  auditLogPath: option({
    type: textType('file', 'the path of a file, or - for standard output'),
    default: NO_FILE,
    group: 'Audit',
    help: 'File that the audit log is written to; - is standard output. Without a policy nothing is written.',
  }),
  auditLogFormat: option<'json' | 'legacy'>({
    type: choiceType('json', 'legacy'),
    default: 'json',
    group: 'Audit',
    help: 'Format of the audit log: a line of JSON for each event, or one of plain text.',
  }),
  auditLogMode: option<'batch' | 'blocking' | 'blocking-strict'>({
    type: choiceType('batch', 'blocking', 'blocking-strict'),
    default: 'blocking',
    group: 'Audit',
    help: 'Whether requests wait for the audit log; blocking-strict refuses those whose arrival cannot be written down.',
  }),
  auditLogMaxsize: option({
    type: integerType(0, 1_000_000),
    default: 100,
    group: 'Audit',
    help: 'Megabytes after which the file of the audit log is renamed and a new one begun; 0 means never.',
  }),
  auditLogMaxage: option({
    type: integerType(0, 100_000),
    default: 366,
    group: 'Audit',
    help: 'Days for which old files of the audit log are kept; 0 means for ever.',
  }),
  auditLogMaxbackup: option({
    type: integerType(0, 1_000_000),
    default: 100,
    group: 'Audit',
    help: 'How many old files of the audit log are kept; 0 means all.',
  }),
  auditLogCompress: option({
    type: switchType,
    default: false,
    group: 'Audit',
    help: 'Compress old files of the audit log with gzip.',
  }),
  auditLogVersion: option<'audit.k8s.io/v1'>({
    type: choiceType('audit.k8s.io/v1'),
    default: 'audit.k8s.io/v1',
    group: 'Audit',
    help: 'API version of the events in the audit log.',
  }),
  auditLogBatchBufferSize: option({
    type: integerType(1, 10_000_000),
    default: 10_000,
    group: 'Audit',
    help: 'How many events wait to be written with --audit-log-mode=batch before more are lost.',
  }),
  auditLogTruncateEnabled: option({
    type: switchType,
    default: false,
    group: 'Audit',
    help: 'Leave the objects out of events that would be longer than --audit-log-truncate-max-event-size.',
  }),
  auditLogTruncateMaxEventSize: option({
    type: integerType(1, 1_000_000_000),
    default: 102_400,
    group: 'Audit',
    help: 'Longest event of the audit log in bytes, with --audit-log-truncate-enabled.',
  }),
  verbose: option({
    type: switchType,
    default: false,
    group: 'Diagnosis',
    short: 'v',
    help: 'Print a line for each request on standard error: verb, path, status, time, user and user agent.',
  }),
  quiet: option({
    type: switchType,
    default: false,
    group: 'Diagnosis',
    help: 'Print nothing but what goes wrong.',
  }),
  logLevel: option<'debug' | 'info' | 'warn' | 'error'>({
    type: choiceType('debug', 'info', 'warn', 'error'),
    default: 'warn',
    group: 'Diagnosis',
    help: 'Least important kind of message to log. The log goes to standard error.',
  }),
  logFormat: option<'text' | 'json'>({
    type: choiceType('text', 'json'),
    default: 'text',
    group: 'Diagnosis',
    help: 'One line of text, or one JSON object, for each message.',
  }),
} as const;

type Table = typeof optionTable;
export type OptionKey = keyof Table;
export type OptionValues = { readonly [K in OptionKey]: Table[K] extends OptionSpec<infer T> ? T : never };
