import { type FieldError, formatFieldErrors, hintOf, tellable } from './field-error.ts';
import { goQuote } from './go-text.ts';
import { formatGroupKind, formatGroupResource, type GroupKind, type GroupResource } from './names.ts';

export interface StatusCause {
  readonly reason?: string;
  readonly message?: string;
  readonly field?: string;
}
export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  readonly retryAfterSeconds?: number;
}
/** The answer to a request that yields no object: what went wrong, or that it went well. */
export interface Status {
  readonly kind: 'Status';
  readonly apiVersion: 'v1';
  readonly metadata: { readonly continue?: string };
  readonly status: 'Success' | 'Failure';
  readonly message?: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  readonly code?: number;
}

/** The client's mistake or the state of the world, told in the words that clients know. Thrown, caught once, outermost. */
export class ApiError extends Error {
  readonly status: Status;
  /** What to do next, in a sentence or two. It goes beside the status: clients match on every word of that. */
  readonly hint: string;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'ApiError';
    const { code, message, reason, details, continue: next, hint = '' } = failure;
    this.hint = hint;
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: next === undefined ? {} : { continue: next },
      status: 'Failure',
      message,
      ...(reason === undefined ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
      code,
    };
  }
  /** The same error with more to say: another message, further details. */
  amended(more: { readonly message?: string; readonly details?: Partial<StatusDetails> }): ApiError {
    const { code = 500, message, reason, details, metadata } = this.status;
    return new ApiError({
      code,
      message: more.message ?? message ?? '',
      ...(reason === undefined ? {} : { reason }),
      ...(details === undefined && more.details === undefined ? {} : { details: { ...details, ...more.details } }),
      ...(metadata.continue === undefined ? {} : { continue: metadata.continue }),
      hint: this.hint,
    });
  }
  get code(): number {
    return this.status.code ?? 500;
  }
  get reason(): string {
    return this.status.reason ?? '';
  }
}

interface Failure {
  readonly code: number;
  readonly message: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  /** A token to go on with after an expired list. */
  readonly continue?: string;
  readonly hint?: string;
}

const about = (resource: GroupResource, name: string, more: Partial<StatusDetails> = {}): StatusDetails => ({
  ...(name === '' ? {} : { name }),
  ...(resource.group === '' ? {} : { group: resource.group }),
  ...(resource.resource === '' ? {} : { kind: resource.resource }),
  ...more,
});

/** The one table of errors. Messages and codes are what clients match on. */
const REQUEST_TIMEOUT = 'request did not complete within the allotted timeout';

/** Whether that is what a status says. The real server writes it outside of everything that knows of kinds. */
export const isRequestTimeout = ({ code, message }: Status): boolean =>
  code === 504 && message === `Timeout: ${REQUEST_TIMEOUT}`;

