import type { ServerProcess } from '../support/server-process.ts';

interface Span {
  readonly name: string;
  readonly from: number;
  to: number;
}

/** A leader that stood still needs a moment to see that it is none any more. */
const WAKING_MS = 1500;
const LEADS = 'this server leads';
const LEADS_NO_LONGER = 'this server leads no longer';

/** When which server led, as it says itself, and when it could do nothing because it stood still. */
export class LeaderRecord {
  readonly #leading: Span[] = [];
  readonly #still: Span[] = [];

  get changes(): number {
    return this.#leading.length;
  }

  follow(name: string, server: ServerProcess): void {
    server.onError((line) => {
      if (line.includes(LEADS_NO_LONGER)) this.ended(name);
      else if (line.includes(LEADS)) this.#leading.push({ name, from: now(), to: Number.POSITIVE_INFINITY });
    });
  }
  ended(name: string): void {
    for (const span of this.#leading) if (span.name === name) span.to = Math.min(span.to, now());
  }
  paused(name: string): void {
    this.#still.push({ name, from: now(), to: Number.POSITIVE_INFINITY });
  }
  resumed(name: string): void {
    for (const span of this.#still) if (span.name === name) span.to = Math.min(span.to, now() + WAKING_MS);
  }

  /** Two that led at the same time, and neither of them stood still. */
  violations(): string[] {
    const found: string[] = [];
    for (const [at, one] of this.#leading.entries()) {
      for (const other of this.#leading.slice(at + 1)) {
        const from = Math.max(one.from, other.from);
        const to = Math.min(one.to, other.to);
        if (one.name === other.name || from >= to) continue;
        const isStill = this.#still.some(
          (span) => (span.name === one.name || span.name === other.name) && span.from <= from && span.to >= to,
        );
        if (!isStill) found.push(`${one.name} and ${other.name} led at the same time, for ${Math.round(to - from)} ms`);
      }
    }
    return found;
  }
}

const now = (): number => performance.now();
