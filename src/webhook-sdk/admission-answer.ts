import { getOwn, isJsonObject, type Json, type JsonObject, type KubeObject } from '#meta';
import { jsonPatch } from './json-patch.ts';
import { NoReview } from './no-review.ts';

interface NamedKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}
interface NamedResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** What a webhook is asked. */
export interface AdmissionQuestion<T extends object = KubeObject> {
  readonly uid: string;
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  readonly kind: NamedKind;
  readonly resource: NamedResource;
  readonly subResource?: string;
  /** What was sent, where a rule named another version. */
  readonly requestKind?: NamedKind;
  readonly requestResource?: NamedResource;
  /** Absent where the server makes the name. */
  readonly name?: string;
  readonly namespace?: string;
  readonly userInfo: {
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: { readonly [key: string]: readonly string[] };
  };
  /** What is wanted; null when something is deleted. A copy: change it as you like. */
  readonly object: T | null;
  /** What is there; null when something is made. */
  readonly oldObject: T | null;
  readonly dryRun?: boolean;
  readonly options?: JsonObject | null;
}

/** What is wrong with a field: `spec.replicas`, `must be at most 5`. */
export interface FieldFault {
  readonly field: string;
  readonly message: string;
  /** In one word that programs can read: `FieldValueInvalid` if unsaid. */
  readonly reason?: string;
}

interface RefusalOptions {
  /** 403, or 422 where fields are told. */
  readonly code?: number;
  readonly reason?: string;
  readonly fields?: readonly FieldFault[];
}

/** Throw it to refuse a request. The message reaches whoever made the request. */
export class Refusal extends Error {
  readonly options: RefusalOptions;
  constructor(message: string, options: RefusalOptions = {}) {
    super(message);
    this.name = 'Refusal';
    this.options = options;
  }
}

export interface AdmissionTools {
  /** A text for the client, whether the request is allowed or not. */
  warn(text: string): void;
}

/** Returns what is wanted instead, or nothing; refuses by throwing a `Refusal`. A validating webhook returns nothing. */
export type AdmissionHandler<T extends object = KubeObject> = (
  question: AdmissionQuestion<T>,
  tools: AdmissionTools,
) => T | undefined | Promise<T | undefined>;

/** A handler of any kind of object, where several stand beside each other. */
export type AnyAdmissionHandler = (question: AdmissionQuestion<never>, tools: AdmissionTools) => unknown;

const reviewVersions = ['admission.k8s.io/v1', 'admission.k8s.io/v1beta1'];

/** The answer to an AdmissionReview, in the version of the question. Throws a `TypeError` if it is none. */
export async function answerAdmission(review: unknown, handler: AnyAdmissionHandler): Promise<JsonObject> {
  const { apiVersion, request } = readReview(review);
  const warnings: string[] = [];
  const question = structuredClone(request) as unknown as AdmissionQuestion<never>;
  const response = await answerOf(request, () => handler(question, { warn: (text) => void warnings.push(text) }));
  return {
    apiVersion,
    kind: 'AdmissionReview',
    response: { uid: getOwn(request, 'uid') ?? '', ...response, ...(warnings.length > 0 && { warnings }) },
  };
}

function readReview(review: unknown): { readonly apiVersion: string; readonly request: JsonObject } {
  if (isJsonObject(review as Json)) {
    const { apiVersion, kind, request } = review as JsonObject;
    const isKnown = typeof apiVersion === 'string' && reviewVersions.includes(apiVersion);
    if (isKnown && kind === 'AdmissionReview' && isJsonObject(request)) return { apiVersion, request };
  }
  throw new NoReview(`the body is no AdmissionReview of ${reviewVersions.join(' or ')} with a request`);
}

async function answerOf(request: JsonObject, ask: () => unknown): Promise<JsonObject> {
  try {
    const wanted = await ask();
    return { allowed: true, ...(typeof wanted === 'object' && wanted !== null && patchTo(request, wanted)) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { allowed: false, status: statusOf(error) };
  }
}

function patchTo(request: JsonObject, wanted: object): JsonObject {
  const before = getOwn(request, 'object') ?? null;
  if (before === null) throw new TypeError('there is no object that could be changed');
  const operations = jsonPatch(before, wanted as JsonObject);
  if (operations.length === 0) return {};
  return { patchType: 'JSONPatch', patch: Buffer.from(JSON.stringify(operations)).toString('base64') };
}

function statusOf({ message, options }: Refusal): JsonObject {
  const { fields = [] } = options;
  const { code = fields.length > 0 ? 422 : 403, reason = fields.length > 0 ? 'Invalid' : 'Forbidden' } = options;
  const causes = fields.map(({ field, message: why, reason: word = 'FieldValueInvalid' }) => ({
    reason: word,
    message: why,
    field,
  }));
  const told = [message, ...fields.map(({ field, message: why }) => `${field}: ${why}`)].filter((text) => text !== '');
  return { code, reason, message: told.join('; '), ...(causes.length > 0 && { details: { causes } }) };
}
