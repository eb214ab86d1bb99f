import { AdmissionChain } from '#admission';
import type { ActionContext, ActionTarget, ServedResource, SubresourceAction } from '#machinery';
import { apiErrors, cloneJson, type DeleteOptions, type GroupVersionResource, type Hub, semanticEqual } from '#meta';
import type { Entry, Outcome } from '#storage';
import { type Access, accessWith, collectionOf, groupResourceOf, keyOf } from './access.ts';
import { dropDuplicateOwners } from './admit.ts';
import { commit } from './commit.ts';
import { remove } from './delete.ts';
import { matchNamespace } from './new-object.ts';
import { requireObject } from './precondition.ts';
import { putOf } from './put.ts';
import { systemAccess } from './system-access.ts';
import { update } from './update.ts';
import { hubObject } from './views.ts';
import { pass } from './write-path.ts';

interface ActionParts {
  readonly action: SubresourceAction;
  readonly input: Hub;
  /** The resource that admission is told, where it was sent to another resource than the object's. */
  readonly sentTo?: ServedResource;
  /** The name in the path. */
  readonly name: string;
  readonly dryRun: readonly string[];
  find(resource: GroupVersionResource): ServedResource | undefined;
}

/** Runs an action subresource. Admission sees the sent object, not the one that the action changes. */
export async function runAction(access: Access, parts: ActionParts): Promise<void> {
  const { action, input, name, sentTo } = parts;
  const asked = sentTo === undefined ? access : accessWith(access, { resource: sentTo, subresource: '' });
  const admitted = await pass(asked, {
    operation: 'CREATE',
    nameOf: () => name,
    wanted() {
      matchNamespace(access, input);
      dropDuplicateOwners(access, input, { afterAdmission: false });
      return input;
    },
    shows: (object) => ({ form: 'hub', object, oldObject: null }),
  });
  await action.run(admitted, actionContext(access, parts));
}

function actionContext(access: Access, { name, dryRun, find }: ActionParts): ActionContext {
  const { now } = access;
  return {
    name,
    now,
    dryRun,
    object: async () => hubObject(access.resource.definition, await entryOf(access, name)),
    edit: (change) => edit(access, name, change),
    require: (object, meant) => requireObject(access, { name: object.metadata.name ?? name, object }, meant),
    remove: (options) => removeUnasked(access, name, options),
    async list(resource) {
      const served = find(resource);
      return served === undefined ? [] : listOf(accessWith(access, { resource: served }));
    },
    editStatus: (target, change) => editStatus(access, find(target.resource), { ...target, change }),
  };
}

async function entryOf(access: Access, name: string): Promise<Entry> {
  const entry = await collectionOf(access).get(keyOf(access, name), { need: 'newest' });
  if (entry === null) throw apiErrors.notFound(groupResourceOf(access), name);
  return entry;
}

/** The sent object was admitted already: the edit is not admitted again, and its fields get no owner. */
async function edit(access: Access, name: string, change: (object: Hub) => void): Promise<string> {
  const { definition } = access.resource;
  const transition = async (entry: Entry | null): Promise<Outcome> => {
    if (entry === null) throw apiErrors.notFound(groupResourceOf(access), name);
    const object = await hubObject(definition, entry);
    const before = cloneJson(object);
    change(object);
    if (semanticEqual(before, object)) return { do: 'keep' };
    delete object.metadata.resourceVersion;
    return putOf(access, object);
  };
  const written = await commit(access, name, transition);
  return String(written?.entry?.revision ?? 0);
}

const unasked = new AdmissionChain([]);

async function removeUnasked(access: Access, name: string, options: DeleteOptions): Promise<void> {
  const registry = { ...access.registry, admission: unasked };
  const dryRun = options.dryRun.length > 0;
  await remove(accessWith(access, { registry, subresource: '', dryRun }), name, options);
}

async function listOf(access: Access): Promise<readonly Hub[]> {
  const under = access.resource.definition.namespaced ? `${access.namespace}/` : '';
  const { entries } = await collectionOf(access).list({ under, freshness: { need: 'newest' } });
  return Promise.all(entries.map((entry) => hubObject(access.resource.definition, entry)));
}

interface StatusEdit extends ActionTarget {
  change(object: Hub): void;
}

async function editStatus(
  { registry, namespace }: Access,
  served: ServedResource | undefined,
  { resource, name, dryRun, change }: StatusEdit,
): Promise<void> {
  if (served === undefined) throw apiErrors.notFound(resource, name);
  const wanted = async (live: Hub | null): Promise<Hub> => {
    const object = cloneJson(live as Hub);
    change(object);
    return object;
  };
  await update(systemAccess(registry, { resource: served, namespace, subresource: 'status', dryRun }), {
    name,
    wanted,
  });
}
