import type { RbacV1 } from '#apis';
import type { WorkQueue } from '#client';
import type { InProcessClient, ResourceEvent } from '#in-process-client';
import type { ServedResource } from '#machinery';
import { type JsonObject, type KubeObject, labelSelectorFrom } from '#meta';
import { type Entry, parseEntry } from '#registry';
import type { Controller } from '../controller.ts';

type ClusterRole = RbacV1['ClusterRole'];

/** Cluster roles have one version, so the stored form is the hub. */
const read = (entry: Entry): ClusterRole => entry.memo('policy', parseEntry);
const selectorsOf = ({ aggregationRule }: ClusterRole) => aggregationRule?.clusterRoleSelectors ?? [];

/** Fills the roles that say which others they consist of. k8s: controller/clusterroleaggregation */
export class RoleAggregation implements Controller {
  readonly queue: WorkQueue;
  readonly #client: InProcessClient;
  readonly #aggregating = new Set<string>();

  constructor(client: InProcessClient) {
    this.#client = client;
    const work = (name: string): Promise<void> => this.#fill(name);
    this.queue = client.workQueue({ name: 'clusterrole-aggregation', work });
  }

  wants({ group, definition }: ServedResource): boolean {
    return group === 'rbac.authorization.k8s.io' && definition.resource === 'clusterroles';
  }

  onListStart(): void {
    this.#aggregating.clear();
  }

  /** Any role may be part of any other, by its labels of now or of before. */
  onEvent({ type, entry }: ResourceEvent): void {
    if (type !== 'DELETED' && selectorsOf(read(entry)).length > 0) this.#aggregating.add(entry.key);
    else this.#aggregating.delete(entry.key);
    for (const name of this.#aggregating) this.queue.add(name);
  }

  async #fill(name: string): Promise<void> {
    const served = this.#client.mapper.ofKind('rbac.authorization.k8s.io/v1', 'ClusterRole');
    if (served === undefined) return;
    const roles = (await this.#client.list(served)).map(read);
    const role = roles.find(({ metadata }) => metadata.name === name);
    if (role === undefined || selectorsOf(role).length === 0) return;
    const rules = gathered(role, roles);
    if (isSame(rules, role.rules ?? [])) return;
    const objectKey = { served, namespace: '', name };
    const fill = (live: KubeObject): void => {
      live.rules = rules;
    };
    await this.#client.edit(objectKey, fill, { uid: role.metadata.uid });
  }
}

/** Of rules that are stored, and so never change. Forks of a server share them. */
const texts = new WeakMap<object, string>();

/** Stored rules have their fields in one order, so equal rules have equal text. */
function textOf(rule: JsonObject): string {
  const known = texts.get(rule);
  if (known !== undefined) return known;
  const text = JSON.stringify(rule);
  texts.set(rule, text);
  return text;
}

const isSame = (some: readonly JsonObject[], others: readonly JsonObject[]): boolean =>
  some.length === others.length && some.every((rule, at) => textOf(rule) === textOf(others[at] as JsonObject));

/**
 * The rules of all that a selector chooses, in the order of selectors and names, each rule once. They are looked
 * up by their text, which keeps this linear.
 */
function gathered(role: ClusterRole, roles: readonly ClusterRole[]): JsonObject[] {
  const rules = new Map<string, JsonObject>();
  for (const spec of selectorsOf(role)) {
    const selector = labelSelectorFrom(spec);
    for (const { metadata, rules: own } of roles) {
      if (metadata.name === role.metadata.name || !selector.matches(metadata.labels)) continue;
      for (const rule of own ?? []) {
        const text = textOf(rule);
        if (!rules.has(text)) rules.set(text, rule);
      }
    }
  }
  return [...rules.values()];
}
