import { JsonError, parseJson, quoteJson, versionKindOf } from '#machinery';
import { getOwn, goQuote, isJsonObject, type Json, type JsonObject, jsonTypeName } from '#meta';
import { ConversionFault } from './conversion-error.ts';

type ReviewVersion = 'v1' | 'v1beta1';

const GROUP = 'apiextensions.k8s.io';

/** The first version in the definition's list that this server knows too. */
export function chooseReviewVersion(offered: readonly string[]): ReviewVersion | undefined {
  return offered.find((version): version is ReviewVersion => version === 'v1' || version === 'v1beta1');
}

interface ReviewRequest {
  readonly version: ReviewVersion;
  readonly uid: string;
  readonly desiredApiVersion: string;
  /** Each object as JSON text: it is encoded once, for its key, its size and the request. */
  readonly objects: readonly string[];
}

/** The body of a request to a conversion webhook. */
export function writeReview({ version, uid, desiredApiVersion, objects }: ReviewRequest): string {
  const request = `{"uid":${quoteJson(uid)},"desiredAPIVersion":${quoteJson(desiredApiVersion)},"objects":[${objects.join(',')}]}`;
  return `{"kind":"ConversionReview","apiVersion":"${GROUP}/${version}","request":${request}}`;
}

/** The converted objects of a webhook's answer, as many as were sent, not looked at yet. */
export function readReview(body: Uint8Array, request: ReviewRequest): Json[] {
  const review = parseReview(body);
  if (request.version === 'v1') checkType(review);
  const response = member(review, 'response', 'v1.ConversionResponse');
  if (response === undefined) throw malformed('no response provided');
  // Version v1beta1 never asked for the uid; webhooks exist that leave it out.
  if (request.version === 'v1') checkUid(response, request.uid);
  checkResult(member(response, 'result', 'v1.Status') ?? {});
  return convertedObjects(response, request.objects.length);
}

function parseReview(body: Uint8Array): JsonObject {
  try {
    const { value } = parseJson(body, { duplicates: false });
    const { apiVersion, kind } = versionKindOf(value);
    const review = isJsonObject(value) ? value : {};
    if (apiVersion === 'v1' && kind === 'Status') throw statusFault(review);
    return review;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new ConversionFault('call', `failed: couldn't get version/kind; json parse error: ${error.message}`);
  }
}

/** A webhook (or a proxy before it) that answers 200 with a Status that tells of a failure. */
function statusFault(status: JsonObject): ConversionFault {
  const message = textOf(status, 'message');
  return new ConversionFault('call', `failed: ${message === '' ? 'unknown' : message}`);
}

function checkType(review: JsonObject): void {
  const { apiVersion, kind } = versionKindOf(review);
  if (apiVersion === `${GROUP}/v1` && kind === 'ConversionReview') return;
  const got = `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
  throw malformed(`expected webhook response of ${GROUP}/v1, Kind=ConversionReview, got ${got}`);
}

function checkUid(response: JsonObject, expected: string): void {
  const got = textOf(response, 'uid');
  if (got !== expected) throw malformed(`expected response.uid=${goQuote(expected)}, got ${goQuote(got)}`);
}

function checkResult(result: JsonObject): void {
  const status = textOf(result, 'status');
  if (status === 'Success') return;
  const message = textOf(result, 'message');
  throw new ConversionFault(
    'refused',
    `failed: ${message === '' ? `response.result.status was '${status}', not 'Success'` : message}`,
  );
}

function convertedObjects(response: JsonObject, expected: number): Json[] {
  const objects = getOwn(response, 'convertedObjects') ?? [];
  if (!Array.isArray(objects)) {
    const type = jsonTypeName(objects);
    throw malformed(`json: cannot unmarshal ${type} into field convertedObjects of type []runtime.RawExtension`);
  }
  if (objects.length === expected) return objects;
  throw new ConversionFault('partial', `returned ${objects.length} objects, expected ${expected}`);
}

function member(parent: JsonObject, key: string, type: string): JsonObject | undefined {
  const value = getOwn(parent, key);
  if (value === undefined || value === null) return undefined;
  if (isJsonObject(value)) return value;
  throw malformed(`json: cannot unmarshal ${jsonTypeName(value)} into field ${key} of type ${type}`);
}

function textOf(parent: JsonObject, key: string): string {
  const value = getOwn(parent, key);
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  throw malformed(`json: cannot unmarshal ${jsonTypeName(value)} into field ${key} of type string`);
}

const malformed = (text: string): ConversionFault => new ConversionFault('malformed', `failed: ${text}`);
