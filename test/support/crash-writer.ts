import type { TestClient } from './client.ts';
import type { Wire } from './wire.ts';

/** What an object is known to be: its text and version, or nothing. */
export interface Known {
  readonly text: string;
  readonly version: bigint;
}

type Attempt = { readonly verb: 'create' | 'update' | 'delete'; readonly text: string };

/**
 * One client that writes one object after the other's answer, and remembers what it was told. When the server dies,
 * one write of it may be under way: that one may have happened or not, but not by half.
 */
export class CrashWriter {
  readonly name: string;
  readonly #random: () => number;
  #known: Known | undefined;
  #attempt: Attempt | undefined;
  #count = 0;

  constructor(name: string, random: () => number) {
    this.name = name;
    this.#random = random;
  }

  /** Writes until the connection breaks. Calls back with the version of each write that was acknowledged. */
  async run(client: TestClient, path: string, acknowledged: (version: bigint) => void): Promise<void> {
    for (;;) {
      this.#attempt = this.#next();
      const answer = await this.#send(client, path, this.#attempt).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status >= 300) throw new Error(`${this.#attempt.verb} ${this.name}: ${answer.body.message}`);
      const { verb, text } = this.#attempt;
      this.#attempt = undefined;
      if (verb === 'delete') {
        this.#known = undefined;
        continue;
      }
      const version = BigInt(answer.body.metadata.resourceVersion);
      this.#known = { text, version };
      acknowledged(version);
    }
  }

  /** Compares with what is there after a restart: a complaint, or undefined. Takes what is there as known from now on. */
  check(found: Wire | undefined): string | undefined {
    const attempt = this.#attempt;
    const known = this.#known;
    this.#attempt = undefined;
    const text = found === undefined ? undefined : (found.data as { text: string }).text;
    this.#known = found && { text: text as string, version: BigInt(found.metadata.resourceVersion) };
    const asKnown = text === known?.text && (known === undefined || this.#known?.version === known.version);
    const asTried =
      attempt !== undefined &&
      text === (attempt.verb === 'delete' ? undefined : attempt.text) &&
      (this.#known === undefined || this.#known.version > (known?.version ?? 0n));
    if (asKnown || asTried) return undefined;
    const brief = (value: string | undefined): string => (value === undefined ? 'nothing' : value.slice(0, 24));
    return `${this.name}: found ${brief(text)}, knew ${brief(known?.text)}, tried ${attempt?.verb} ${brief(attempt?.text)}`;
  }

  #next(): Attempt {
    const text = `${this.name}:${++this.#count}:${'x'.repeat(Math.floor(this.#random() * 8000))}`;
    if (this.#known === undefined) return { verb: 'create', text };
    return { verb: this.#random() < 0.15 ? 'delete' : 'update', text };
  }

  #send(client: TestClient, path: string, { verb, text }: Attempt) {
    const object = { metadata: { name: this.name }, data: { text } };
    if (verb === 'create') return client.post(path, object);
    return verb === 'update' ? client.put(`${path}/${this.name}`, object) : client.delete(`${path}/${this.name}`);
  }
}
