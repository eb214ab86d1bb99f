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
