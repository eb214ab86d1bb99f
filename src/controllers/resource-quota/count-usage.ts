import { countName, type Evaluator, isInScopes, type ResourceQuota, scopesOf } from '#admission';
import type { InProcessClient } from '#in-process-client';
import type { ServedResource } from '#machinery';
import { formatGroupResource, nextTurn, parseQuantity, Quantity } from '#meta';
import { type Entry, hubObject } from '#registry';

/** Amounts by resource. */
type Sums = Map<string, Quantity>;

export interface Counted {
  readonly sums: Sums;
  /** As of which revision each resource was counted. */
  readonly revisions: ReadonlyMap<string, number>;
}

export interface Countable {
  readonly served: ServedResource;
  readonly evaluator: Evaluator;
}

/** So many objects are counted in one go, before others get their turn. */
const AT_ONCE = 500;

/** What the objects in the quota's namespace use of what it limits. */
export async function countUsage(
  client: InProcessClient,
  quota: ResourceQuota,
  countables: readonly Countable[],
): Promise<Counted> {
  const limited = Object.keys(quota.spec?.hard ?? {});
  const sums: Sums = new Map();
  const revisions = new Map<string, number>();
  for (const countable of countables) {
    const names = limited.filter((name) => countable.evaluator.counts(name));
    if (names.length === 0) continue;
    for (const name of names) if (!sums.has(name)) sums.set(name, Quantity.of(0));
    const { entries, revision } = await client.listAt(countable.served, quota.metadata.namespace ?? '');
    revisions.set(formatGroupResource(countable.evaluator.resource), revision);
    const { clock, log } = client.world;
    const unreadable = ({ key }: Entry, cause: unknown): void =>
      log.warn('an object cannot be read; only that it is there is counted', {
        resource: countable.evaluator.resource,
        key,
        cause,
      });
    await countEntries(sums, entries, { ...countable, quota, now: clock.now(), unreadable });
  }
  return { sums, revisions };
}

interface Counting extends Countable {
  readonly quota: ResourceQuota;
  readonly now: number;
  unreadable(entry: Entry, cause: unknown): void;
}

async function countEntries(sums: Sums, entries: readonly Entry[], counting: Counting): Promise<void> {
  const { evaluator, quota } = counting;
  if (evaluator.each !== undefined) {
    const count = Quantity.of(scopesOf(quota).length === 0 ? entries.length : 0);
    for (const name of Object.keys(evaluator.each)) add(sums, name, count);
    return;
  }
  let counted = 0;
  for (const entry of entries) {
    const usage = entry.has(memoFor(quota))
      ? entry.memo<Usage>(memoFor(quota), () => [])
      : await usageOf(entry, counting);
    for (const [name, amount] of usage) add(sums, name, amount);
    if (++counted % AT_ONCE === 0) await nextTurn();
  }
}

export function add(sums: Sums, name: string, amount: Quantity): void {
  const sum = sums.get(name);
  if (sum !== undefined) sums.set(name, sum.add(amount));
}

type Usage = readonly (readonly [name: string, amount: Quantity])[];

/** What an object uses is the same for all quotas that are about the same objects. */
const memoFor = (quota: ResourceQuota): string => {
  const scopes = scopesOf(quota);
  return scopes.length === 0 ? 'quota-usage' : `quota-usage ${JSON.stringify(scopes)}`;
};

/** Empty if the quota does not cover it. Memoized for each state of an object, unless it changes with time. */
async function usageOf(entry: Entry, { served, evaluator, quota, now, unreadable }: Counting): Promise<Usage> {
  try {
    const object = await hubObject(served.definition, entry);
    const isMeant = isInScopes(evaluator, scopesOf(quota), object);
    const amounts = isMeant ? Object.entries(evaluator.usage(object, now)) : [];
    const usage = amounts.map(([name, amount]) => [name, parseQuantity(amount)] as const);
    return object.metadata.deletionTimestamp === undefined ? entry.memo(memoFor(quota), () => usage) : usage;
  } catch (cause) {
    // One unreadable object must not keep the others from being counted. It counts as one object.
    unreadable(entry, cause);
    const { resource, each = { [countName(resource)]: '1', [resource.resource]: '1' } } = evaluator;
    return Object.entries(each).map(([name, amount]) => [name, parseQuantity(amount)] as const);
  }
}
