import { addAmounts, amountOf, compareAmounts, type ResourceList } from '#apis';
import { setOwn } from '#meta';
import { subtractAmounts } from './amounts.ts';

interface Growth {
  readonly amounts: ResourceList;
  readonly at: number;
}

interface SeenQuota {
  readonly revision: number;
  readonly used: ResourceList;
  readonly growth: readonly Growth[];
}

/** What was charged is written within this time, as far as anybody can tell. */
export const CHARGE_MS = 2000;

/**
 * What other servers have charged to quotas of late. They do not say for what: a quota whose use has grown was charged by somebody,
 * whose object may not be in the store yet. Whoever counts what is there takes back no more than what is older:
 *
 *     used 3 · another server charges 1 → used 4 · count: 3 objects → used stays 4 · two seconds later: as many as were counted
 */
export class ChargesElsewhere {
  readonly #now: () => number;
  /** By uid. */
  readonly #quotas = new Map<string, SeenQuota>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** So much was used of a quota at a revision. At first sight nobody knows how old that is. */
  seen(uid: string, revision: number, used: ResourceList = {}): void {
    const before = this.#quotas.get(uid);
    if (before !== undefined && before.revision >= revision) return;
    const amounts = before === undefined ? used : subtractAmounts(used, before.used);
    this.#quotas.set(uid, { revision, used, growth: [...this.#recent(before), { amounts, at: this.#now() }] });
  }

  /** The quota is gone. */
  forget(uid: string): void {
    this.#quotas.delete(uid);
  }

  /** What may be told as used, given what was counted and what is told now. */
  atLeast(uid: string, counted: ResourceList, told: ResourceList = {}): ResourceList {
    const recent = this.#recent(this.#quotas.get(uid)).reduce<ResourceList>(
      (sum, { amounts }) => addAmounts(sum, amounts),
      {},
    );
    const held: ResourceList = {};
    for (const [name, amount] of Object.entries(counted)) {
      const charged =
        amountOf(addAmounts({ [name]: amount }, { [name]: amountOf(recent, name) ?? '0' }), name) ?? amount;
      setOwn(held, name, between(amount, amountOf(told, name) ?? amount, charged));
    }
    return held;
  }

  #recent(quota: SeenQuota | undefined): readonly Growth[] {
    const oldest = this.#now() - CHARGE_MS;
    return (quota?.growth ?? []).filter(({ at }) => at > oldest);
  }
}

/** What is told, but not below the one nor above the other. */
function between(least: string, told: string, most: string): string {
  if (compareAmounts(told, least) <= 0) return least;
  return compareAmounts(told, most) <= 0 ? told : most;
}
