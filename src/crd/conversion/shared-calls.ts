import type { KubeObject } from '#meta';
import type { PackedObject } from './conversion-cache.ts';
import { ConversionError } from './conversion-error.ts';

/** An object that has to be converted. Equal keys mean equal objects and one target. */
export interface ConversionJob {
  readonly key: string;
  readonly object: KubeObject;
  /** The object as JSON. */
  readonly text: string;
}
interface BatchLimits {
  readonly objects: number;
  readonly bytes: number;
}
type Call = (wanted: readonly ConversionJob[], to: string) => Promise<readonly PackedObject[]>;
type Fetched = ReadonlyMap<string, PackedObject>;

/** The calls that one reader began; `keys` are all the objects in them. */
interface Journey {
  readonly keys: ReadonlySet<string>;
}
interface Pending {
  readonly journey: Journey;
  readonly batch: readonly ConversionJob[];
  readonly fetched: Promise<Fetched>;
}

/**
 * Puts objects into batches, one call each, in sequence; and lets everybody who wants an object that is on its way wait
 * for it instead of sending it again.
 */
export class SharedCalls {
  readonly #limits: BatchLimits;
  readonly #call: Call;
  readonly #onTheWay = new Map<string, Pending>();

  constructor(limits: BatchLimits, call: Call) {
    this.#limits = limits;
    this.#call = call;
  }

  async fetch(wanted: ReadonlyMap<string, ConversionJob>, to: string, signal?: AbortSignal): Promise<Fetched> {
    const pending = new Set<Pending>();
    const missing: ConversionJob[] = [];
    for (const [key, want] of wanted) {
      const shared = this.#onTheWay.get(key);
      if (shared === undefined) missing.push(want);
      else pending.add(shared);
    }
    const own = this.#begin(missing, to);
    const arrivals = [...own, ...pending].map(async (one) => this.#arrive(one, wanted, to));
    // Waits for all of them, so that no rejection is unhandled; the first failure is the answer.
    const outcomes = await untilAborted(Promise.allSettled(arrivals), signal);
    return join(outcomes);
  }

  #begin(missing: readonly ConversionJob[], to: string): Pending[] {
    const journey = { keys: new Set(missing.map(({ key }) => key)) };
    let before: Promise<unknown> = Promise.resolve();
    return batches(missing, this.#limits).map((batch) => {
      const fetched = before.then(() => this.#fetchBatch(batch, to));
      before = fetched;
      const pending = { journey, batch, fetched };
      for (const { key } of batch) this.#onTheWay.set(key, pending);
      const arrived = (): void => {
        for (const { key } of batch) this.#onTheWay.delete(key);
      };
      fetched.then(arrived, arrived);
      return pending;
    });
  }

  /**
   * Another reader's call may have failed for an object that this reader does not want: then this reader asks for its
   * own. A webhook that could not be reached failed for all of them.
   */
  async #arrive(
    { journey, batch, fetched }: Pending,
    wanted: ReadonlyMap<string, ConversionJob>,
    to: string,
  ): Promise<Fetched> {
    try {
      return await fetched;
    } catch (error) {
      const foreign = [...journey.keys].some((key) => !wanted.has(key));
      if (!foreign || !(error instanceof ConversionError) || error.type === 'call') throw error;
      return this.#fetchBatch(
        batch.filter(({ key }) => wanted.has(key)),
        to,
      );
    }
  }

  async #fetchBatch(batch: readonly ConversionJob[], to: string): Promise<Fetched> {
    const packed = await this.#call(batch, to);
    return new Map(batch.map(({ key }, index) => [key, packed[index] as PackedObject]));
  }
}

function join(outcomes: readonly PromiseSettledResult<Fetched>[]): Fetched {
  const all = new Map<string, PackedObject>();
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') throw outcome.reason;
    for (const [key, packed] of outcome.value) all.set(key, packed);
  }
  return all;
}

function batches(wanted: readonly ConversionJob[], limits: BatchLimits): ConversionJob[][] {
  const all: ConversionJob[][] = [];
  let bytes = 0;
  for (const want of wanted) {
    const last = all.at(-1);
    const size = Buffer.byteLength(want.text, 'utf8');
    if (last !== undefined && last.length < limits.objects && bytes + size <= limits.bytes) {
      last.push(want);
      bytes += size;
    } else {
      all.push([want]);
      bytes = size;
    }
  }
  return all;
}

/** A reader that goes away stops waiting; the call goes on for the others. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
