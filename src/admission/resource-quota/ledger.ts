import type { ResourceList } from '#apis';
import { formatGroupResource, type GroupResource } from '#meta';
import type { ChargesElsewhere } from './charges-elsewhere.ts';

/** What was charged to one quota for an object that may not have been written yet. */
export interface PendingCharge {
  readonly resource: GroupResource;
  /** `namespace/name` of the object. */
  readonly key: string;
  /** The uid of the quota. */
  readonly quota: string;
  readonly amounts: ResourceList;
  /** The revision of the quota that the charge was added to: any later one has it. */
  readonly basis: number;
  /** In milliseconds. */
  readonly at: number;
  /** The revision at which the object was seen in the store after that. */
  seenAt?: number;
}

/** Where charges are written down, in whichever thread they are counted. */
export type QuotaCharges = Pick<QuotaLedger, 'record' | 'strike'>;

/** After so long what was not written will not be: its request has failed. */
const PATIENCE_MS = 5000;

/**
 * What was charged to quotas and may not be in the store yet. Whoever counts what is there adds it, so that a count in
 * the moment between a charge and its write takes nothing back:
 *
 *     charge pods=1 to q (revision 7 → 8) · count: no pod yet, but pods=1 is pending → used stays 1 · the pod is written
 */
export class QuotaLedger {
  readonly elsewhere: ChargesElsewhere | undefined;
  readonly #now: () => number;
  /** By namespace, then by object; those that were charged last come last. */
  readonly #charges = new Map<string, Map<string, PendingCharge[]>>();

  /** `elsewhere`: what other servers of the same store charge, where there are some. */
  constructor(now: () => number, elsewhere?: ChargesElsewhere) {
    this.#now = now;
    this.elsewhere = elsewhere;
  }

  record(namespace: string, charge: Omit<PendingCharge, 'at' | 'seenAt'>): PendingCharge {
    const charges = this.#charges.get(namespace) ?? new Map<string, PendingCharge[]>();
    const id = idOf(charge);
    const recorded = { ...charge, at: this.#now() };
    const before = charges.get(id) ?? [];
    charges.delete(id);
    charges.set(id, [...before, recorded]);
    this.#charges.set(namespace, charges);
    this.#forgetOld(namespace);
    return recorded;
  }

  /** It came to nothing. */
  strike(namespace: string, charge: PendingCharge): void {
    const list = this.#charges.get(namespace)?.get(idOf(charge));
    const at = list?.indexOf(charge) ?? -1;
    if (at >= 0) list?.splice(at, 1);
  }

  /** The object has been written, or is gone. */
  seen(resource: GroupResource, key: string, revision: number): void {
    const charges = this.#charges.get(key.slice(0, key.indexOf('/')));
    for (const charge of charges?.get(idOf({ resource, key })) ?? []) {
      if (revision > charge.basis) charge.seenAt ??= revision;
    }
  }

  /** All that was charged in a namespace of late. */
  pending(namespace: string): readonly PendingCharge[] {
    this.#forgetOld(namespace);
    return [...(this.#charges.get(namespace)?.values() ?? [])].flat();
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
