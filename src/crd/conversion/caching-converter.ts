import { createHash } from 'node:crypto';
import { encodeJson } from '#machinery';
import { type KubeObject, nextTurn, type World } from '#meta';
import { HealthRecord, WebhookCallError, WebhookClient, type WebhookClientParts, type WebhookHealth } from '#webhook';
import type { Converter } from '../converter.ts';
import { ConversionCache, type PackedObject, packObject, unpackObject } from './conversion-cache.ts';
import type { WebhookConversion } from './conversion-config.ts';
import {
  ConversionError,
  type ConversionFailureType,
  ConversionFault,
  type WebhookExchange,
} from './conversion-error.ts';
import { chooseReviewVersion, readReview, writeReview } from './conversion-review.ts';
import { takeConverted } from './converted-object.ts';
import { type ConversionJob, SharedCalls } from './shared-calls.ts';

export interface WebhookConverter extends Converter, Disposable {
  /**
   * Objects that are at the version already are passed on as they are; the others are new objects that the caller may
   * change. A failure is a `ConversionError`. A reader whose signal fires stops waiting; the call goes on for others.
   */
  convert(
    objects: readonly KubeObject[],
    toApiVersion: string,
    options?: { readonly signal?: AbortSignal },
  ): Promise<KubeObject[]>;
  health(): WebhookHealth;
  /** Takes over how the calls of another thread went. */
  told(health: WebhookHealth): void;
  /** Drops what is cached: for a webhook that was replaced by a better one at the same address. */
  forget(): void;
}

export interface WebhookConverterParts extends Omit<WebhookClientParts, 'clock'> {
  readonly world: Pick<World, 'clock' | 'ids'>;
  /** Shared by all converters of a server; one of its own when absent. */
  readonly cache?: ConversionCache;
  /** How much one call may carry at most. A larger object travels alone. */
  readonly batch?: { readonly objects?: number; readonly bytes?: number };
  healthChanged?(health: WebhookHealth): void;
  observe?(call: ObservedCall): void;
}

/** One call of a webhook, for the metrics. */
export interface ObservedCall {
  readonly definition: string;
  readonly objects: number;
  /** The apiVersion of the first of them, and of all afterwards. */
  readonly from: string;
  readonly to: string;
  readonly milliseconds: number;
  readonly failure?: ConversionFailureType;
}

/** About a millisecond of work. */
const BYTES_PER_TURN = 128 * 1024;
/** An answer is read in one go, and others wait for it. */
const defaultBatch = { objects: 1000, bytes: 1024 * 1024 };

/**
 * Converts through a webhook, with as few calls as can be: one for a whole batch, one for all who want the same objects
 * at the same time, none for what was converted before. A result is kept under uid, resourceVersion and target version,
 * and under a digest of the object: a request's object may carry the uid and resourceVersion of the stored one and yet
 * differ from it.
 *
 * Failures are never kept, and a webhook that failed is asked again by the next request: so it works again with the
 * first request after it came back. The price is a wait of up to the timeout for each reader of a webhook that hangs;
 * one that is gone answers within a millisecond, and readers of the same objects share the wait.
 */
export function webhookConverter(conversion: WebhookConversion, parts: WebhookConverterParts): WebhookConverter {
  return new CachingConverter(conversion, parts);
}

class CachingConverter implements WebhookConverter {
  readonly #conversion: WebhookConversion;
  readonly #parts: WebhookConverterParts;
  readonly #client: WebhookClient;
  readonly #cache: ConversionCache;
  readonly #calls: SharedCalls;
  readonly #health: HealthRecord;
  #scope: string;

  constructor(conversion: WebhookConversion, parts: WebhookConverterParts) {
    const { world, cache = new ConversionCache(), batch, healthChanged, observe: _, ...client } = parts;
    this.#conversion = conversion;
    this.#parts = parts;
    this.#client = new WebhookClient(conversion.clientConfig, { ...client, clock: world.clock });
    this.#cache = cache;
    this.#scope = cache.newScope();
    this.#health = new HealthRecord(world.clock, (health) => healthChanged?.(health));
    this.#calls = new SharedCalls({ ...defaultBatch, ...batch }, (wanted, to) => this.#call(wanted, to));
  }

