import type { ConversionServer, WebhookCertificate } from '#webhook-sdk';
import { startWebhook } from '../../examples/conversion-webhook/webhook.mjs';
import { type TestAuthority, testAuthority } from '../../src/webhook/testing/certificates.ts';

/** The webhook of the example, which counts what it is asked, and can be stopped and started at its address. */
export class TestWebhook implements AsyncDisposable {
  readonly #authority: TestAuthority;
  readonly #certificate: WebhookCertificate;
  /** A line for each call: `2 to example.com/v1: Success`. */
  readonly calls: string[];
  readonly port: number;
  readonly url: string;
  #running: ConversionServer | undefined;

  private constructor(
    running: ConversionServer,
    own: { authority: TestAuthority; certificate: WebhookCertificate; calls: string[] },
  ) {
    this.#authority = own.authority;
    this.#certificate = own.certificate;
    this.calls = own.calls;
    this.#running = running;
    this.port = running.port;
    this.url = running.url;
  }
  /** Valid for this machine, and as the service `conversion-webhook` of `default`. */
  static async start(): Promise<TestWebhook> {
    const authority = await testAuthority();
    const certificate = await authority.issue(['127.0.0.1', 'localhost', 'conversion-webhook.default.svc']);
    const calls: string[] = [];
    const running = await startWebhook({ certificate, log: (line) => calls.push(line) });
    return new TestWebhook(running, { authority, certificate, calls });
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
    this.#running = await startWebhook({
      port: this.port,
      certificate: this.#certificate,
      log: (line) => this.calls.push(line),
    });
  }
  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
