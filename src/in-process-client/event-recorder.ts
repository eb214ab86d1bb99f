import { ApiError, formatMicroTime, formatTime, instantOf, type KubeObject } from '#meta';
import type { InProcessClient } from './in-process-client.ts';

/** What an Event says. */
export interface RecordedEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
  /** The field that it is about: `spec.containers{web}`. */
  readonly fieldPath?: string;
  /** The node that tells it. */
  readonly host?: string;
  /** What was attempted: given by those who speak the newer form of Events. */
  readonly action?: string;
}

interface KnownEvent {
  readonly name: string;
  count: number;
}

/** So many different Events are remembered for counting; a repetition after that is a new Event. */
const MOST_KNOWN = 4096;

/**
 * Writes Events. What was said of an object before is counted up, not written again. An Event that cannot be written is
 * dropped: nothing may fail because nobody can be told. k8s: client-go/tools/record
 */
export class EventRecorder {
  readonly #client: InProcessClient;
  readonly #component: string;
  readonly #known = new Map<string, KnownEvent>();
  #last = 0;

  constructor(client: InProcessClient, component: string) {
    this.#client = client;
    this.#component = component;
  }

  async record(about: KubeObject, event: RecordedEvent): Promise<void> {
    try {
      await this.#record(about, event);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#client.world.log.debug('an event was not written', { reason: event.reason, error: error.message });
    }
  }

  async #record(about: KubeObject, event: RecordedEvent): Promise<void> {
    const { type, reason, message, fieldPath = '', host = '' } = event;
    const key = [about.metadata.uid, fieldPath, type, reason, message, host].join('\n');
    const known = event.action === undefined ? this.#known.get(key) : undefined;
    if (known !== undefined && (await this.#countUp(about, known))) return;
    const made = eventOf(about, event, { component: this.#component, atMs: this.#moment() });
    await this.#client.create(this.#events, made);
    this.#known.set(key, { name: made.metadata.name as string, count: 1 });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
  }

  /** False when it is there no more. */
  #countUp(about: KubeObject, known: KnownEvent): Promise<boolean> {
    const { now } = this.#client;
    known.count += 1;
    const objectKey = { served: this.#events, namespace: namespaceFor(about), name: known.name };
    return this.#client.edit(objectKey, (live) => {
      live.count = known.count;
      live.lastTimestamp = now;
    });
  }

  get #events() {
    const served = this.#client.mapper.ofKind('v1', 'Event');
    if (served === undefined) throw new Error('events are not served');
    return served;
  }

  /** Never the same one twice: names are made of it. */
  #moment(): number {
    this.#last = Math.max(this.#last + 0.001, this.#client.world.clock.now());
    return this.#last;
  }
}

const namespaceFor = ({ metadata }: KubeObject): string => metadata.namespace ?? 'default';

function eventOf(
  about: KubeObject,
  { type, reason, message, fieldPath, host, action }: RecordedEvent,
  { component, atMs }: { readonly component: string; readonly atMs: number },
): KubeObject {
  const { name = '', namespace, uid, resourceVersion } = about.metadata;
  const involvedObject = {
    kind: about.kind,
    apiVersion: about.apiVersion,
    name,
    ...(namespace !== undefined && { namespace }),
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(fieldPath !== undefined && { fieldPath }),
  };
  const now = formatTime(instantOf(atMs));
  const nanos = BigInt(Math.trunc(atMs * 1000)) * 1000n;
  const source = { component, ...(host !== undefined && { host }) };
  const form =
    action === undefined
      ? { source, firstTimestamp: now, lastTimestamp: now, count: 1, reportingComponent: component }
      : { action, eventTime: formatMicroTime(instantOf(atMs)), reportingComponent: component };
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: `${name}.${nanos.toString(16)}`, namespace: namespaceFor(about) },
    involvedObject,
    reason,
    message,
    type,
    ...form,
    reportingInstance: host ?? (action === undefined ? '' : component),
  };
}
