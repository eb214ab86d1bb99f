import { CHARGE_MS, evaluatorFor, type QuotaLedger, type ResourceQuota, sameAmounts } from '#admission';
import type { WorkQueue } from '#client';
import { type InProcessClient, namespaceOf, type ObjectKey, objectKeyIn, type ResourceEvent } from '#in-process-client';
import type { ServedResource } from '#machinery';
import { apiErrors, formatGroupResource, parseQuantity, setOwn } from '#meta';
import { type Entry, parseEntry } from '#registry';
import type { Controller } from '../controller.ts';
import { add, type Countable, type Counted, countUsage } from './count-usage.ts';

interface ResourceQuotaControllerParts {
  readonly client: InProcessClient;
  /** What admission has charged for of late. */
  readonly ledger: QuotaLedger;
  /** When all that happened up to a revision has been observed. */
  readonly waitForSync: (revision: number) => Promise<void>;
}

type ResourceNames = readonly string[];

/** Changes that come together are counted together. */
const GATHER_MS = 20;
/** After a write the quota is counted again: a charged object may never have been stored. */
const AUDIT_MS = 10_000;

function isQuotas({ group, definition }: ServedResource): boolean {
  return group === '' && definition.resource === 'resourcequotas';
}

/**
 * Keeps `status.used` of each quota: counted when the quota is new or changed, and when an object that it limits is
 * deleted or shrinks. Additions are charged by admission. k8s: controller/resourcequota
 */
export class ResourceQuotaController implements Controller {
  readonly queue: WorkQueue;
  readonly #parts: ResourceQuotaControllerParts;
  /** What quotas limit: by namespace, then by name of the quota. */
  readonly #limited = new Map<string, Map<string, ResourceNames>>();

  constructor(parts: ResourceQuotaControllerParts) {
    this.#parts = parts;
    const work = (key: string): Promise<void> => this.#count(key);
    this.queue = parts.client.workQueue({ name: 'resourcequota', work, concurrency: 16 });
  }

  wants({ definition }: ServedResource): boolean {
    return definition.namespaced && evaluatorFor(definition) !== undefined;
  }

  onListStart(served: ServedResource): void {
    if (isQuotas(served)) this.#limited.clear();
  }

  onEvent(change: ResourceEvent): void {
    const { type, entry, served } = change;
    const { definition } = served;
    this.#parts.ledger.seen(definition, entry.key, entry.revision);
    if (isQuotas(served)) this.#onQuota(change);
    if (type !== 'ADDED') this.#wakeQuotas(change);
  }

  catalogChanged(): void {
    for (const [namespace, quotas] of this.#limited)
      for (const name of quotas.keys()) this.queue.add(`${namespace}/${name}`);
  }

  #onQuota({ type, entry }: ResourceEvent): void {
    const namespace = namespaceOf(entry.key);
    const quotas = this.#limited.get(namespace) ?? new Map<string, ResourceNames>();
    const quota = quotaIn(entry);
    const name = entry.key.slice(namespace.length + 1);
    this.#noteUse(quota, { revision: entry.revision, isGone: type === 'DELETED' });
    if (type === 'DELETED' || quota === undefined) quotas.delete(name);
    else quotas.set(name, Object.keys(quota.spec?.hard ?? {}));
    if (quotas.size === 0) this.#limited.delete(namespace);
    else this.#limited.set(namespace, quotas);
    if (type === 'DELETED' || quota === undefined) return;
    if (isCounted(quota) && isComplete(quota)) this.queue.addAfter(entry.key, AUDIT_MS);
    else this.queue.add(entry.key);
  }

