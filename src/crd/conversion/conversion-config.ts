/** The conversion stanza of a definition, in the words of apiextensions.k8s.io/v1. */
export interface ConversionStanza {
  readonly strategy?: string;
  readonly webhook?: WebhookStanza | null;
}
export interface WebhookStanza {
  readonly clientConfig?: WebhookClientConfig | null;
  readonly conversionReviewVersions?: readonly string[] | null;
}

/** How to reach a webhook: exactly one of `url` and `service`. */
export interface WebhookClientConfig {
  readonly url?: string | null;
  readonly service?: ServiceReference | null;
  /** PEM certificates, base64 once more. Absent or blank: the roots of the system. */
  readonly caBundle?: string | null;
}
export interface ServiceReference {
  readonly namespace: string;
  readonly name: string;
  /** `/` when absent. */
  readonly path?: string | null;
  /** 443 when absent. */
  readonly port?: number | null;
}

/** What a converter needs to know of a definition. */
export interface WebhookConversion {
  /** `crontabs.example.com` */
  readonly definition: string;
  readonly clientConfig: WebhookClientConfig;
  readonly conversionReviewVersions: readonly string[];
}
