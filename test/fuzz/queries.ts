import type { Random } from './random.ts';

const terms = (count: number, term: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => term(at)).join();

const token = (text: string): string => Buffer.from(text).toString('base64url');
const parameters: Readonly<Record<string, readonly string[]>> = {
  limit: ['1', '0', '-1', '99999999999999999999', '1.5', 'x', ''],
  continue: [
    'x',
    '%%%',
    token('{"v":"meta.k8s.io/v1","rv":1,"start":"a"}'),
    token('{"v":"meta.k8s.io/v1","rv":-1,"start":"../../x"}'),
    token('{"v":"meta.k8s.io/v1","rv":99999999,"start":"a\\u0000"}'),
    token('{"__proto__":{"polluted":true}}'),
    token('null'),
    token('['.repeat(5000)),
  ],
  // None from the future: the server waits three seconds for it.
  resourceVersion: ['0', '1', '-1', 'x', '99999999999999999999', '01', ' 1'],
  resourceVersionMatch: ['Exact', 'NotOlderThan', 'Nonsense', ''],
  labelSelector: [
    'app=fuzz',
    'app!=fuzz,!x',
    'app in (a,b,fuzz),x notin (c)',
    'a>1,b<2',
    'a>x',
    'app in (',
    ',,,',
    '=',
    '((((',
    '__proto__=x',
    'constructor',
    terms(3000, (at) => `k${at}!=v`),
    `a in (${terms(5000, (at) => `v${at}`)})`,
    `!${'x'.repeat(400)}`,
    '('.repeat(10_000),
    '\u0000',
    'ключ=значение',
  ],
  fieldSelector: [
    'metadata.name=seed',
    'metadata.name!=seed',
    'spec.nothing=1',
    'metadata.name==a\\,b',
    '\\',
    '=',
    '__proto__=1',
    terms(3000, () => 'metadata.name!=x'),
  ],
  watch: ['true', 'false', '1', '', 'maybe'],
  allowWatchBookmarks: ['true', 'x'],
  sendInitialEvents: ['true', 'false', 'x'],
  timeoutSeconds: ['1', '-1', '99999999999999999999', 'x'],
  timeout: ['30s', '-1s', '1h1h', 'x', '99999999999999999h'],
  pretty: ['true', 'x'],
  dryRun: ['All', 'None', ''],
  fieldManager: ['me', '\u0007', 'x'.repeat(129), ''],
  fieldValidation: ['Strict', 'Warn', 'Ignore', 'x'],
  force: ['true', 'x'],
  includeObject: ['None', 'Object', 'x'],
  gracePeriodSeconds: ['0', '-1', '99999999999999999999', 'x'],
  propagationPolicy: ['Orphan', 'Foreground', 'Background', 'x'],
  orphanDependents: ['true', 'false', 'x'],
  ignoreStoreReadErrorWithClusterBreakingPotential: ['true'],
  __proto__x: ['1'],
  ['__proto__']: ['polluted'],
  'constructor[prototype][polluted]': ['1'],
};
/** Each watch costs a connection: they come more seldom. */
const names = Object.keys(parameters).filter((name) => name !== 'watch');
const oddities = ['%', '%zz', '%00', '&&&', '====', '?', ';', '+', '%C0%80', '%ED%A0%80', '__proto__=1', 'a=%u0041'];

export function queryText(random: Random, only?: readonly string[]): string {
  if (random.chance(0.01)) return Array.from({ length: 3000 }, (_, at) => `p${at}=${at}`).join('&');
  const parts: string[] = [];
  random.times(4, () => {
    if (random.chance(0.05)) parts.push(random.pick(oddities));
    const name = only === undefined && random.chance(0.01) ? 'watch' : random.pick(only ?? names);
    parts.push(`${encodeURIComponent(name)}=${encode(random.pick(parameters[name] ?? ['']))}`);
  });
  return parts.join('&');
}

/** A path and query longer than Node's 16 KiB of headers is refused by Node itself; one request in many is. */
function encode(text: string): string {
  const encoded = encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%28', '(');
  return encoded.length > 60_000 ? encoded.slice(0, 12_000) : encoded;
}

const accepts = [
  'application/json',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'application/json;as=Table;g=meta.k8s.io;v=v1',
  'application/json;as=Table;g=meta.k8s.io;v=v1beta1',
  'application/json;as=Table;g=meta.k8s.io;v=v9',
  'application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
  'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
  'application/yaml;as=Table;g=meta.k8s.io;v=v1',
  'application/json;stream=watch',
  'application/cbor',
  '*/*',
  '*/*;q=0',
  'application/*',
  '',
  ',',
  ';;;',
  'text/html, */*;q=0.1',
  'application/json;q=nonsense',
  'a'.repeat(5000),
  `${'application/x,'.repeat(300)}application/json`,
  'application/json;__proto__=1;constructor=2;as=Table',
];
const types = [
  '',
  'text/plain',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'multipart/form-data',
  'application/apply-patch+yaml',
  'application/vnd.kubernetes.protobuf;stream=watch',
  '\u00ff',
];

/** Headers of which some are odd. */
export function oddHeaders(random: Random): Record<string, string> {
  const headers: Record<string, string> = {};
  if (random.chance(0.6)) headers.accept = random.pick(accepts);
  if (random.chance(0.05)) headers['content-type'] = random.pick(types);
  if (random.chance(0.1)) headers['accept-encoding'] = random.pick(['gzip', 'gzip;q=0', '*', 'br', 'gzip;q=x']);
  if (random.chance(0.05)) headers['audit-id'] = random.pick(['x', 'x'.repeat(65), '\u00e9', 'a b']);
  if (random.chance(0.05)) headers['user-agent'] = random.pick(['', 'Mozilla/5.0', 'curl/8', 'x'.repeat(2000)]);
  if (random.chance(0.05)) headers['content-encoding'] = 'gzip';
  if (random.chance(0.05)) headers['x-http-method-override'] = 'DELETE';
  if (random.chance(0.05)) headers['impersonate-user'] = 'somebody';
  return headers;
}

const segments = [
  '%00',
  '..',
  '.',
  '%2e%2e',
  '%2F',
  '%',
  '%zz',
  'a%20b',
  '__proto__',
  'constructor',
  'x'.repeat(300),
  'x'.repeat(8000),
  '%F0%9F%98%80',
  'status',
  'scale',
  'finalize',
  'watch',
  'namespaces',
  'Seed',
  '~',
  '*',
  'seed',
];

/** The path of a collection, with something odd in it. */
export function oddPath(random: Random, path: string): string {
  const parts = path.split('/').slice(1);
  random.times(2, () => {
    const at = random.below(parts.length + 1);
    parts.splice(random.chance(0.3) ? parts.length : at, random.below(2), random.pick(segments));
  });
  return `/${parts.join('/')}`;
}
