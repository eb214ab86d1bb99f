import type { WebhookClientConfig } from '#webhook';

/** The conversion stanza of a definition, in the words of apiextensions.k8s.io/v1. */
export interface ConversionStanza {
  readonly strategy?: string;
  readonly webhook?: WebhookStanza | null;
}
interface WebhookStanza {
  readonly clientConfig?: WebhookClientConfig | null;
  readonly conversionReviewVersions?: readonly string[] | null;
}

/** What a converter needs to know of a definition. */
export interface WebhookConversion {
  /** `crontabs.example.com` */
  readonly definition: string;
  readonly clientConfig: WebhookClientConfig;
  readonly conversionReviewVersions: readonly string[];
}
