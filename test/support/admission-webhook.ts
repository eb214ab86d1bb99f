import type { ServerResponse } from 'node:http';
import { AnsweringWebhook } from '../../src/webhook/testing/answering-webhook.ts';
import { type TestAuthority, testAuthority } from '../../src/webhook/testing/certificates.ts';
import type { TestClient } from './client.ts';

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: { readonly uid: string; readonly [key: string]: unknown };
}
type Answer = (review: Review) => unknown | ((response: ServerResponse) => void);

const admission = '/apis/admissionregistration.k8s.io/v1';

/** A webhook over HTTPS that answers each path as it is told, and puts itself in force. */
export class TestAdmissionWebhook implements AsyncDisposable {
  readonly #server: AnsweringWebhook;
  readonly #authority: TestAuthority;
  readonly #answers: Map<string, Answer>;

  private constructor(server: AnsweringWebhook, authority: TestAuthority, answers: Map<string, Answer>) {
    this.#server = server;
    this.#authority = authority;
    this.#answers = answers;
  }

  static async start(): Promise<TestAdmissionWebhook> {
    const authority = await testAuthority();
    const answers = new Map<string, Answer>();
    const pair = await authority.issue(['127.0.0.1']);
    const server: AnsweringWebhook = await AnsweringWebhook.start(pair, (review) =>
      answers.get(pathOf(server.received.at(-1)?.path))?.(review as unknown as Review),
    );
    return new TestAdmissionWebhook(server, authority, answers);
  }

  /** What was asked under a name. */
  reviews(name: string): readonly Review[] {
    return this.#server.received
      .filter(({ path }) => pathOf(path) === name)
      .map(({ review }) => review as unknown as Review);
  }

  /** Writes a configuration with one webhook; it is in force when this is over. Returns its path. */
  async enforce(client: TestClient, webhook: { kind?: string; name: string; answer: Answer; more?: object }) {
    const { kind = 'validating', name, answer, more = {} } = webhook;
    this.#answers.set(name, answer);
    const configurations = `${admission}/${kind}webhookconfigurations`;
    const made = await client.post(configurations, {
      metadata: { name },
      webhooks: [
        {
          name: `${name}.example.com`,
          clientConfig: { url: `https://127.0.0.1:${this.#server.port}/${name}`, caBundle: this.#authority.caBundle },
          rules: [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }],
          objectSelector: { matchLabels: { case: name } },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
          ...more,
        },
      ],
    });
    if (made.status !== 201) throw new Error(made.text);
    return `${configurations}/${name}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server[Symbol.asyncDispose]();
  }
}

const pathOf = (path = ''): string => path.slice(1).replace(/\?.*/, '');

/** The answer to a review, allowed if nothing else is said. */
export function answering(response: object = {}): Answer {
  return ({ apiVersion, kind, request }) => ({
    apiVersion,
    kind,
    response: { uid: request.uid, allowed: true, ...response },
  });
}

/** Allowed, and changed by a JSON patch. */
export function patching(...operations: readonly object[]): Answer {
  return answering({ patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(operations)).toString('base64') });
}
