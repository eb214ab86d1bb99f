import { DecodeError, encodeJson, JsonError, parseJson, parseYaml, versionKindOf } from '#machinery';
import { goQuote, type Json, type JsonObject, parseApiVersion } from '#meta';
import { requestValue } from '../matching/activation.ts';
import type { AdmissionRequest } from '../plugin.ts';
import { sentTexts } from '../sent-codec.ts';
import type { Invocation } from './invocation.ts';
import { REVIEW_GROUP, type ReviewVersion, reviewCodec } from './review-types.ts';
import type { WebhookKind } from './webhook.ts';

/** What a webhook answered. */
export interface ReviewResponse {
  readonly uid?: string;
  readonly allowed?: boolean;
  readonly status?: JsonObject;
  /** Base64. */
  readonly patch?: string;
  readonly patchType?: string;
  readonly auditAnnotations?: { readonly [key: string]: string };
  readonly warnings?: readonly string[];
}

/** An answer that cannot be read; `verified` if it is an answer, but not to the question. */
export class ReviewFault extends Error {
  readonly verified: boolean;
  constructor(message: string, { verified }: { readonly verified: boolean }) {
    super(message);
    this.name = 'ReviewFault';
    this.verified = verified;
  }
}

/** The first version of the webhook's list that this server knows too. */
export function chooseReviewVersion(offered: readonly string[] = []): ReviewVersion | undefined {
  return offered.find((version): version is ReviewVersion => version === 'v1' || version === 'v1beta1');
}

interface Question {
  readonly version: ReviewVersion;
  readonly uid: string;
}

/** The body of a call. k8s: webhook/request/admissionreview.go */
export async function writeReview(
  { matched }: Invocation,
  request: AdmissionRequest,
  { version, uid }: Question,
): Promise<string> {
  const { object, oldObject } = await sentTexts(request, matched.version);
  const told = encodeJson({ uid, ...requestValue({ request, matched }) });
  const asked = `${told.slice(0, -1)},"object":${object},"oldObject":${oldObject}}`;
  return `{"kind":"AdmissionReview","apiVersion":"${REVIEW_GROUP}/${version}","request":${asked}}`;
}

/** The answer to a question. Throws a `ReviewFault`. */
export function readReview(body: Uint8Array, question: Question & { readonly kind: WebhookKind }): ReviewResponse {
  const { response, type } = decodeReview(body, question.version);
  if (response === undefined) throw invalid('webhook response was absent');
  if (question.version === 'v1') {
    checkAnswer(response, type, question.uid);
    checkPatch(response, question.kind);
    return response;
  }
  // Version v1beta1 never asked for the uid, nor what kind of patch it is.
  const { patch, patchType: _, ...rest } = response;
  return question.kind === 'mutating' && patch ? { ...rest, patch, patchType: 'JSONPatch' } : rest;
}

interface DecodedReview {
  readonly response: ReviewResponse | undefined;
  /** What it says that it is. */
  readonly type: { readonly apiVersion: string; readonly kind: string };
}

function decodeReview(body: Uint8Array, version: ReviewVersion): DecodedReview {
  const { value, type } = readBody(body);
  const found = foundType(type, version);
  if (found === 'Status')
    throw unreadable(`converting (v1.Status) to (${version}.AdmissionReview): unknown conversion`);
  const response = decodeAs(value, found);
  if (found !== version) {
    throw unreadable(`converting (${found}.AdmissionReview) to (${version}.AdmissionReview): unknown conversion`);
  }
  return { response, type };
}

function decodeAs(value: Json, version: ReviewVersion): ReviewResponse | undefined {
  try {
    const { object } = reviewCodec(version).decode({ value: value ?? {}, duplicates: [] });
    return (object as unknown as { response?: ReviewResponse }).response;
  } catch (error) {
    if (error instanceof DecodeError) throw unreadable(error.message);
    throw error;
  }
}

function readBody(body: Uint8Array): { readonly value: Json; readonly type: DecodedReview['type'] } {
  try {
    const value = parseBody(body);
    return { value, type: versionKindOf(value) };
  } catch (error) {
    if (error instanceof JsonError) throw unreadable(`couldn't get version/kind; json parse error: ${error.message}`);
    if (error instanceof DecodeError) throw unreadable(error.message);
    throw error;
  }
}

/** What does not begin as JSON does is taken for YAML. */
function parseBody(body: Uint8Array): Json {
  const isJson = /^\s*\{/.test(Buffer.from(body.subarray(0, 64)).toString('latin1'));
  return (isJson ? parseJson(body, { duplicates: false }) : parseYaml(body, { duplicates: false })).value;
}

/** As what an answer is decoded. What it does not say is taken for what was expected. */
function foundType({ apiVersion, kind }: DecodedReview['type'], expected: ReviewVersion): ReviewVersion | 'Status' {
  if (apiVersion === 'v1' && kind === 'Status') return 'Status';
  const asked = apiVersion === '' ? `${REVIEW_GROUP}/${expected}` : apiVersion;
  const { group, version } = parseApiVersion(asked) ?? { group: '', version: asked };
  const known = group === REVIEW_GROUP && (version === 'v1' || version === 'v1beta1');
  if (known && (kind === '' || kind === 'AdmissionReview')) return version;
  const named = `no kind ${goQuote(kind === '' ? 'AdmissionReview' : kind)} is registered for version ${goQuote(asked)}`;
  throw unreadable(`${named} in scheme "pkg/runtime/scheme.go:111"`);
}

function checkAnswer(
  { uid = '' }: ReviewResponse,
  { apiVersion, kind }: DecodedReview['type'],
  expected: string,
): void {
  if (uid !== expected) throw invalid(`expected response.uid=${goQuote(expected)}, got ${goQuote(uid)}`);
  if (apiVersion === `${REVIEW_GROUP}/v1` && kind === 'AdmissionReview') return;
  const got = `${apiVersion === '' ? '/' : apiVersion}, Kind=${kind}`;
  throw invalid(`expected webhook response of ${REVIEW_GROUP}/v1, Kind=AdmissionReview, got ${got}`);
}

function checkPatch({ patch = '', patchType }: ReviewResponse, kind: WebhookKind): void {
  if (kind === 'validating') {
    if (patch !== '') throw invalid('validating webhook may not return response.patch');
    if (patchType !== undefined) throw invalid('validating webhook may not return response.patchType');
    return;
  }
  if (patch !== '' && patchType === undefined) {
    throw invalid('webhook returned response.patch but not response.patchType');
  }
  if (patch === '' && patchType !== undefined) {
    throw invalid('webhook returned response.patchType but not response.patch');
  }
  if (patchType === '') throw invalid('webhook returned invalid response.patchType of ""');
}

const unreadable = (message: string): ReviewFault => new ReviewFault(message, { verified: false });
const invalid = (message: string): ReviewFault => new ReviewFault(message, { verified: true });
