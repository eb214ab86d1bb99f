import { apiErrors, goQuote, type World } from '#meta';
import { WebhookCallError, type WebhookClients } from '#webhook';
import { noteTime } from '../admission-times.ts';
import type { ConfigurationSources } from '../configuration.ts';
import type { Lookup } from '../lookup.ts';
import type { AnswerPermit } from '../matching/permits.ts';
import type { AdmissionRequest, Operation } from '../plugin.ts';
import type { StepObserver } from '../step-observation.ts';
import { chooseReviewVersion, ReviewFault, type ReviewResponse, readReview, writeReview } from './admission-review.ts';
import { denial, WebhookDenial } from './denial.ts';
import type { Invocation } from './invocation.ts';
import type { WebhookKind } from './webhook.ts';
import { type CallPlace, noteAnswer, noteFailedOpen } from './webhook-annotations.ts';

/** What calling webhooks takes besides the request. */
export interface WebhookParts extends ConfigurationSources {
  readonly lookup: Lookup;
  readonly answerPermit: AnswerPermit;
  readonly clients: WebhookClients;
  readonly world: Pick<World, 'clock' | 'ids'>;
  readonly observer?: StepObserver;
  /** A webhook was called, or should have been. */
  observe?(call: ObservedWebhook): void;
}

/** One call, for the metrics and for who wants to know how a webhook is. */
export interface ObservedWebhook {
  readonly kind: WebhookKind;
  readonly configuration: string;
  readonly webhook: string;
  readonly address: string;
  readonly operation: Operation;
  /** What became of it: `failed` is the webhook's fault, `broken` is what cannot be done with its answer. */
  readonly outcome: 'allowed' | 'denied' | 'failed' | 'broken';
  /** The request was refused for it. */
  readonly rejected: boolean;
  readonly code: number;
  readonly message: string;
  readonly milliseconds: number;
}

/** A webhook that could not be called, or gave no valid answer. Its failure policy decides what that means. */
export class CallFailure extends Error {
  /** The code that metrics tell. */
  readonly code: number;
  constructor(message: string, code: number) {
    super(message);
    this.name = 'CallFailure';
    this.code = code;
  }
}

/** A timer may fire a little before its time by another clock. */
const TIMER_TOLERANCE_MS = 10;

/** What is done with the answer of a webhook that allows the request. */
type Use<T> = (response: ReviewResponse) => Promise<T>;

interface Asking<T> {
  readonly request: AdmissionRequest;
  readonly parts: WebhookParts;
  readonly use: Use<T>;
  readonly place: CallPlace;
}

/**
 * Asks a webhook and does something with its answer. Throws what refuses the request; a failure that is ignored gives
 * undefined. k8s: webhook/mutating/dispatcher.go, webhook/validating/dispatcher.go
 */
export async function askWebhook<T>(
  invocation: Invocation,
  { request, parts, use, place }: Asking<T>,
): Promise<T | undefined> {
  const { clock } = parts.world;
  const began = clock.elapsed();
  try {
    const done = await use(await answerOf(invocation, request, parts));
    tell({ outcome: 'allowed', rejected: false, code: 200, message: '' });
    return done;
  } catch (error) {
    const ignored = error instanceof CallFailure && invocation.webhook.failurePolicy === 'Ignore';
    tell({ ...outcomeOf(error), rejected: !ignored, message: error instanceof Error ? error.message : String(error) });
    if (!(error instanceof CallFailure)) throw error;
    if (timeLeft(request, parts) < TIMER_TOLERANCE_MS) {
      throw apiErrors.requestTimeout();
    }
    if (!ignored) throw apiErrors.internal(`failed calling webhook ${goQuote(invocation.name)}: ${error.message}`);
    noteFailedOpen(request, invocation, place);
    return undefined;
  }

  function tell(what: Pick<ObservedWebhook, 'outcome' | 'rejected' | 'code' | 'message'>): void {
    const { kind, configuration, name: webhook, webhook: hook } = invocation;
    const address = parts.clients.for(hook.clientConfig ?? {}).href;
    const { operation } = request;
    const milliseconds = clock.elapsed() - began;
    parts.observe?.({ kind, configuration, webhook, address, operation, milliseconds, ...what });
    if (request.stages !== undefined) noteTime(request.stages, 'webhooks', webhook, milliseconds);
  }
}

function outcomeOf(error: unknown): Pick<ObservedWebhook, 'outcome' | 'code'> {
  if (error instanceof CallFailure) return { outcome: 'failed', code: error.code };
  if (error instanceof WebhookDenial) return { outcome: 'denied', code: error.code };
  return { outcome: 'broken', code: 0 };
}

async function answerOf(
  invocation: Invocation,
  request: AdmissionRequest,
  parts: WebhookParts,
): Promise<ReviewResponse> {
  const { webhook, name, kind } = invocation;
  if (request.dryRun) refuseSideEffects(invocation);
  const version = chooseReviewVersion(webhook.admissionReviewVersions);
  if (version === undefined) {
    const why = 'webhook does not accept known AdmissionReview versions (v1, v1beta1)';
    throw new CallFailure(`could not create admission objects: ${why}`, 400);
  }
  const question = { version, uid: parts.world.ids.uid(), kind };
  const body = await writeReview(invocation, request, question);
  const response = understood(await post(invocation, { body, request, parts }), question);
  noteAnswer(request, invocation, response);
  for (const warning of response.warnings ?? []) request.warn(warning);
  if (response.allowed !== true) throw denial(name, response.status);
  return response;
}

/** What was only tried out must leave no trace anywhere. */
function refuseSideEffects({ name, webhook: { sideEffects } }: Invocation): void {
  if (sideEffects === undefined || sideEffects === null) throw new CallFailure('Webhook SideEffects is nil', 400);
  if (sideEffects === 'None' || sideEffects === 'NoneOnDryRun') return;
  throw apiErrors.badRequest(`admission webhook ${goQuote(name)} does not support dry run`);
}

interface Post {
  readonly body: string;
  readonly request: AdmissionRequest;
  readonly parts: WebhookParts;
}

async function post({ webhook }: Invocation, { body, request, parts }: Post): Promise<Uint8Array> {
  const { clientConfig = {}, timeoutSeconds = 10 } = webhook;
  const timeoutMs = Math.max(1, Math.min(timeoutSeconds * 1000, timeLeft(request, parts)));
  try {
    return await parts.clients.for(clientConfig).post(body, { timeoutMs });
  } catch (error) {
    if (!(error instanceof WebhookCallError)) throw error;
    const what = error.prepared ? 'failed to call webhook' : 'could not get REST client';
    throw new CallFailure(`${what}: ${error.message}`, error.status ?? (error.prepared ? 503 : 500));
  }
}

/** Milliseconds until the request must be answered. */
function timeLeft({ deadline }: AdmissionRequest, { world }: WebhookParts): number {
  return deadline === undefined ? Number.POSITIVE_INFINITY : deadline - world.clock.elapsed();
}

function understood(body: Uint8Array, question: Parameters<typeof readReview>[1]): ReviewResponse {
  try {
    return readReview(body, question);
  } catch (error) {
    if (!(error instanceof ReviewFault)) throw error;
    const what = error.verified ? 'received invalid webhook response' : 'failed to call webhook';
    throw new CallFailure(`${what}: ${error.message}`, 503);
  }
}
