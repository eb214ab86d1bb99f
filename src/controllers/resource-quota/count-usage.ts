import { type Evaluator, isInScopes, type ResourceQuota, scopesOf } from '#admission';
import type { ServedResource } from '#machinery';
import { formatGroupResource, type KubeObject, nextTurn, parseQuantity, Quantity } from '#meta';
import { type Entry, hubObject } from '#registry';
import type { Loopback } from '../loopback.ts';

/** Amounts by resource. */
export type Sums = Map<string, Quantity>;

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
  loopback: Loopback,
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
    const { entries, revision } = await loopback.listAt(countable.served, quota.metadata.namespace ?? '');
    revisions.set(formatGroupResource(countable.evaluator.resource), revision);
    await countEntries(sums, entries, { ...countable, quota, now: loopback.world.clock.now() });
  }
  return { sums, revisions };
}

interface Counting extends Countable {
  readonly quota: ResourceQuota;
  readonly now: number;
}

async function countEntries(sums: Sums, entries: readonly Entry[], counting: Counting): Promise<void> {
  const { evaluator, quota } = counting;
  const scopes = scopesOf(quota);
  if (evaluator.each !== undefined) {
    const count = Quantity.of(scopes.length === 0 ? entries.length : 0);
    for (const name of Object.keys(evaluator.each)) add(sums, name, count);
    return;
  }
  let counted = 0;
  for (const entry of entries) {
    const known = knownUsage(entry) ?? (await usageOf(entry, counting));
    const isMeant = scopes.length === 0 || isInScopes(evaluator, scopes, await objectOf(entry, counting));
    if (isMeant) for (const [name, amount] of known) add(sums, name, amount);
    if (++counted % AT_ONCE === 0) await nextTurn();
  }
}

export function add(sums: Sums, name: string, amount: Quantity): void {
  const sum = sums.get(name);
  if (sum !== undefined) sums.set(name, sum.add(amount));
}

type Usage = readonly (readonly [name: string, amount: Quantity])[];
const MEMO = 'quota-usage';

const knownUsage = (entry: Entry): Usage | undefined =>
  entry.has(MEMO) ? entry.memo<Usage>(MEMO, () => []) : undefined;

async function objectOf(entry: Entry, { served }: Counting): Promise<KubeObject> {
  return hubObject(served.definition, entry);
}

/** Remembered for each state of an object, unless time alone can change it. */
async function usageOf(entry: Entry, counting: Counting): Promise<Usage> {
  const object = await objectOf(entry, counting);
  const usage = Object.entries(counting.evaluator.usage(object, counting.now)).map(
    ([name, amount]) => [name, parseQuantity(amount)] as const,
  );
  return object.metadata.deletionTimestamp === undefined ? entry.memo(MEMO, () => usage) : usage;
}
