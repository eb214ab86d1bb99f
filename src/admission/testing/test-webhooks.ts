import { randomUUID } from 'node:crypto';
import type { JsonObject, KubeObject } from '#meta';
import { WebhookClients } from '#webhook';
import { AnsweringWebhook } from '../../webhook/testing/answering-webhook.ts';
import { type TestAuthority, testAuthority } from '../../webhook/testing/certificates.ts';
import { testWorld } from '../../webhook/testing/world.ts';
import type { ObservedWebhook, WebhookParts } from '../webhooks/call-webhook.ts';
import { lookupIn, type Stored } from './admission-requests.ts';

/** What a webhook is sent. */
export interface SentReview {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: JsonObject & { readonly uid: string; readonly object: KubeObject | null };
}

type Answering = (review: SentReview) => unknown;

/** A real webhook, and admission that calls it. */
export class TestWebhooks implements AsyncDisposable {
  readonly calls: ObservedWebhook[] = [];
  readonly #server: AnsweringWebhook;
  readonly #authority: TestAuthority;
  readonly #configurations = new Map<string, object[]>();
  readonly #answers = new Map<string, Answering>();
  #since = 0;

  private constructor(server: AnsweringWebhook, authority: TestAuthority) {
    this.#server = server;
    this.#authority = authority;
  }

  static async start(): Promise<TestWebhooks> {
    const authority = await testAuthority();
    let started: TestWebhooks | undefined;
    const server = await AnsweringWebhook.start(await authority.issue(['127.0.0.1']), (review) =>
      started?.answer(review as unknown as SentReview),
    );
    started = new TestWebhooks(server, authority);
    return started;
  }

  /** What was sent, in order. */
  get received(): readonly { readonly path: string; readonly review: SentReview }[] {
    return this.#server.received.map(({ path, review }) => ({ path, review: review as unknown as SentReview }));
  }
  /** The names of those that were asked, in order. */
  get asked(): readonly string[] {
    return this.#server.received.map(({ path }) => path.slice(1).replace(/\?.*/, ''));
  }

  /** Puts a webhook in force, which answers as it is told. It is for every request if it does not say otherwise. */
  add(kind: 'mutating' | 'validating', name: string, answer: Answering, more: object = {}): void {
    const resource = `${kind}webhookconfigurations`;
    const rules = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'], scope: '*' }];
    const webhook = {
      name,
      clientConfig: this.clientConfig(name),
      rules,
      failurePolicy: 'Fail',
      matchPolicy: 'Equivalent',
      namespaceSelector: {},
      objectSelector: {},
      sideEffects: 'None',
      timeoutSeconds: 10,
      admissionReviewVersions: ['v1'],
      ...more,
    };
    const all = this.#configurations.get(resource) ?? [];
    this.#configurations.set(resource, [...all, { metadata: { name: `${name}-configuration` }, webhooks: [webhook] }]);
    this.#answers.set(name, answer);
    this.#since += 1;
  }

  clientConfig(name: string): { readonly url: string; readonly caBundle: string } {
    return { url: `https://127.0.0.1:${this.#server.port}/${name}`, caBundle: this.#authority.caBundle };
  }

  answer(review: SentReview): unknown {
    return this.#answers.get(this.asked.at(-1) ?? '')?.(review);
  }

  parts(stored: readonly Stored[] = []): WebhookParts {
    const world = testWorld();
    const services = { resolve: () => Promise.reject(new Error('no services here')) };
    return {
      lookup: lookupIn(stored),
      readConfiguration: (resource) => ({
        since: this.#since,
        all: () => (this.#configurations.get(resource) ?? []) as KubeObject[],
      }),
      answerPermit: async () => ({ decision: 'no opinion', reason: '' }),
      clients: new WebhookClients({ clock: world.clock, services }),
      world: { ...world, ids: { ...world.ids, uid: () => randomUUID() } },
      observe: (call) => void this.calls.push(call),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}

/** The answer to a review, allowed if nothing else is said. */
export function answering(response: object = {}): Answering {
  return ({ apiVersion, kind, request }) => ({
    apiVersion,
    kind,
    response: { uid: request.uid, allowed: true, ...response },
  });
}

/** Allowed, and changed by a JSON patch. */
export function patching(...operations: readonly object[]): Answering {
  return answering({ patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(operations)).toString('base64') });
}
