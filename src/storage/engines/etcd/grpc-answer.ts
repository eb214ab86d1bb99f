import { GRPC, GrpcError } from './grpc-error.ts';
import { MessageReader } from './grpc-frames.ts';
import type { Headers } from './http2/header-decoder.ts';
import type { Receiver, StreamFailure } from './http2/http2-stream.ts';

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
  let status: Headers | undefined;
  let http = '200';
  let broken: GrpcError | undefined;
  return {
    headers(headers) {
      http = headers.get(':status') ?? http;
      if (headers.has('grpc-status')) status = headers;
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

function errorOf(status: Headers): GrpcError | undefined {
  const code = Number(status.get('grpc-status'));
  if (code === 0) return undefined;
  return new GrpcError(code, unescaped(status.get('grpc-message') ?? `gRPC code ${code}`));
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
