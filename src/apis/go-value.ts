import { isJsonObject, type Json, type JsonObject } from '#meta';
import type { FieldDescription, StructType, TypeDescription } from '#schema';
import { internalOrders } from './go-order.ts';
import { lineDiff } from './line-diff.ts';

/**
 * A bad value as messages show it: with the field names of Go, every field, in the order of the struct. Nobody needs
 * that, but clients compare whole messages.
 */
export function goValue(type: StructType, value: Json | undefined): JsonObject {
  const object = isJsonObject(value) ? value : {};
  const shown = Object.fromEntries(type.fields.flatMap((field) => membersOf(type, field, object)));
  return asInternal(type, shown);
}

/** What a pod says of its host stands in its security context, which is always there. */
const hostFields = ['HostNetwork', 'HostPID', 'HostIPC', 'ShareProcessNamespace', 'HostUsers'];

function asInternal({ name, fields }: StructType, shown: JsonObject): JsonObject {
  const order = internalOrders.get(name);
  if (order === undefined) return shown;
  if (name.endsWith('.PodSpec')) {
    const context = fields.find((field) => field.name === 'securityContext')?.type;
    const empty = context?.shape === 'struct' ? goValue(context, {}) : {};
    const own = isJsonObject(shown.SecurityContext) ? shown.SecurityContext : empty;
    const host = Object.fromEntries(hostFields.map((field) => [field, shown[field] ?? null]));
    return inOrder(order, { ...shown, SecurityContext: { ...host, ...own } });
  }
  return inOrder(order, shown);
}

function inOrder(order: readonly string[], shown: JsonObject): JsonObject {
  return Object.fromEntries(order.filter((name) => name in shown).map((name) => [name, shown[name]]));
}

/** How a value became another, line by line, as messages show it. */
export function goDiff(type: StructType, before: Json | undefined, after: Json | undefined): string {
  return lineDiff(prettyText(type, before), prettyText(type, after));
}

function prettyText(type: StructType, value: Json | undefined): string {
  const text = JSON.stringify(goValue(type, value), (_, part) => (typeof part === 'bigint' ? Number(part) : part), 1);
  return text.replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function membersOf(holder: StructType, field: FieldDescription, object: JsonObject): [string, Json][] {
  const { name, type, inline } = field;
  if (inline && type.shape === 'struct') return entriesOf(goValue(type, object));
  // The metadata of a template is embedded without a name of its own.
  if (isMetaType(type) && name === 'metadata') return entriesOf(metaValue(type, object[name]));
  return [[goName(holder, name), fieldValue(field, object[name])]];
}

const entriesOf = (object: JsonObject): [string, Json][] =>
  Object.entries(object).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));

/** Types that all groups share have the same names in Go's messages as in JSON, and leave out what is empty. */
function isMetaType(type: TypeDescription): type is StructType {
  return type.shape === 'struct' && type.name.startsWith('io.k8s.apimachinery.');
}

function metaValue(type: StructType, value: Json | undefined): JsonObject {
  const object = isJsonObject(value) ? value : {};
  const given = type.fields.filter(({ name }) => !isNothing(object[name]));
  return Object.fromEntries(given.map(({ name }) => [name, object[name]]));
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** Names that Go writes in capitals when a field's name begins with them. */
const initialisms: ReadonlySet<string> = new Set(
  'api aws cel cidr csi dns fc fs gce gid gmsa grpc http ip iqn iscsi nfs os pd qos rbd se ssl tcp tls ttl tty uid'.split(
    ' ',
  ),
);

const irregularNames: ReadonlyMap<string, string> = new Map([
  ['cephfs', 'CephFS'],
  ['chapAuthDiscovery', 'DiscoveryCHAPAuth'],
  ['chapAuthSession', 'SessionCHAPAuth'],
  ['cidrs', 'CIDRs'],
  ['diskURI', 'DataDiskURI'],
  ['ips', 'IPs'],
  ['lastState', 'LastTerminationState'],
  ['pdID', 'PdID'],
  ['serviceAccount', 'DeprecatedServiceAccount'],
  ['storageos', 'StorageOS'],
  ['wwids', 'WWIDs'],
  ['Glusterfs.endpoints', 'EndpointsName'],
  ['RBD.image', 'RBDImage'],
  ['RBD.monitors', 'CephMonitors'],
  ['RBD.pool', 'RBDPool'],
  ['RBD.user', 'RadosUser'],
]);

function goName({ goName: holder }: StructType, name: string): string {
  const family = /\.(Glusterfs|RBD)/.exec(holder)?.[1];
  const irregular = irregularNames.get(`${family}.${name}`) ?? irregularNames.get(name);
  if (irregular !== undefined) return irregular;
  const first = /^[a-z]+/.exec(name)?.[0] ?? '';
  if (initialisms.has(first)) return first.toUpperCase() + name.slice(first.length);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function fieldValue({ type, pointer }: FieldDescription, value: Json | undefined): Json {
  return pointer && (value === undefined || value === null) ? null : anyValue(type, value);
}

function anyValue(type: TypeDescription, value: Json | undefined): Json {
  switch (type.shape) {
    case 'struct':
      return isMetaType(type) ? metaValue(type, value) : goValue(type, value);
    case 'list':
      return Array.isArray(value) ? value.map((item) => anyValue(type.items, item)) : null;
    case 'map':
      return isJsonObject(value) ? goMap(type.values, value) : null;
    case 'string':
      return value ?? '';
    case 'int32':
    case 'int64':
    case 'intOrString':
      return value ?? 0;
    case 'bool':
      return value ?? false;
    default:
      return value ?? null;
  }
}

function goMap(values: TypeDescription, map: JsonObject): JsonObject {
  return Object.fromEntries(sortedMap(map).map(([key, value]) => [key, anyValue(values, value)]));
}

/** The entries of a map in the order in which Go shows them. */
export function sortedMap(map: JsonObject): [string, Json][] {
  const entries = Object.entries(map) as [string, Json][];
  return entries.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
