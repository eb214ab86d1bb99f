import { type RunningWebhook, startWebhook } from '../../examples/conversion-webhook/webhook.mjs';
import { type TestAuthority, type TestKeyPair, testAuthority } from '../../src/webhook/testing/certificates.ts';

/** The webhook of the example, which counts what it is asked, and can be stopped and started at its address. */
export class TestWebhook implements AsyncDisposable {
  readonly #authority: TestAuthority;
  readonly #pair: TestKeyPair;
  /** A line for each call: `2 to example.com/v1: Success`. */
  readonly calls: string[];
  readonly port: number;
  readonly url: string;
  #running: RunningWebhook | undefined;

  private constructor(running: RunningWebhook, own: { authority: TestAuthority; pair: TestKeyPair; calls: string[] }) {
    this.#authority = own.authority;
    this.#pair = own.pair;
    this.calls = own.calls;
    this.#running = running;
    this.port = running.port;
    this.url = running.url;
  }
  /** Valid for this machine, and as the service `conversion-webhook` of `default`. */
  static async start(): Promise<TestWebhook> {
    const authority = await testAuthority();
    const pair = await authority.issue(['127.0.0.1', 'localhost', 'conversion-webhook.default.svc']);
    const calls: string[] = [];
    const running = await startWebhook({ port: 0, ...pair, log: (line) => calls.push(line) });
    return new TestWebhook(running, { authority, pair, calls });
  }
  get caBundle(): string {
    return this.#authority.caBundle;
  }
  /** What it was asked since the last time somebody looked. */
  taken(): string[] {
    return this.calls.splice(0);
  }
  async stop(): Promise<void> {
    await this.#running?.close();
    this.#running = undefined;
  }
  async startAgain(): Promise<void> {
    this.#running = await startWebhook({ port: this.port, ...this.#pair, log: (line) => this.calls.push(line) });
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
