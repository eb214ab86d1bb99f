/** The codes of gRPC that are told apart here. */
export const GRPC = {
  invalidArgument: 3,
  deadlineExceeded: 4,
  permissionDenied: 7,
  resourceExhausted: 8,
  outOfRange: 11,
  unavailable: 14,
  unauthenticated: 16,
} as const;

/** A call failed. */
export class GrpcError extends Error {
  readonly code: number;
  /** The other side cannot have done what it was asked for. */
  readonly isUnsent: boolean;
  constructor(
    code: number,
    message: string,
    { isUnsent = false, ...options }: ErrorOptions & { isUnsent?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'GrpcError';
    this.code = code;
    this.isUnsent = isUnsent;
  }
}
