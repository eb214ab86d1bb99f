import { Connection } from './connection.ts';
import type { ObjectNumbers, RequestJob, RequestResult } from './job.ts';
import { PreparedRequest } from './request.ts';
import { Samples } from './samples.ts';

/** Longer than any answer should take: a server that hangs must not hang the benchmark. */
const STALLED_MS = 60_000;

export async function runRequests(job: RequestJob): Promise<RequestResult> {
  return new RequestRun(job).run();
}

class RequestRun {
  readonly #job: RequestJob;
  readonly #slices: readonly Samples[];
  readonly #clients: Client[] = [];
  #began = 0;
  #usedUp = 0;
  #sent = 0;
  #answers = 0;
  #working = 0;
  #finish: () => void = () => {};
  #fail: (error: Error) => void = () => {};

  constructor(job: RequestJob) {
    this.#job = job;
    this.#slices = Array.from({ length: job.slices }, () => new Samples());
  }

  async run(): Promise<RequestResult> {
    for (let i = 0; i < this.#job.clients; i++) this.#clients.push(await this.#client());
    const total = this.#job.warmUpMs + this.#job.sliceMs * this.#job.slices;
    const done = new Promise<void>((resolve, reject) => {
      this.#finish = resolve;
      this.#fail = reject;
    });
    const stalled = setTimeout(() => this.#fail(new Error('the server stopped answering')), total + STALLED_MS);
    this.#began = performance.now();
    this.#working = this.#clients.length;
    for (const client of this.#clients) this.#next(client);
    try {
      await done;
    } finally {
      clearTimeout(stalled);
      for (const { connection } of this.#clients) connection.close();
    }
    return this.#result();
  }

  async #client(): Promise<Client> {
    let body = '';
    const client: Client = {
      request: new PreparedRequest(this.#job.target, this.#job.request),
      started: 0,
      connection: await Connection.open(this.#job.target, {
        head: (status) => {
          if (status >= 300) body = `status ${status}: `;
        },
        body: (part) => {
          if (body !== '' && body.length < 500) body += part.toString();
        },
        end: () => this.#answered(client, body),
        lost: (error) => this.#fail(error),
      }),
    };
    return client;
  }

  #answered(client: Client, fault: string): void {
    if (fault !== '') {
      this.#fail(new Error(`${this.#job.request.method} ${this.#job.request.path}: ${fault}`));
      return;
    }
    const now = performance.now();
    this.#answers++;
    const { warmUpMs, sliceMs } = this.#job;
    const slice = this.#slices[Math.floor((now - this.#began - warmUpMs) / sliceMs)];
    slice?.add(now - client.started);
    this.#next(client);
  }

  #next(client: Client): void {
    const { warmUpMs, sliceMs, slices, objects } = this.#job;
    const now = performance.now();
    const over = now - this.#began >= warmUpMs + sliceMs * slices;
    const usedUp = objects.atEnd === 'stop' && this.#sent >= objects.count;
    if (over || usedUp) {
      if (usedUp && this.#usedUp === 0) this.#usedUp = now - this.#began;
      this.#working--;
      if (this.#working === 0) this.#finish();
      return;
    }
    const serial = this.#sent++;
    const bytes = client.request.fill({ object: numberOf(objects, serial), serial });
    client.started = now;
    client.connection.send(bytes);
  }

  /** Slices that did not come to their end do not count, unless there is no other. */
  #result(): RequestResult {
    const { warmUpMs, sliceMs } = this.#job;
    const lasted = (this.#usedUp === 0 ? Number.POSITIVE_INFINITY : this.#usedUp) - warmUpMs;
    const all = this.#slices.map((samples, i) => ({
      milliseconds: Math.min(sliceMs, lasted - i * sliceMs),
      latencies: samples.all(),
    }));
    const whole = all.filter(({ milliseconds }) => milliseconds === sliceMs);
    const begun = all.filter(({ milliseconds }) => milliseconds > 0);
    if (begun.length === 0) throw new Error('there was nothing left to send when measuring began: warm up less');
    return { slices: whole.length > 0 ? whole : begun, answers: this.#answers };
  }
}

interface Client {
  readonly request: PreparedRequest;
  readonly connection: Connection;
  started: number;
}

function numberOf({ first, step, count }: ObjectNumbers, serial: number): number {
  return first + step * (serial % count);
}
