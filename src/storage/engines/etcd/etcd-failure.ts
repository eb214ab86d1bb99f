import { Compacted, NotYet, StorageFailure, StorageFull } from '../../engine.ts';
import { isTlsFailure } from './grpc-connection.ts';
import { GRPC, GrpcError } from './grpc-error.ts';

export const isCompacted = (error: unknown): boolean => isOutOfRange(error, 'required revision has been compacted');
export const isFuture = (error: unknown): boolean => isOutOfRange(error, 'required revision is a future revision');

function isOutOfRange(error: unknown, ending: string): boolean {
  return error instanceof GrpcError && error.code === GRPC.outOfRange && error.message.endsWith(ending);
}

/** What etcd says, in the words of an engine: what is wrong, and what can be done about it. */
export function storageFailure(error: unknown): Error {
  if (error instanceof Compacted || error instanceof NotYet || error instanceof StorageFailure) return error;
  if (!(error instanceof GrpcError)) return error as Error;
  const cause = { cause: error };
  const { code, message } = error;
  if (message.endsWith('database space exceeded')) {
    return new StorageFull(
      'etcd has no room: compact and defragment it, give it a larger --quota-backend-bytes, then disarm its alarm (etcdctl alarm disarm).',
      cause,
    );
  }
  if (message.endsWith('request is too large') || message.includes('message larger than max')) {
    return new StorageFailure(
      `etcd takes no request as large as this one; its --max-request-bytes says how large (${message})`,
      cause,
    );
  }
  if (code === GRPC.permissionDenied) {
    return new StorageFailure(
      `etcd does not permit it (${message}): the user of --etcd-certfile or --etcd-username needs a role for the keys under --etcd-prefix.`,
      cause,
    );
  }
  if (
    code === GRPC.unauthenticated ||
    message.includes('authentication failed') ||
    message.includes('user name is empty')
  ) {
    return new StorageFailure(
      `etcd does not know who this is (${message}): see --etcd-certfile, --etcd-username and --etcd-password-file.`,
      cause,
    );
  }
  if (isTlsFailure(error.cause)) {
    return new StorageFailure(
      `etcd and this server do not trust each other (${message}): see --etcd-cafile, --etcd-certfile and --etcd-keyfile.`,
      cause,
    );
  }
  if (code === GRPC.unavailable || code === GRPC.deadlineExceeded) {
    const outcome = error.isUnsent ? '' : ' Whether it did what it was last asked is not known.';
    return new StorageFailure(`etcd cannot be reached (${message}).${outcome}`, cause);
  }
  return new StorageFailure(`etcd answered with an error: ${message}`, cause);
}
