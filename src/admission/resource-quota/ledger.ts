import type { ResourceList } from '#apis';
import { formatGroupResource, type GroupResource } from '#meta';

/** Something that was charged for before it was written. */
export interface PendingCharge {
  readonly resource: GroupResource;
  /** `namespace/name` */
  readonly key: string;
  /** In milliseconds. */
  readonly at: number;
  /** By uid of the quota. */
  readonly amounts: ReadonlyMap<string, ResourceList>;
  /** The revision at which the object was seen in the store. */
  seenAt?: number;
}

/** After so long what was not written will not be: its request has failed. */
const PATIENCE_MS = 5000;

/**
 * What was charged to quotas and may not be in the store yet. Whoever counts what is there adds it, so that a count in
 * the moment between a charge and its write takes nothing back.
 */
export class QuotaLedger {
  readonly #now: () => number;
  /** By namespace, then by object; those that were charged last come last. */
  readonly #charges = new Map<string, Map<string, PendingCharge[]>>();
  readonly #charging = new Map<string, Promise<void>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  record(namespace: string, charge: Omit<PendingCharge, 'at' | 'seenAt'>): void {
    const charges = this.#charges.get(namespace) ?? new Map<string, PendingCharge[]>();
    this.#charges.set(namespace, charges);
    const id = idOf(charge);
    const before = charges.get(id) ?? [];
    charges.delete(id);
    charges.set(id, [...before, { ...charge, at: this.#now() }]);
    this.#forgetOld(namespace);
  }

  /** The object has been written, or is gone. */
  seen(resource: GroupResource, key: string, revision: number): void {
    const charges = this.#charges.get(key.slice(0, key.indexOf('/')));
    for (const charge of charges?.get(idOf({ resource, key })) ?? []) charge.seenAt ??= revision;
  }

  /** All that was charged in a namespace of late. */
  pending(namespace: string): readonly PendingCharge[] {
    this.#forgetOld(namespace);
    return [...(this.#charges.get(namespace)?.values() ?? [])].flat();
  }

  /** While it goes on, quotas of the namespace may have been written whose charges are not recorded yet. */
  charging(namespace: string, work: Promise<void>): void {
    this.#charging.set(namespace, work);
    void work.finally(() => {
      if (this.#charging.get(namespace) === work) this.#charging.delete(namespace);
    });
  }

  /** When all charges that were written before are recorded. */
  async quiet(namespace: string): Promise<void> {
    await this.#charging.get(namespace);
  }

  #forgetOld(namespace: string): void {
    const charges = this.#charges.get(namespace);
    if (charges === undefined) return;
    const oldest = this.#now() - PATIENCE_MS;
    for (const [id, list] of charges) {
      if ((list.at(-1)?.at ?? 0) >= oldest) return;
      charges.delete(id);
    }
    this.#charges.delete(namespace);
  }
}

const idOf = ({ resource, key }: Pick<PendingCharge, 'resource' | 'key'>): string =>
  `${formatGroupResource(resource)}/${key}`;
