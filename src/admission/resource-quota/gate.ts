import { addAmounts } from '#apis';
import { type ApiError, apiErrors, type MaybePromise } from '#meta';
import { assess, type Case, type Charge } from './assess.ts';
import type { QuotaCharges } from './ledger.ts';
import { quotaResource, type ResourceQuota } from './resource-quota.ts';

/** Where quotas are kept. */
export interface QuotaBook {
  /** As a write just has left them; `newest` also where another server has written since. */
  list(namespace: string, freshness?: 'newest' | 'recent'): MaybePromise<readonly ResourceQuota[]>;
  /** Writes what is used, if the quota is still the one that was read. False when it is not. */
  write(quota: ResourceQuota): Promise<boolean>;
}

interface Waiter {
  readonly asked: Case;
  admit(): void;
  refuse(error: unknown): void;
}

interface Charged {
  readonly waiter: Waiter;
  readonly charges: readonly Charge[];
}

/** How often somebody else may write a quota between our look and our write. */
const ATTEMPTS = 8;

/**
 * Lets requests through as far as quotas allow, and writes down what they use before they are carried out. Requests in
 * one namespace go through together: one write for all that came while the last was on its way.
 * k8s: admission/plugin/resourcequota/controller.go
 */
export class QuotaGate {
  readonly #book: QuotaBook;
  readonly #ledger: QuotaCharges;
  readonly #waiting = new Map<string, Waiter[]>();

  constructor(book: QuotaBook, ledger: QuotaCharges) {
    this.#book = book;
    this.#ledger = ledger;
  }

  pass(asked: Case): Promise<void> {
    return new Promise((admit, refuse) => {
      const { namespace } = asked.request;
      const waiter = { asked, admit, refuse };
      const others = this.#waiting.get(namespace);
      if (others !== undefined) {
        others.push(waiter);
        return;
      }
      this.#waiting.set(namespace, [waiter]);
      void this.#work(namespace);
    });
  }

  /** Until nobody waits any more. */
  async #work(namespace: string): Promise<void> {
    for (let batch = this.#take(namespace); batch.length > 0; batch = this.#take(namespace)) {
      try {
        await this.#decide(await this.#book.list(namespace), batch, ATTEMPTS);
      } catch (error) {
        for (const { refuse } of batch) refuse(error);
      }
    }
    this.#waiting.delete(namespace);
  }

  #take(namespace: string): Waiter[] {
    return this.#waiting.get(namespace)?.splice(0) ?? [];
  }

  async #decide(quotas: readonly ResourceQuota[], waiters: readonly Waiter[], attempts: number): Promise<void> {
    const { after, charged } = assessAll(quotas, waiters);
    const lost: string[] = [];
    for (const quota of after.filter((now, at) => now !== quotas[at])) {
      if (!(await this.#write(quota, charged))) lost.push(quota.metadata.name ?? '');
    }
    const [first] = lost;
    if (first === undefined) {
      for (const { waiter } of charged) waiter.admit();
    } else if (attempts === 0) {
      for (const { waiter } of charged) waiter.refuse(contended(first));
    } else {
      // The other quotas have been charged; one that was deleted meanwhile limits nothing any more.
      const now = await this.#book.list(charged[0]?.waiter.asked.request.namespace ?? '', 'newest');
      const again = now.filter(({ metadata }) => lost.includes(metadata.name ?? ''));
      await this.#decide(
        again,
        charged.map(({ waiter }) => waiter),
        attempts - 1,
      );
    }
  }

  /** The charges are recorded first: from the moment that the quota has them, whoever counts knows of them. */
  async #write(quota: ResourceQuota, charged: readonly Charged[]): Promise<boolean> {
    const { uid = '', namespace = '', resourceVersion = '0' } = quota.metadata;
    const records = charged.flatMap(({ waiter, charges }) => {
      const { resource, object, oldObject } = waiter.asked.request;
      const basis = Math.max(Number(resourceVersion), Number(oldObject?.metadata.resourceVersion ?? 0));
      const key = `${namespace}/${object?.metadata.name ?? ''}`;
      return charges
        .filter((charge) => charge.quota.metadata.uid === uid)
        .map(({ amounts }) => this.#ledger.record(namespace, { resource, key, quota: uid, amounts, basis }));
    });
    const written = await this.#book.write(quota);
    if (!written) for (const record of records) this.#ledger.strike(namespace, record);
    return written;
  }
}

interface Assessed {
  /** The quotas as they will be; those that stay are the same objects. */
  readonly after: readonly ResourceQuota[];
  readonly charged: readonly Charged[];
}

/** One after the other, each with what those before it leave. Who needs nothing written is told at once. */
function assessAll(quotas: readonly ResourceQuota[], waiters: readonly Waiter[]): Assessed {
  let after = quotas;
  const charged: Charged[] = [];
  for (const waiter of waiters) {
    try {
      const charges = assess(waiter.asked, after);
      if (charges.length === 0 || waiter.asked.request.dryRun) {
        waiter.admit();
        continue;
      }
      after = after.map((quota) => charge(quota, charges));
      charged.push({ waiter, charges });
    } catch (error) {
      waiter.refuse(error);
    }
  }
  return { after, charged };
}

function charge(quota: ResourceQuota, charges: readonly Charge[]): ResourceQuota {
  const amounts = charges.find((one) => one.quota === quota)?.amounts;
  if (amounts === undefined) return quota;
  return { ...quota, status: { ...quota.status, used: addAmounts(quota.status?.used ?? {}, amounts) } };
}

function contended(quota: string): ApiError {
  const why = 'the object has been modified; please apply your changes to the latest version and try again';
  return apiErrors.conflict(quotaResource, quota, why);
}
