import type { PendingCharge, QuotaCharges, QuotaLedger } from '#admission';
import type { CountStored, SharedNetwork } from '#apis';
import type { CachedObjects, Collection, CommitTerms, DamagedRecord, Entry, Freshness } from '#storage';
import type { WebhookHealth } from '#webhook';
import type { ManifestCopy } from '../static-manifests/static-manifests.ts';

/** A stored object on its way to another thread. */
export interface RowMessage {
  readonly key: string;
  readonly revision: number;
  /** A copy: what a view shows a part of would be sent whole. Or what is wrong with it. */
  readonly value: StoredMessage;
}

type StoredMessage = Uint8Array | Pick<DamagedRecord, 'key' | 'revision' | 'why'>;

interface PageMessage {
  readonly rows: readonly RowMessage[];
  readonly revision: number;
  readonly next: string | undefined;
}

interface CopyMessage {
  readonly since: number;
  /** Without a value where the asker has it already. */
  readonly rows: readonly (Omit<RowMessage, 'value'> & Partial<RowMessage>)[];
}

type CommitMessage =
  | { readonly committed: true; readonly revision: number }
  | { readonly committed: false; readonly actual: RowMessage | null };

/** What the main thread does for the others: it alone has the store, and what is counted in memory. */
export interface MainCalls {
  load(prefix: string): Promise<void>;
  get(prefix: string, key: string, freshness: Freshness): Promise<RowMessage | null>;
  page(prefix: string, under: string, after: string | undefined): Promise<PageMessage>;
  commit(prefix: string, key: string, write: CommitWish): Promise<CommitMessage>;
  /** The objects whose key ends in one of these ways; `known` says which the asker has, by key and revision. */
  copy(prefix: string, ends: readonly string[], known: { readonly [key: string]: number }): CopyMessage;
  countStored: CountStored;
  /** The configurations of admission that lie in files. */
  manifests(): ManifestCopy;
  /** How the conversion webhook of a definition did when a thread called it. */
  webhookHealth(name: string, health: WebhookHealth): void;
  charge: QuotaCharges['record'];
  strikeCharge: QuotaCharges['strike'];
  vacate: SharedNetwork['vacate'];
  takeAddress: SharedNetwork['takeAddress'];
  giveBackAddress: SharedNetwork['giveBackAddress'];
  takePort: SharedNetwork['takePort'];
  giveBackPort: SharedNetwork['giveBackPort'];
  tryAddress: SharedNetwork['tryAddress'];
  tryPort: SharedNetwork['tryPort'];
}

interface CommitWish {
  /** Null removes it. */
  readonly value: Uint8Array | null;
  readonly terms: CommitTerms;
}

interface MainParts {
  collection(prefix: string): Collection;
  cached(prefix: string): CachedObjects | undefined;
  readonly network: SharedNetwork;
  readonly countStored: CountStored;
  readonly quotaLedger: QuotaLedger;
  webhookHealth: MainCalls['webhookHealth'];
  manifests: MainCalls['manifests'];
}

const PAGE = 200;
const PAGE_BYTES = 1024 * 1024;

export function mainCalls(parts: MainParts): MainCalls {
  const { collection, cached, network, countStored, quotaLedger, webhookHealth, manifests } = parts;
  return {
    load: (prefix) => collection(prefix).load(),
    async get(prefix, key, freshness) {
      return rowOf(await collection(prefix).get(key, freshness));
    },
    async page(prefix, under, after) {
      const query = { under, limit: PAGE, freshness: { need: 'newest' } as const };
      const { entries, revision, next } = await collection(prefix).list(
        after === undefined ? query : { ...query, after },
      );
      const rows = fitting(entries).map((entry) => rowOf(entry) as RowMessage);
      return { rows, revision, next: rows.length < entries.length ? rows.at(-1)?.key : next };
    },
    commit: (prefix, key, wish) => commit(collection(prefix), key, wish),
    copy: (prefix, ends, known) => copyOf(cached(prefix), ends, known),
    countStored,
    webhookHealth,
    manifests,
    charge: (namespace, charge) => quotaLedger.record(namespace, charge),
    strikeCharge: (namespace, charge) => strike(quotaLedger, namespace, charge),
    vacate: (service) => network.vacate(service),
    takeAddress: (family, address, holder) => network.takeAddress(family, address, holder),
    giveBackAddress: (address) => network.giveBackAddress(address),
    takePort: (port) => network.takePort(port),
    giveBackPort: (port) => network.giveBackPort(port),
    tryAddress: (family, address) => network.tryAddress(family, address),
    tryPort: (port) => network.tryPort(port),
  };
}

/** As many as may be copied in one go, at least one. */
function fitting(entries: readonly Entry[]): readonly Entry[] {
  let bytes = 0;
  const end = entries.findIndex(({ size }, at) => {
    bytes += size;
    return at > 0 && bytes > PAGE_BYTES;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

/** What comes from another thread is a copy of what was recorded. */
function strike(ledger: QuotaLedger, namespace: string, { quota, key, basis, at }: PendingCharge): void {
  const isMeant = (one: PendingCharge) =>
    one.quota === quota && one.key === key && one.basis === basis && one.at === at;
  const charge = ledger.pending(namespace).find(isMeant);
  if (charge !== undefined) ledger.strike(namespace, charge);
}

function rowOf(entry: Entry | null): RowMessage | null {
  return entry === null ? null : { key: entry.key, revision: entry.revision, value: storedOf(entry) };
}

function storedOf(entry: Entry): StoredMessage {
  if (entry.damage === undefined) return new Uint8Array(entry.value);
  const { key, revision, why } = entry.damage;
  return { key, revision, why };
}

async function commit(collection: Collection, key: string, { value, terms }: CommitWish): Promise<CommitMessage> {
  const { expected, ...how } = typeof terms === 'object' && terms !== null ? terms : { expected: terms };
  let lost: Entry | null | undefined;
  const written = await collection.transact(key, async (live) => {
    lost = (live?.revision ?? null) === expected ? undefined : live;
    if (lost !== undefined) return { do: 'keep' };
    return value === null ? { do: 'remove' } : { do: 'put', value, ...how };
  });
  if (lost !== undefined) return { committed: false, actual: rowOf(lost) };
  return { committed: true, revision: (written.entry as Entry).revision };
}

function copyOf(
  found: CachedObjects | undefined,
  ends: readonly string[],
  known: { readonly [key: string]: number },
): CopyMessage {
  const rows: CopyMessage['rows'][number][] = [];
  for (const entry of found?.entries ?? []) {
    const { key, revision } = entry;
    if (!ends.some((end) => key.endsWith(end))) continue;
    const isKnown = Object.hasOwn(known, key) && known[key] === revision;
    rows.push(isKnown ? { key, revision } : { key, revision, value: storedOf(entry) });
  }
  return { since: found?.since ?? 0, rows };
}
