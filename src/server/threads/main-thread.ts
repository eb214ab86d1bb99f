import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { unpacked } from './failure-message.ts';
import type { MainCalls } from './main-calls.ts';
import type { CallName, Outcome, ThreadStart, ToMain } from './messages.ts';

type Answer<Name extends CallName> = Awaited<ReturnType<MainCalls[Name]>>;

/** How a thread asks the main one. */
export class MainThread {
  readonly #port: MessagePort;
  readonly #answers: MessagePort;
  readonly #signal: Int32Array;
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  #count = 0;

  constructor(port: MessagePort, { answers, signal }: Pick<ThreadStart, 'answers' | 'signal'>) {
    this.#port = port;
    this.#answers = answers;
    this.#signal = new Int32Array(signal);
  }

  ask<Name extends CallName>(name: Name, ...args: Parameters<MainCalls[Name]>): Promise<Answer<Name>> {
    const id = ++this.#count;
    const answered = new Promise<Outcome>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ type: 'ask', id, name, args });
    return answered.then((outcome) => unpacked(outcome) as Answer<Name>);
  }

  answered(id: number, outcome: Outcome): void {
    this.#waiting.get(id)?.(outcome);
    this.#waiting.delete(id);
  }

  /** Stands still until the answer is there: for what a kind's rules must know at once. */
  askNow<Name extends CallName>(name: Name, ...args: Parameters<MainCalls[Name]>): Answer<Name> {
    Atomics.store(this.#signal, 0, 0);
    this.#send({ type: 'askNow', name, args });
    Atomics.wait(this.#signal, 0, 0);
    const received = receiveMessageOnPort(this.#answers);
    if (received === undefined) throw new Error(`no answer to ${name}`);
    return unpacked(received.message as Outcome) as Answer<Name>;
  }

  #send(message: ToMain): void {
    this.#port.postMessage(message);
  }
}
