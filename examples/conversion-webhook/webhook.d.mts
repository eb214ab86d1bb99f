import type { ConversionServer, WebhookServerOptions } from 'pinnace/webhook';

export function startWebhook(
  options?: WebhookServerOptions & { readonly log?: (line: string) => void },
): Promise<ConversionServer>;
