// Programs that run side by side, each with a log of its own.
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { SetupError } from './setup.mjs';

const GRACE_MS = 10_000;
const TAIL = 2000;

/** All must be there at the start. After that any of them may end, and the others go on. */
export class Parts {
  #say;
  #running = new Set();
  #state = 'starting';
  #failure = deferred();
  #none = deferred();

  /** `say` is told of a part that ends, in one line. */
  constructor(say) {
    this.#say = say;
    // Nobody may be waiting for it.
    this.#failure.promise.catch(() => {});
  }

  /** Starts a part, `{ child }`, which Ctrl-C must not reach by itself. What it says goes into the file `log`. */
  add(name, log, start) {
    if (this.#state === 'stopping') throw new Error('all of them are being stopped');
    const running = start();
    const { child } = running;
    const part = { name, log, child, said: '', over: once(child, 'close') };
    const keep = (data) => {
      // A server tells its log what others must not know.
      appendFileSync(log, data, { mode: 0o600 });
      part.said = (part.said + data).slice(-TAIL);
    };
    keep('');
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', keep);
    this.#running.add(part);
    void part.over.then(() => this.#ended(part));
    return running;
  }

  /** Waits for the work of the start, which fails when a part ends meanwhile. */
  async up(work) {
    await Promise.race([this.#failure.promise, work]);
    if (this.#state === 'starting') this.#state = 'up';
  }

  /** When the last part has ended. */
  get none() {
    return this.#none.promise;
  }

  /** Stops those first that `isFirst` names. */
  async stop(isFirst) {
    this.#state = 'stopping';
    await Promise.all([...this.#running].filter(({ name }) => isFirst(name)).map(stopped));
    await Promise.all([...this.#running].map(stopped));
  }

  #ended(part) {
    this.#running.delete(part);
    const { name, log, said, child } = part;
    const how = child.signalCode ?? `exit code ${child.exitCode}`;
    if (this.#state === 'starting') {
      const words = said.trim();
      this.#failure.reject(new SetupError(`${name} did not start (${how})${words === '' ? '.' : `: ${words}`}`));
    }
    if (this.#state === 'up') {
      const rest = this.#running.size === 0 ? 'nothing is left' : 'the others go on';
      this.#say(`${name} ended (${how}), ${rest}. Its log: ${log}`);
    }
    if (this.#running.size === 0) this.#none.resolve();
  }
}

async function stopped({ child, over }) {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  await over;
  clearTimeout(late);
}

function deferred() {
  let settle;
  const promise = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}
