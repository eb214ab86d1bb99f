import type { KubeObject } from '#meta';
import { answerConversion } from './conversion-answer.ts';
import type { AnyConversion, Conversion } from './conversion-functions.ts';
import { serveWebhooks, type WebhookServer, type WebhookServerOptions } from './webhook-server.ts';

export interface ConversionServerOptions<V> extends WebhookServerOptions {
  readonly kind: { readonly group: string; readonly kind: string };
  readonly versions: readonly (keyof V & string)[];
  readonly convert: Conversion<V>;
  /** Where reviews are answered: `/convert` if unsaid. */
  readonly path?: string;
  /** After each review: how many objects were asked for in which version, and why it failed. */
  readonly answered?: (asked: { objects: number; to: string; failure?: string }) => void;
}

export interface ConversionServer extends WebhookServer {
  readonly url: string;
  /** What `spec.conversion` of the definition says. */
  readonly conversion: object;
}

const PATH = '/convert';

/** Serves the conversion of one kind as a webhook over HTTPS, and `/healthz` for probes. */
export async function serveConversion<V = { readonly [version: string]: KubeObject }>(
  options: ConversionServerOptions<V>,
): Promise<ConversionServer> {
  const { kind, versions, convert, path = PATH, answered, ...rest } = options;
  const converted = { kind, versions, convert: convert as AnyConversion };
  const answer = async (review: unknown) => {
    const made = await answerConversion(review, converted);
    answered?.(askedIn(review, made));
    return made;
  };
  const server = await serveWebhooks({ [path]: answer }, rest);
  const clientConfig = server.clientConfig(path);
  const webhook = { conversionReviewVersions: ['v1', 'v1beta1'], clientConfig };
  return { ...server, url: clientConfig.url, conversion: { strategy: 'Webhook', webhook } };
}

function askedIn(review: unknown, made: object): { objects: number; to: string; failure?: string } {
  const { request } = review as { request: { objects: readonly unknown[]; desiredAPIVersion: string } };
  const { response } = made as { response: { result: { message?: string } } };
  const { message } = response.result;
  const asked = { objects: request.objects.length, to: request.desiredAPIVersion };
  return message === undefined ? asked : { ...asked, failure: message };
}