export const apiErrors = {
  badRequest: (message: string) => new ApiError({ code: 400, reason: 'BadRequest', message }),
  unauthorized: () => new ApiError({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' }),
  forbidden: (resource: GroupResource, name: string, why: string) =>
    new ApiError({
      code: 403,
      reason: 'Forbidden',
      message:
        resource.resource === '' && resource.group === ''
          ? `forbidden: ${why}`
          : name === ''
            ? `${formatGroupResource(resource)} is forbidden: ${why}`
            : `${formatGroupResource(resource)} ${goQuote(name)} is forbidden: ${why}`,
      details: about(resource, name),
    }),
  notFound: (resource: GroupResource, name: string) =>
    new ApiError({
      code: 404,
      reason: 'NotFound',
      message: `${formatGroupResource(resource)} ${goQuote(name)} not found`,
      details: about(resource, name),
    }),
  /** A path below a known group that names nothing. */
  pathNotFound: () =>
    new ApiError({
      code: 404,
      reason: 'NotFound',
      message: 'the server could not find the requested resource',
      details: {},
    }),
  methodNotAllowed: () =>
    new ApiError({
      code: 405,
      reason: 'MethodNotAllowed',
      message: 'the server does not allow this method on the requested resource',
      details: {},
    }),
  /** A method that the resource knows in general but not here. */
  methodNotSupported: (resource: GroupResource, action: string) =>
    new ApiError({
      code: 405,
      reason: 'MethodNotAllowed',
      message: `${action} is not supported on resources of kind ${goQuote(formatGroupResource(resource))}`,
      details: about(resource, ''),
    }),
  /** An Accept header that names no media type served here at all. */
  noRepresentation: (available: readonly string[]) =>
    new ApiError({
      code: 406,
      reason: 'NotAcceptable',
      message: `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`,
      details: {},
    }),
  /** An Accept header whose media type is served, but not in the form asked for. */
  notAcceptable: (accepted: readonly string[]) =>
    new ApiError({
      code: 406,
      reason: 'NotAcceptable',
      message: `only the following media types are accepted: ${accepted.join(', ')}`,
    }),
  alreadyExists: (resource: GroupResource, name: string) =>
    new ApiError({
      code: 409,
      reason: 'AlreadyExists',
      message: `${formatGroupResource(resource)} ${goQuote(name)} already exists`,
      details: about(resource, name),
    }),
  generatedNameExists: (resource: GroupResource, name: string, retryAfterSeconds: number) =>
    new ApiError({
      code: 409,
      reason: 'AlreadyExists',
      message: `${formatGroupResource(resource)} ${goQuote(name)} already exists, the server was not able to generate a unique name for the object`,
      details: about(resource, name, { retryAfterSeconds }),
    }),
  /** Fields that other managers own. */
  applyConflict: (message: string, causes: readonly StatusCause[], hint: string) =>
    new ApiError({ code: 409, reason: 'Conflict', message, details: { causes }, hint }),
  conflict: (resource: GroupResource, name: string, why: string) =>
    new ApiError({
      code: 409,
      reason: 'Conflict',
      message: `Operation cannot be fulfilled on ${formatGroupResource(resource)} ${goQuote(name)}: ${why}`,
      details: about(resource, name),
    }),
  expired: (message: string, next?: string) =>
    new ApiError({ code: 410, reason: 'Expired', message, ...(next === undefined ? {} : { continue: next }) }),
  requestEntityTooLarge: (why: string) =>
    new ApiError({ code: 413, reason: 'RequestEntityTooLarge', message: `Request entity too large: ${why}` }),
  /** A patch in a media type that the route does not know. */
  patchTypeUnknown: () =>
    new ApiError({
      code: 415,
      reason: 'UnsupportedMediaType',
      message: '415: Unsupported Media Type',
      details: {},
    }),
  unsupportedMediaType: (message: string) => new ApiError({ code: 415, reason: 'UnsupportedMediaType', message }),
  invalid: (kind: GroupKind, name: string, faults: readonly FieldError[]) =>
    new ApiError({
      code: 422,
      reason: 'Invalid',
      message: `${formatGroupKind(kind)} ${goQuote(name)} is invalid${faults.length === 0 ? '' : `: ${formatFieldErrors(faults)}`}`,
      details: {
        ...(name === '' ? {} : { name }),
        ...(kind.group === '' ? {} : { group: kind.group }),
        ...(kind.kind === '' ? {} : { kind: kind.kind }),
        ...(faults.length === 0
          ? {}
          : { causes: tellable(faults).map(({ type, body, field }) => ({ reason: type, message: body, field })) }),
      },
      hint: hintOf(faults),
    }),
  /** A request that was understood and cannot be carried out, such as a JSON patch of a path that is not there. */
  rejected: () =>
    new ApiError({
      code: 422,
      reason: 'Invalid',
      message: 'the server rejected our request due to an error in our request',
      details: {},
    }),
  tooManyRequests: (message: string, retryAfterSeconds: number) =>
    new ApiError({
      code: 429,
      reason: 'TooManyRequests',
      message,
      details: retryAfterSeconds === 0 ? {} : { retryAfterSeconds },
    }),
  internal: (why: string) =>
    new ApiError({
      code: 500,
      reason: 'InternalError',
      message: `Internal error occurred: ${why}`,
      details: { causes: [{ message: why }] },
    }),
  serverTimeout: (resource: GroupResource, operation: string, retryAfterSeconds: number) =>
    new ApiError({
      code: 500,
      reason: 'ServerTimeout',
      message: `The ${operation} operation against ${formatGroupResource(resource)} could not be completed at this time, please try again.`,
      details: about(resource, operation, { retryAfterSeconds }),
    }),
  /** An error that the real server passes on with no reason: a bare message and a code. */
  plain: (code: number, message: string) => new ApiError({ code, message }),
  serviceUnavailable: (message: string) => new ApiError({ code: 503, reason: 'ServiceUnavailable', message }),
  insufficientStorage: (message: string) => new ApiError({ code: 507, reason: 'InsufficientStorage', message }),
  /** The request had no more time. */
  requestTimeout: () => apiErrors.timeout(REQUEST_TIMEOUT, 0),
  timeout: (why: string, retryAfterSeconds: number, causes?: readonly StatusCause[]) =>
    new ApiError({
      code: 504,
      reason: 'Timeout',
      message: `Timeout: ${why}`,
      details: {
        ...(causes === undefined ? {} : { causes }),
        ...(retryAfterSeconds === 0 ? {} : { retryAfterSeconds }),
      },
    }),
};
