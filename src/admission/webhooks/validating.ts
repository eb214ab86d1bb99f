import { Permits } from '../matching/permits.ts';
import type { AdmissionAttributes, DynamicPlugin } from '../plugin.ts';
import { askWebhook, type WebhookParts } from './call-webhook.ts';
import { type Invocation, invocationOf } from './invocation.ts';
import type { ConfiguredWebhook } from './webhook.ts';
import { WebhookIndex } from './webhook-index.ts';

/** Asks webhooks that have a say. k8s: apiserver/pkg/admission/plugin/webhook/validating/dispatcher.go */
export function validatingAdmissionWebhook(parts: WebhookParts): DynamicPlugin {
  const index = new WebhookIndex('validating', parts);
  return {
    name: 'ValidatingAdmissionWebhook',
    looksAt: 'steps',
    checkAll(request) {
      const webhooks = index.for(request);
      if (!(webhooks instanceof Promise) && webhooks.length === 0) return undefined;
      return checkByAll(webhooks, request, parts);
    },
  };
}

/** All at the same time. Of several refusals the first in order is told. */
async function checkByAll(
  webhooks: readonly ConfiguredWebhook[] | Promise<readonly ConfiguredWebhook[]>,
  request: AdmissionAttributes,
  parts: WebhookParts,
): Promise<void> {
  const invocations: Invocation[] = [];
  const permits = new Permits(parts.answerPermit);
  for (const webhook of await webhooks) {
    const invocation = await invocationOf(webhook, request, { ...parts, permits });
    if (invocation !== undefined) invocations.push(invocation);
  }
  if (invocations.length === 0) return;
  const whole = await request.load();
  const use = async (): Promise<void> => undefined;
  const asked = invocations.map((invocation, index) =>
    askWebhook(invocation, { request: whole, parts, use, place: { round: 0, index } }),
  );
  for (const outcome of await Promise.allSettled(asked)) if (outcome.status === 'rejected') throw outcome.reason;
}
