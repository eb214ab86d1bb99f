import type {
  CollectionTarget,
  DeleteRequest,
  ListRequest,
  ObjectList,
  ObjectTarget,
  ReadOptions,
  Transport,
  TypedPatch,
  WatchEvent,
  WatchRequest,
  WriteOptions,
} from '#client';
import type { ServedResource, UserInfo, Verb } from '#machinery';
import {
  apiErrors,
  cloneJson,
  formatTime,
  instantOf,
  type JsonObject,
  type KubeObject,
  LinkedAbort,
  type Status,
  type Versioned,
} from '#meta';
import {
  type Access,
  answerReview,
  applied,
  convertPage,
  create,
  type Entry,
  endOfWatch,
  get,
  list,
  objectInVersion,
  patched,
  planWatch,
  type Registry,
  remove,
  removeCollection,
  requestViewOf,
  selectionOf,
  update,
  type WatchBatch,
  watch,
} from '#registry';
import type { ResourceMapper } from './resource-mapper.ts';
import { decode, given, listOptions, matchTarget, shown } from './sent-and-shown.ts';

interface InProcessTransportOptions {
  readonly registry: Registry;
  readonly mapper: ResourceMapper;
  readonly user: UserInfo;
  /** The name in managed fields, where a write says none. */
  readonly manager: string;
}

type Target = CollectionTarget & Partial<ObjectTarget>;

/** Requests in the server's own process: what happens to them is what happens to a client's, without HTTP. */
export class InProcessTransport implements Transport {
  readonly #options: InProcessTransportOptions;

  constructor(options: InProcessTransportOptions) {
    this.#options = options;
  }

  async get(target: ObjectTarget, { resourceVersion = '' }: ReadOptions): Promise<KubeObject> {
    const access = this.#access('get', target);
    return objectInVersion(viewed(access), await get(access, target.name, resourceVersion));
  }

  async list(target: CollectionTarget, request: ListRequest): Promise<ObjectList<KubeObject>> {
    const access = this.#access('list', target);
    const options = listOptions(request, { watch: false });
    const { entries, revision, ...more } = await list(access, options, selectionOf(access.resource, options));
    return {
      metadata: { resourceVersion: String(revision), ...more },
      items: await this.#shownAll(access.resource, entries),
    };
  }

  async *watch(target: CollectionTarget, request: WatchRequest): AsyncGenerator<WatchEvent<KubeObject>> {
    const access = this.#access('watch', target);
    const options = listOptions(request, { watch: true });
    const plan = await planWatch(access, options, selectionOf(access.resource, options));
    const ends = this.#endOf(request);
    try {
      for await (const batch of watch(access, plan, ends.signal)) {
        if (batch.kind === 'changes') yield* this.#events(access.resource, batch.items);
        else if (plan.marksInitialEnd) yield initialEnd(batch.revision);
      }
    } catch (error) {
      const refusal = endOfWatch(error, options.resourceVersion);
      if (refusal !== undefined) throw refusal;
    } finally {
      ends.abort();
    }
  }

  async create(target: CollectionTarget, object: KubeObject, options: WriteOptions): Promise<KubeObject> {
    const access = this.#access('create', target, options);
    const view = requestViewOf(access.resource, '');
    const wanted = await view.take(decode(view.served, object, options), null);
    const { served } = view;
    if (served.definition.virtual === undefined) return shown(served, await create(access, wanted));
    return shown(served, { hub: await answerReview(access, { review: wanted, served, about: '' }) });
  }

  async update(target: ObjectTarget, object: KubeObject, options: WriteOptions): Promise<KubeObject> {
    const access = this.#access('update', target, options);
    const view = requestViewOf(access.resource, access.subresource);
    const sent = decode(view.served, object, options);
    matchTarget(target, sent);
    const written = await update(access, {
      name: target.name,
      uid: sent.metadata.uid,
      sent,
      wanted: (live) => view.take(cloneJson(sent), live),
    });
    return shown(view.served, written.shown);
  }