  async convert(
    objects: readonly KubeObject[],
    to: string,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<KubeObject[]> {
    const places = objects.map((object) => this.#place(object, to));
    const known = new Map<string, PackedObject>();
    const wanted = new Map<string, ConversionJob>();
    for (const place of places) {
      if ('done' in place) continue;
      const cached = this.#cache.get(place.key);
      if (cached === undefined) wanted.set(place.key, place);
      else known.set(place.key, cached);
    }
    if (wanted.size > 0) {
      for (const [key, packed] of await this.#calls.fetch(wanted, to, signal)) known.set(key, packed);
    }
    return inTurns(places, (place) => {
      if ('done' in place) return { value: place.done, size: 0 };
      const packed = known.get(place.key) as PackedObject;
      return { value: unpackObject(packed), size: packed.bytes.length };
    });
  }

  health(): WebhookHealth {
    return this.#health.current;
  }

  told(health: WebhookHealth): void {
    this.#health.told(health);
  }

  forget(): void {
    // Entries under the old scope are not asked for any more, and are evicted as the longest unused.
    this.#scope = this.#cache.newScope();
  }

  [Symbol.dispose](): void {
    this.#client[Symbol.dispose]();
  }

  #place(object: KubeObject, to: string): ConversionJob | { readonly done: KubeObject } {
    if (object.apiVersion === to) return { done: object };
    // An object with nothing but its type needs no webhook.
    if (Object.keys(object).every((key) => key === 'apiVersion' || key === 'kind')) {
      return { done: { ...object, apiVersion: to } };
    }
    const text = encodeJson(object);
    const { uid = '', resourceVersion = '' } = revisionOf(object);
    const digest = createHash('sha256').update(text).digest('base64');
    return { object, text, key: `${this.#scope} ${to} ${uid} ${resourceVersion} ${digest}` };
  }

  async #call(wanted: readonly ConversionJob[], to: string): Promise<PackedObject[]> {
    const { clock } = this.#parts.world;
    const started = clock.elapsed();
    const tell = (failure?: ConversionFailureType): void =>
      this.#parts.observe?.({
        definition: this.#conversion.definition,
        objects: wanted.length,
        from: wanted[0]?.object.apiVersion ?? '',
        to,
        milliseconds: clock.elapsed() - started,
        ...(failure === undefined ? {} : { failure }),
      });
    const wire: Wire = {};
    try {
      const packed = await this.#ask(wanted, to, wire);
      this.#health.succeeded();
      tell();
      return packed;
    } catch (error) {
      const told = this.#explain(error, { wanted, to, wire });
      this.#health.failed(told);
      tell(told.type);
      throw told;
    }
  }

  async #ask(wanted: readonly ConversionJob[], to: string, wire: Wire): Promise<PackedObject[]> {
    const version = chooseReviewVersion(this.#conversion.conversionReviewVersions);
    if (version === undefined) throw new ConversionFault('call', 'failed: no supported conversion review versions');
    const objects = wanted.map(({ text }) => text);
    const request = { version, uid: this.#parts.world.ids.uid(), desiredApiVersion: to, objects };
    const scope = this.#scope;
    wire.request = writeReview(request);
    wire.answer = await this.#client.post(wire.request);
    const converted = readReview(wire.answer, request);
    // All of them are looked at before any is kept.
    const packed = await inTurns(wanted, ({ object, text }, index) => {
      const { length: count } = wanted;
      const answer = takeConverted({ original: object, converted: converted[index] ?? null, to, index, count });
      return { value: packObject(answer), size: text.length };
    });
    if (scope === this.#scope) this.#keep(wanted, packed);
    return packed;
  }

  /** An object that was never stored is not asked for again. */
  #keep(wanted: readonly ConversionJob[], packed: readonly PackedObject[]): void {
    for (const [index, { key, object }] of wanted.entries()) {
      const { uid, resourceVersion } = revisionOf(object);
      if (uid && resourceVersion) this.#cache.set(key, packed[index] as PackedObject);
    }
  }

  #explain(error: unknown, { wanted, to, wire }: FailedCall): ConversionError {
    const fault =
      error instanceof WebhookCallError ? new ConversionFault('call', `failed: ${callFault(error)}`) : error;
    if (!(fault instanceof ConversionFault)) throw error;
    const objects = wanted.map(({ object }) => object);
    return new ConversionError(fault, {
      definition: this.#conversion.definition,
      webhook: this.#client.href,
      objects,
      to,
      exchange: exchangeOf(this.#client.href, wire, error),
    });
  }
}

/** What was sent and what came back, as far as a call has got. */
interface Wire {
  request?: string;
  answer?: Uint8Array;
}

interface FailedCall {
  readonly wanted: readonly ConversionJob[];
  readonly to: string;
  readonly wire: Wire;
}

/** A batch may be a megabyte; what is told of it is for somebody to read. */
const MOST_TOLD = 32 * 1024;

function exchangeOf(webhook: string, { request, answer }: Wire, error: unknown): WebhookExchange | undefined {
  if (request === undefined) return undefined;
  const refused = error instanceof WebhookCallError ? error : undefined;
  const bytes = answer ?? refused?.answer;
  return {
    webhook,
    request: request.slice(0, MOST_TOLD),
    ...(bytes !== undefined && {
      status: refused?.status ?? 200,
      answer: Buffer.from(bytes.subarray(0, MOST_TOLD)).toString(),
    }),
  };
}

/** Maps each item; lets others have their turn after every so many bytes. */
async function inTurns<T, U>(items: readonly T[], make: (item: T, index: number) => { value: U; size: number }) {
  const made: U[] = [];
  let inTurn = 0;
  for (const [index, item] of items.entries()) {
    if (inTurn > BYTES_PER_TURN) {
      await nextTurn();
      inTurn = 0;
    }
    const { value, size } = make(item, index);
    made.push(value);
    inTurn += size;
  }
  return made;
}

function callFault({ message, status }: WebhookCallError): string {
  return status === undefined || status < 207 ? message : `${message} (the webhook answered ${status})`;
}

/** An object that a client sent may have no metadata at all. */
function revisionOf(object: KubeObject): { readonly uid?: string; readonly resourceVersion?: string } {
  return (object.metadata as KubeObject['metadata'] | undefined) ?? {};
}
