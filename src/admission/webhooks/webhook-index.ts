import { type ConfigurationSources, noObjects, type ObjectsInMemory } from '../configuration.ts';
import { RuleIndex } from '../matching/rule-index.ts';
import type { AdmissionAttributes } from '../plugin.ts';
import type { ConfiguredWebhook, Webhook, WebhookKind } from './webhook.ts';

/** The webhooks that are in force, by what they are for. */
export class WebhookIndex {
  readonly #kind: WebhookKind;
  readonly #sources: ConfigurationSources;
  #since = -1;
  #manifestsSince = -1;
  #inFiles = indexOf([]);
  #all = indexOf([]);

  constructor(kind: WebhookKind, sources: ConfigurationSources) {
    this.#kind = kind;
    this.#sources = sources;
  }

  /** Those whose rules name what is asked for: configurations in order of name, those in files first, webhooks in theirs. */
  for(request: AdmissionAttributes): readonly ConfiguredWebhook[] | Promise<readonly ConfiguredWebhook[]> {
    const { readConfiguration, readManifests } = this.#sources;
    if (isExempt(request) && readManifests === undefined) return [];
    const configurations = readConfiguration(`${this.#kind}webhookconfigurations`);
    if (configurations instanceof Promise) return configurations.then((read) => this.#among(read, request));
    return this.#among(configurations, request);
  }

  #among(configurations: ObjectsInMemory, request: AdmissionAttributes): readonly ConfiguredWebhook[] {
    const manifests = this.#sources.readManifests?.(`${this.#kind}webhookconfigurations`) ?? noObjects;
    if (configurations.since !== this.#since || manifests.since !== this.#manifestsSince) {
      this.#since = configurations.since;
      this.#manifestsSince = manifests.since;
      const inFiles = webhooksOf(this.#kind, manifests, { origin: 'file', before: 0 });
      const stored = webhooksOf(this.#kind, configurations, { origin: 'store', before: inFiles.length });
      this.#inFiles = indexOf(inFiles);
      this.#all = indexOf([...inFiles, ...stored]);
    }
    return (isExempt(request) ? this.#inFiles : this.#all).for(request);
  }
}

function indexOf(webhooks: readonly ConfiguredWebhook[]): RuleIndex<ConfiguredWebhook> {
  return new RuleIndex(webhooks, ({ webhook: { rules = [], matchPolicy } }) => ({
    rules,
    matchPolicy: matchPolicy === 'Equivalent' ? 'Equivalent' : 'Exact',
  }));
}

interface Origin {
  /** Two configurations of the same name are two if one lies in a file. */
  readonly origin: 'file' | 'store';
  /** How many webhooks come before these. */
  readonly before: number;
}

function webhooksOf(
  kind: WebhookKind,
  configurations: ObjectsInMemory,
  { origin, before }: Origin,
): readonly ConfiguredWebhook[] {
  const all: ConfiguredWebhook[] = [];
  for (const object of configurations.all()) {
    const { metadata, webhooks = [] } = object as unknown as { metadata: { name: string }; webhooks?: Webhook[] };
    const { name: configuration } = metadata;
    for (const [at, webhook] of webhooks.entries()) {
      const { name = '' } = webhook;
      all.push({
        kind,
        configuration,
        id: JSON.stringify([origin, configuration, name, at]),
        name,
        position: before + all.length,
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
 * Webhooks in the store do not apply to webhook configurations: one that refuses everything could not be deleted. k8s:
 * webhook/predicates/rules IsExemptAdmissionConfigurationResource
 */
function isExempt({ kind }: AdmissionAttributes): boolean {
  return kind.group === 'admissionregistration.k8s.io' && exempt.has(kind.kind);
}