  #noteUse(quota: ResourceQuota | undefined, { revision, isGone }: { revision: number; isGone: boolean }): void {
    const { elsewhere } = this.#parts.ledger;
    const uid = quota?.metadata.uid ?? '';
    if (isGone) elsewhere?.forget(uid);
    else elsewhere?.seen(uid, revision, quota?.status?.used);
  }

  #wakeQuotas({ type, entry, served }: ResourceEvent): void {
    const quotas = this.#limited.get(namespaceOf(entry.key));
    const evaluator = quotas && evaluatorFor(served.definition);
    if (evaluator === undefined || (type === 'MODIFIED' && !evaluator.changes)) return;
    for (const [name, limited] of quotas ?? []) {
      if (limited.some((resource) => evaluator.counts(resource))) this.queue.add(`${namespaceOf(entry.key)}/${name}`);
    }
  }

  async #count(key: string): Promise<void> {
    const { client, waitForSync } = this.#parts;
    const served = client.mapper.ofKind('v1', 'ResourceQuota');
    if (served === undefined) return;
    const objectKey = objectKeyIn(served, key);
    let quota: ResourceQuota | null = await client.object(objectKey);
    const isNew = quota !== null && !isCounted(quota);
    if (!isNew) {
      await client.world.clock.sleep(GATHER_MS);
      quota = await client.object(objectKey);
    }
    if (quota === null) return;
    const counted = await countUsage(client, quota, this.#countables());
    // Then the counted objects have been observed, and are not pending any more.
    await waitForSync(Math.max(0, ...counted.revisions.values()));
    await this.#write(objectKey, quota, counted);
    // Objects from before the quota had a status were not charged, and may have been stored after the count.
    if (isNew) this.queue.add(key);
  }

  #countables(): Countable[] {
    return [...this.#parts.client.mapper.byPrefix.values()].flatMap((served) => {
      const evaluator = served.definition.namespaced ? evaluatorFor(served.definition) : undefined;
      return evaluator === undefined ? [] : [{ served, evaluator }];
    });
  }

  async #write(objectKey: ObjectKey, { metadata: { uid }, spec }: ResourceQuota, counted: Counted): Promise<void> {
    const { elsewhere } = this.#parts.ledger;
    let isHeld = false;
    const change = (live: ResourceQuota): void => {
      // The limits changed since: it will be counted for the new ones.
      if (!sameAmounts(spec?.hard, live.spec?.hard))
        throw apiErrors.conflict(objectKey.served.definition, objectKey.name, 'changed');
      const sum = this.#usedOf(live, counted);
      this.#noteUse(live, { revision: Number(live.metadata.resourceVersion), isGone: false });
      const used = elsewhere?.atLeast(uid ?? '', sum, live.status?.used) ?? sum;
      isHeld = !sameAmounts(sum, used);
      const { hard = {} } = live.spec ?? {};
      if (sameAmounts(hard, live.status?.hard) && sameAmounts(used, live.status?.used)) return;
      live.status = { ...live.status, hard: { ...hard }, used };
    };
    await this.#parts.client.edit(objectKey, change, { subresource: 'status', uid });
    if (isHeld) this.queue.addAfter(`${objectKey.namespace}/${objectKey.name}`, CHARGE_MS);
  }

  /** What was counted, and what was charged but is not stored yet. */
  #usedOf({ metadata, spec, status }: ResourceQuota, { sums, revisions }: Counted): { [resource: string]: string } {
    const all = new Map(sums);
    for (const charge of this.#parts.ledger.pending(metadata.namespace ?? '')) {
      const { quota, basis, seenAt = Number.POSITIVE_INFINITY } = charge;
      if (quota !== metadata.uid || basis >= Number(metadata.resourceVersion)) continue;
      if (seenAt <= (revisions.get(formatGroupResource(charge.resource)) ?? 0)) continue;
      for (const [name, amount] of Object.entries(charge.amounts)) add(all, name, parseQuantity(amount));
    }
    const used: { [resource: string]: string } = {};
    for (const name of Object.keys(spec?.hard ?? {})) {
      // An amount that cannot be counted keeps the value of the status.
      const amount =
        all.get(name)?.toString() ?? (status?.used && Object.hasOwn(status.used, name) ? status.used[name] : undefined);
      if (amount !== undefined) setOwn(used, name, amount);
    }
    return used;
  }
}

function quotaIn(entry: Entry): ResourceQuota | undefined {
  try {
    return parseEntry(entry);
  } catch {
    return undefined;
  }
}

/** Whether its status is for its present limits. */
function isCounted({ spec, status }: ResourceQuota): boolean {
  return sameAmounts(spec?.hard, status?.hard);
}

/** Whether its status has an amount for every limit. It may lack those of kinds that are not served. */
function isComplete({ status }: ResourceQuota): boolean {
  const { hard = {}, used = {} } = status ?? {};
  return Object.keys(hard).every((name) => Object.hasOwn(used, name));
}
