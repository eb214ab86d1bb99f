import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { WireEvent } from './wire.ts';

/** The events of one watch, to be awaited one by one. */
export class WatchStream {
  readonly response: IncomingMessage;
  readonly #lines: AsyncIterator<string>;

  constructor(response: IncomingMessage) {
    this.response = response;
    this.#lines = createInterface({ input: response, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  }
  get status(): number {
    return this.response.statusCode ?? 0;
  }
  /** The next event; undefined when the watch has ended. */
  async next(): Promise<WireEvent | undefined> {
    const { done, value } = await this.#lines.next();
    return done ? undefined : (JSON.parse(value) as WireEvent);
  }
  async take(count: number): Promise<WireEvent[]> {
    const events: WireEvent[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (event === undefined) throw new Error(`the watch ended after ${JSON.stringify(events.map(brief))}`);
      events.push(event);
    }
    return events;
  }
  /** Everything up to and including the event that `isLast` knows. */
  async until(isLast: (event: WireEvent) => boolean): Promise<WireEvent[]> {
    const events: WireEvent[] = [];
    for (;;) {
      const [event] = (await this.take(1)) as [WireEvent];
      events.push(event);
      if (isLast(event)) return events;
    }
  }
  /** Everything until the server ends the watch. */
  async rest(): Promise<WireEvent[]> {
    const events: WireEvent[] = [];
    for (let event = await this.next(); event !== undefined; event = await this.next()) events.push(event);
    return events;
  }
  close(): void {
    this.response.destroy();
  }
}

/** `ADDED a`: an event in short. */
export const brief = ({ type, object }: WireEvent): string =>
  type === 'BOOKMARK' || type === 'ERROR' ? type : `${type} ${object.metadata.name}`;
