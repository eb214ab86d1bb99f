import type { WebhookClientConfig } from '#webhook';
import type { MatchRule } from '../matching/rule-match.ts';
import type { SelectorSource } from '../matching/selector-match.ts';

/** A webhook as a configuration has it, with its defaults. */
export interface Webhook extends SelectorSource {
  readonly name?: string;
  readonly clientConfig?: WebhookClientConfig;
  readonly rules?: readonly MatchRule[];
  readonly failurePolicy?: string;
  readonly matchPolicy?: string;
  readonly sideEffects?: string | null;
  readonly timeoutSeconds?: number;
  readonly admissionReviewVersions?: readonly string[];
  readonly reinvocationPolicy?: 'Never' | 'IfNeeded';
  readonly matchConditions?: readonly { readonly name?: string; readonly expression?: string }[];
}

/** Which configurations: those of webhooks that may change objects, or that only have a say. */
export type WebhookKind = 'mutating' | 'validating';

/** A webhook that is in force. */
export interface ConfiguredWebhook {
  readonly kind: WebhookKind;
  readonly configuration: string;
  /** Tells it from all others, also from those of the same name. */
  readonly id: string;
  readonly name: string;
  /** Among all of its kind. */
  readonly position: number;
  readonly webhook: Webhook;
}
