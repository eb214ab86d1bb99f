import { type FieldError, formatFieldError } from './field-error.ts';
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

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'ApiError';
    const { code, message, reason, details, continue: next } = failure;
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
  get code(): number {
    return this.status.code ?? 500;
  }
  get reason(): string {
    return this.status.reason ?? '';
  }
}

export interface Failure {
  readonly code: number;
  readonly message: string;
  readonly reason?: string;
  readonly details?: StatusDetails;
  /** A token to go on with after an expired list. */
  readonly continue?: string;
}

const about = (resource: GroupResource, name: string, more: Partial<StatusDetails> = {}): StatusDetails => ({
  ...(name === '' ? {} : { name }),
  ...(resource.group === '' ? {} : { group: resource.group }),
  ...(resource.resource === '' ? {} : { kind: resource.resource }),
  ...more,
});

/** The one table of errors. Messages and codes are what clients match on. */
export const apiErrors = {
  badRequest: (message: string) => new ApiError({ code: 400, reason: 'BadRequest', message }),
  unauthorized: () => new ApiError({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' }),
  forbidden: (resource: GroupResource, name: string, why: string) =>
    new ApiError({
      code: 403,
      reason: 'Forbidden',
      message:
        resource.resource === ''
          ? `forbidden: ${why}`
          : name === ''
            ? `${formatGroupResource(resource)} is forbidden: ${why}`
            : `${formatGroupResource(resource)} "${name}" is forbidden: ${why}`,
      details: about(resource, name),
    }),
  notFound: (resource: GroupResource, name: string) =>
    new ApiError({
      code: 404,
      reason: 'NotFound',
      message: `${formatGroupResource(resource)} "${name}" not found`,
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
      message: `${formatGroupResource(resource)} "${name}" already exists`,
      details: about(resource, name),
    }),
  conflict: (resource: GroupResource, name: string, why: string) =>
    new ApiError({
      code: 409,
      reason: 'Conflict',
      message: `Operation cannot be fulfilled on ${formatGroupResource(resource)} "${name}": ${why}`,
      details: about(resource, name),
    }),
  expired: (message: string, next?: string) =>
    new ApiError({ code: 410, reason: 'Expired', message, ...(next === undefined ? {} : { continue: next }) }),
  requestEntityTooLarge: (why: string) =>
    new ApiError({ code: 413, reason: 'RequestEntityTooLarge', message: `Request entity too large: ${why}` }),
  unsupportedMediaType: (message: string) => new ApiError({ code: 415, reason: 'UnsupportedMediaType', message }),
  invalid: (kind: GroupKind, name: string, faults: readonly FieldError[]) =>
    new ApiError({
      code: 422,
      reason: 'Invalid',
      message: `${formatGroupKind(kind)} ${JSON.stringify(name)} is invalid: ${listFaults(faults)}`,
      details: {
        ...(name === '' ? {} : { name }),
        ...(kind.group === '' ? {} : { group: kind.group }),
        kind: kind.kind,
        causes: faults.map((fault) => ({ reason: fault.type, message: fault.body, field: fault.field })),
      },
    }),
  internal: (why: string) =>
    new ApiError({
      code: 500,
      reason: 'InternalError',
      message: `Internal error occurred: ${why}`,
      details: { causes: [{ message: why }] },
    }),
  /** An error that the real server passes on with no reason: a bare message and a code. */
  plain: (code: number, message: string) => new ApiError({ code, message }),
  serviceUnavailable: (message: string) => new ApiError({ code: 503, reason: 'ServiceUnavailable', message }),
  timeout: (why: string, retryAfterSeconds: number, causes?: readonly StatusCause[]) =>
    new ApiError({
      code: 504,
      reason: 'Timeout',
      message: `Timeout: ${why}`,
      details: { ...(causes === undefined ? {} : { causes }), retryAfterSeconds },
    }),
};

/** One fault stands alone; several stand in brackets, each told once. */
function listFaults(faults: readonly FieldError[]): string {
  const lines = [...new Set(faults.map(formatFieldError))];
  return lines.length === 1 ? (lines[0] as string) : `[${lines.join(', ')}]`;
}