  async patch(target: ObjectTarget, patch: TypedPatch, options: WriteOptions): Promise<KubeObject> {
    const access = this.#access('patch', target, options);
    const view = requestViewOf(access.resource, access.subresource);
    const { fieldValidation = 'Warn' } = options;
    const document = { value: cloneJson(patch.patch), duplicates: [] };
    const check = (object: Versioned): void => matchTarget(target, object);
    if (patch.type === 'apply') {
      const wanted = applied(access, view, { document, fieldValidation, check, force: patch.force ?? false });
      const request = { name: target.name, wanted, createsAlways: access.subresource === '' };
      return shown(view.served, (await update(access, { ...request, patched: true, tracked: true })).shown);
    }
    const otherKind = ({ kind, apiVersion }: JsonObject): string => `${kind} of ${apiVersion} is another kind`;
    const wanted = patched(access, view, {
      kind: patch.type,
      document: () => document,
      fieldValidation,
      check,
      otherKind,
    });
    return shown(view.served, (await update(access, { name: target.name, wanted, patched: true })).shown);
  }

  async delete(target: ObjectTarget, { dryRun, signal: _, ...options }: DeleteRequest): Promise<KubeObject | Status> {
    const access = this.#access('delete', target, { dryRun: dryRun === true });
    const deleted = await remove(access, target.name, { ...options, dryRun: dryRun ? ['All'] : [] });
    const { resource } = access;
    const { returnsDeletedObject } = resource.definition.strategy;
    if (deleted.shown !== undefined && (!deleted.removed || returnsDeletedObject))
      return shown(resource, deleted.shown);
    const { name, uid } = deleted.metadata ?? {};
    const details = { name, group: resource.group || undefined, kind: resource.definition.resource, uid };
    return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details: given(details) };
  }

  async deleteCollection(target: CollectionTarget, request: ListRequest, options: DeleteRequest): Promise<void> {
    const { dryRun, signal: _, ...rest } = options;
    const access = this.#access('deletecollection', target, { dryRun: dryRun === true });
    const found = listOptions(request, { watch: false });
    const selection = selectionOf(access.resource, found);
    await removeCollection(access, { list: found, delete: { ...rest, dryRun: dryRun ? ['All'] : [] }, selection });
  }

  #access(verb: Verb, target: Target, { dryRun = false, fieldManager }: WriteOptions = {}): Access {
    const { registry, user, manager } = this.#options;
    const { subresource = '', namespace = '' } = target;
    const resource = this.#served(verb, target);
    return {
      registry,
      resource,
      namespace: resource.definition.namespaced ? namespace : '',
      subresource,
      manager: fieldManager ?? manager,
      user,
      now: formatTime(instantOf(registry.world.clock.now())),
      dryRun,
      requestVersion: { group: resource.group, version: resource.version },
      warn: () => undefined,
    };
  }

  #served(verb: Verb, { ref: { group, version, resource }, subresource = '' }: Target): ServedResource {
    const served = this.#options.mapper.catalog.find(group, version, resource);
    const part = served?.definition.subresources.get(subresource);
    if (served === undefined || (subresource !== '' && part === undefined)) throw apiErrors.pathNotFound();
    if (!(part?.verbs ?? served.definition.verbs).has(verb)) throw apiErrors.methodNotAllowed();
    return served;
  }

  async *#events(served: ServedResource, items: Changes): AsyncGenerator<WatchEvent<KubeObject>> {
    for (const { type, entry } of items) yield { type, object: await objectInVersion(served, entry) };
  }

  async #shownAll(served: ServedResource, entries: readonly Entry[]): Promise<readonly KubeObject[]> {
    const converted = await convertPage(served, entries);
    return Promise.all(entries.map((entry) => objectInVersion(served, entry, converted)));
  }

  /** Fires when the watch must end: its time is up, or nobody listens any more. */
  #endOf({ signal, timeoutSeconds = 0 }: WatchRequest): AbortController {
    const ends = new LinkedAbort(...(signal === undefined ? [] : [signal]));
    const { clock } = this.#options.registry.world;
    if (timeoutSeconds > 0) void clock.sleep(timeoutSeconds * 1000, ends.signal).then(() => ends.abort());
    return ends;
  }
}

type Changes = Extract<WatchBatch, { kind: 'changes' }>['items'];

/** What the request sees: the object itself, or the kind that a subresource shows of it. */
const viewed = ({ resource, subresource }: Access): ServedResource => requestViewOf(resource, subresource).served;

function initialEnd(revision: number): WatchEvent<KubeObject> {
  const annotations = { 'k8s.io/initial-events-end': 'true' };
  return { type: 'BOOKMARK', object: { metadata: { resourceVersion: String(revision), annotations } } };
}
