import type { HeaderField, Receiver, StreamFailure } from '#http2';
import { GRPC, GrpcError } from './grpc-error.ts';
import { MessageReader } from './grpc-frames.ts';

/** Whoever wants the messages of an answer. */
export interface MessageTaker {
  /** Those that have become complete with so many bytes, perhaps none. */
  messages(messages: readonly Uint8Array[], size: number): void;
  /** Once and last. */
  end(error: GrpcError | undefined): void;
}

/** Takes an answer apart: messages, then the trailers, which say whether all is well. */
export function answerReceiver(taker: MessageTaker, unavailable: (failure: StreamFailure) => GrpcError): Receiver {
  const reader = new MessageReader();
  let status: readonly HeaderField[] | undefined;
  let http = '200';
  let broken: GrpcError | undefined;
  return {
    headers(fields) {
      http = headerOf(fields, ':status') ?? http;
      if (headerOf(fields, 'grpc-status') !== undefined) status = fields;
    },
    data(bytes) {
      if (broken !== undefined) return;
      try {
        taker.messages(http === '200' ? reader.read(bytes) : [], bytes.length);
      } catch (error) {
        broken = unavailable({ error: error as Error, isUnprocessed: false });
      }
    },
    end(failure) {
      if (broken !== undefined) taker.end(broken);
      else if (status !== undefined) taker.end(errorOf(status));
      else if (failure !== undefined) taker.end(unavailable(failure));
      else taker.end(withoutStatus(http, unavailable));
    },
  };
}

function withoutStatus(http: string, unavailable: (failure: StreamFailure) => GrpcError): GrpcError {
  if (http !== '200') return new GrpcError(GRPC.unavailable, `HTTP status ${http}: not an etcd?`);
  return unavailable({ error: new Error('the answer broke off'), isUnprocessed: false });
}

function headerOf(fields: readonly HeaderField[], wanted: string): string | undefined {
  for (const [name, value] of fields) if (name === wanted) return value;
  return undefined;
}

function errorOf(status: readonly HeaderField[]): GrpcError | undefined {
  const code = Number(headerOf(status, 'grpc-status'));
  if (code === 0) return undefined;
  return new GrpcError(code, unescaped(headerOf(status, 'grpc-message') ?? `gRPC code ${code}`));
}

/** Bytes that are no plain ASCII are escaped with percent signs. */
function unescaped(message: string): string {
  try {
    return decodeURIComponent(message);
  } catch {
    // Not escaped as it should be: then it is told as it is.
    return message;
  }
}
