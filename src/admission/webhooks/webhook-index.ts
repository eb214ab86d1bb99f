import type { ObjectsInMemory, ReadConfiguration } from '../configuration.ts';
import { RuleIndex } from '../matching/rule-index.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import type { ConfiguredWebhook, Webhook, WebhookKind } from './webhook.ts';

/** The webhooks that are in force, by what they are for. */
export class WebhookIndex {
  readonly #kind: WebhookKind;
  readonly #read: ReadConfiguration;
  #since = -1;
  #webhooks = indexOf([]);

  constructor(kind: WebhookKind, read: ReadConfiguration) {
    this.#kind = kind;
    this.#read = read;
  }

  /** Those whose rules name what is asked for: configurations in order of name, webhooks in theirs. */
  for(request: AdmissionAttributes): readonly ConfiguredWebhook[] | Promise<readonly ConfiguredWebhook[]> {
    if (isExempt(request)) return [];
    const configurations = this.#read(`${this.#kind}webhookconfigurations`);
    if (configurations instanceof Promise) return configurations.then((read) => this.#among(read, request));
    return this.#among(configurations, request);
  }

  #among(configurations: ObjectsInMemory, request: AdmissionAttributes): readonly ConfiguredWebhook[] {
    if (configurations.since !== this.#since) {
      this.#since = configurations.since;
      this.#webhooks = indexOf(webhooksOf(this.#kind, configurations));
    }
    return this.#webhooks.for(request);
  }
}

function indexOf(webhooks: readonly ConfiguredWebhook[]): RuleIndex<ConfiguredWebhook> {
  return new RuleIndex(webhooks, ({ webhook: { rules = [], matchPolicy } }) => ({
    rules,
    matchPolicy: matchPolicy === 'Equivalent' ? 'Equivalent' : 'Exact',
  }));
}

function webhooksOf(kind: WebhookKind, configurations: ObjectsInMemory): readonly ConfiguredWebhook[] {
  const all: ConfiguredWebhook[] = [];
  for (const object of configurations.all()) {
    const { metadata, webhooks = [] } = object as unknown as { metadata: { name: string }; webhooks?: Webhook[] };
    const { name: configuration } = metadata;
    for (const [at, webhook] of webhooks.entries()) {
      const { name = '' } = webhook;
      all.push({
        kind,
        configuration,
        id: JSON.stringify([configuration, name, at]),
        name,
        position: all.length,
        webhook,
      });
    }
  }
  return all;
}

const exempt: ReadonlySet<string> = new Set([
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
]);

/**
 * Webhooks do not apply to webhook configurations: one that refuses everything could not be deleted. k8s:
 * webhook/predicates/rules IsExemptAdmissionConfigurationResource
 */
function isExempt({ kind }: AdmissionAttributes): boolean {
  return kind.group === 'admissionregistration.k8s.io' && exempt.has(kind.kind);
}
