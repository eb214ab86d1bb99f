import type { JsonObject, OwnerReference } from '#meta';
import { askAs, controllerUser, type RemoteVersion } from './ask-as.ts';
import { eachResource } from './each-resource.ts';
import { objectIn, objectOf, objectsOf, textOf, textsOf } from './read-json.ts';

const collector = controllerUser('generic-garbage-collector');
/** Servers that know no such form send whole objects: both are read. */
const METADATA = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
const PAGE = 500;
/** So many pages of each resource are looked at: what a server says has an end. */
const MOST_PAGES = 200;

/** An object at another server that names owners. */
export interface RemoteDependent {
  readonly namespace: string;
  readonly owners: readonly OwnerReference[];
  delete(signal: AbortSignal): Promise<void>;
}

/** All objects of others that name owners, as far as they can be listed and deleted. */
export async function remoteDependents(
  versions: readonly RemoteVersion[],
  signal: AbortSignal,
): Promise<readonly RemoteDependent[]> {
  const found: RemoteDependent[] = [];
  for (const { version, entry } of eachResource(versions, isDeletable)) {
    // One server that does not answer keeps nobody from looking at the others.
    found.push(...(await dependentsOf(version, entry, signal).catch(() => [])));
  }
  return found;
}

/** k8s: garbagecollector GetDeletableResources */
function isDeletable(entry: JsonObject): boolean {
  const verbs = textsOf(entry, 'verbs');
  return ['delete', 'list', 'watch'].every((verb) => verbs.includes(verb));
}

async function dependentsOf(
  version: RemoteVersion,
  entry: JsonObject,
  signal: AbortSignal,
): Promise<RemoteDependent[]> {
  const base = `/apis/${version.group}/${version.version}`;
  const resource = textOf(entry, 'resource');
  const found: RemoteDependent[] = [];
  let next = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = new URLSearchParams({ limit: String(PAGE), ...(next && { continue: next }) }).toString();
    const question = { method: 'GET', path: `${base}/${resource}`, query, accept: METADATA, signal } as const;
    const list = objectIn((await askAs(collector, version, question)).body) ?? {};
    for (const object of objectsOf(list, 'items')) {
      const metadata = objectOf(object, 'metadata');
      const owners = objectsOf(metadata, 'ownerReferences').map(ownerOf);
      if (owners.length === 0 || textOf(metadata, 'deletionTimestamp') !== '') continue;
      const namespace = textOf(metadata, 'namespace');
      const within = namespace === '' ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
      const path = `${base}${within}/${resource}/${encodeURIComponent(textOf(metadata, 'name'))}`;
      const uid = textOf(metadata, 'uid');
      found.push({ namespace, owners, delete: (stopping) => deleteObject(version, { path, uid }, stopping) });
    }
    next = textOf(objectOf(list, 'metadata'), 'continue');
    if (next === '') break;
  }
  return found;
}

const ownerOf = (reference: JsonObject): OwnerReference => ({
  apiVersion: textOf(reference, 'apiVersion'),
  kind: textOf(reference, 'kind'),
  name: textOf(reference, 'name'),
  uid: textOf(reference, 'uid'),
});

/** Only this very object, not another one of its name. */
async function deleteObject(
  version: RemoteVersion,
  { path, uid }: { readonly path: string; readonly uid: string },
  signal: AbortSignal,
): Promise<void> {
  const options = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background', preconditions: { uid } };
  await askAs(collector, version, { method: 'DELETE', path, query: '', body: options, signal });
}

/** Whether an owner is at one of the servers; undefined where none of them has such a kind, or none can tell. */
export async function hasRemoteOwner(
  versions: readonly RemoteVersion[],
  { apiVersion, kind, name, uid }: OwnerReference,
  place: { readonly namespace: string; readonly signal: AbortSignal },
): Promise<boolean | undefined> {
  const version = versions.find((one) => `${one.group}/${one.version}` === apiVersion);
  const entry = version?.resources.find((one) => textOf(objectOf(one, 'responseKind'), 'kind') === kind);
  if (version === undefined || entry === undefined || !textsOf(entry, 'verbs').includes('get')) return undefined;
  const isNamespaced = textOf(entry, 'scope') === 'Namespaced';
  if (isNamespaced && place.namespace === '') return undefined;
  const within = isNamespaced ? `/namespaces/${encodeURIComponent(place.namespace)}` : '';
  const path = `/apis/${apiVersion}${within}/${textOf(entry, 'resource')}/${encodeURIComponent(name)}`;
  const { status, body } = await askAs(collector, version, { method: 'GET', path, query: '', signal: place.signal });
  return status !== 404 && textOf(objectOf(objectIn(body) ?? {}, 'metadata'), 'uid') === uid;
}
