import type { Json } from '#meta';
import { Permits } from '../matching/permits.ts';
import type { AdmissionAttributes, AdmissionRequest, DynamicPlugin, MutationRounds } from '../plugin.ts';
import type { ReviewResponse } from './admission-review.ts';
import { askWebhook, type WebhookParts } from './call-webhook.ts';
import { type Invocation, invocationOf } from './invocation.ts';
import { patchObject } from './patch-object.ts';
import type { ConfiguredWebhook } from './webhook.ts';
import { type CallPlace, noteMutation, notePatch } from './webhook-annotations.ts';
import { WebhookIndex } from './webhook-index.ts';

/** Asks webhooks that may change what is wanted. k8s: apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go */
export function mutatingAdmissionWebhook(parts: WebhookParts): DynamicPlugin {
  const index = new WebhookIndex('mutating', parts);
  const plugin: DynamicPlugin = {
    name: 'MutatingAdmissionWebhook',
    looksAt: 'steps',
    mutateInRounds(request, rounds) {
      const webhooks = index.for(request);
      if (!(webhooks instanceof Promise) && webhooks.length === 0) return undefined;
      return mutateByAll(webhooks, { request, parts, plugin, rounds });
    },
  };
  return plugin;
}

interface Asked {
  readonly request: AdmissionAttributes;
  readonly parts: WebhookParts;
  readonly plugin: DynamicPlugin;
  readonly rounds: () => MutationRounds;
}

type Round = ReturnType<MutationRounds['roundOf']>;

/** One after the other: each sees what those before it made of the object. */
async function mutateByAll(
  webhooks: readonly ConfiguredWebhook[] | Promise<readonly ConfiguredWebhook[]>,
  { request, parts, plugin, rounds }: Asked,
): Promise<void> {
  const permits = new Permits(parts.answerPermit);
  let round: Round | undefined;
  try {
    for (const webhook of await webhooks) {
      const invocation = await invocationOf(webhook, request, { ...parts, permits });
      if (invocation === undefined) continue;
      const whole = await request.load();
      if (round === undefined) {
        round = rounds().roundOf(plugin);
        round.begin(rounds(), whole.object);
      }
      if (rounds().isSecond && !round.requires(stepOf(invocation))) continue;
      await mutateBy(invocation, { request: whole, parts, rounds: rounds(), round });
    }
  } finally {
    if (round !== undefined) round.output = structuredClone((await request.load()).object);
  }
}

const stepOf = ({ id, webhook }: Invocation) => ({ id, reinvocation: webhook.reinvocationPolicy ?? 'Never' });

interface Mutating {
  readonly request: AdmissionRequest;
  readonly parts: WebhookParts;
  readonly rounds: MutationRounds;
  readonly round: Round;
}

async function mutateBy(invocation: Invocation, { request, parts, rounds, round }: Mutating): Promise<void> {
  const place: CallPlace = { round: rounds.isSecond ? 1 : 0, index: invocation.position };
  let mutated = false;
  const use = async (response: ReviewResponse): Promise<boolean> => {
    const applied = (patch: Json): void => notePatch(request, invocation, { place, patch });
    mutated = await patchObject(invocation, { request, response, applied });
    return mutated;
  };
  try {
    await askWebhook(invocation, { request, parts, use, place });
  } finally {
    noteMutation(request, invocation, { place, mutated });
  }
  if (mutated) {
    round.requireEarlier();
    rounds.wantSecond();
  }
  round.asked(stepOf(invocation));
}
