import { type AnyAdmissionHandler, answerAdmission } from './admission-answer.ts';
import { serveWebhooks, type WebhookServer, type WebhookServerOptions } from './webhook-server.ts';

export interface AdmissionServerOptions extends WebhookServerOptions {
  /** By path. Each says of what kind its objects are. */
  readonly paths: { readonly [path: string]: AnyAdmissionHandler };
}

/** Serves admission webhooks over HTTPS, and `/healthz` for probes. */
export function serveAdmission({ paths, ...options }: AdmissionServerOptions): Promise<WebhookServer> {
  const answers = Object.entries(paths).map(
    ([path, handler]) => [path, (review: unknown) => answerAdmission(review, handler)] as const,
  );
  return serveWebhooks(Object.fromEntries(answers), options);
}
