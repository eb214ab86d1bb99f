import { bytes, flag, id, int, type Message, message, nested, repeated, text } from './message.ts';

// The part of etcd's gRPC API (etcdserverpb) that is used here: names and numbers are those of its public description.

const header = message({ member: id(2), revision: int(3) });

export const keyValue = message({ key: bytes(1), modRevision: int(3), version: int(4), value: bytes(5), lease: id(6) });
export type KeyValue = ReturnType<(typeof keyValue)['decode']>;

const rangeRequest = message({
  key: bytes(1),
  rangeEnd: bytes(2),
  limit: int(3),
  revision: int(4),
  keysOnly: flag(8),
  countOnly: flag(9),
});
const rangeResponse = message({ header: nested(1, header), kvs: repeated(2, keyValue), more: flag(3), count: int(4) });

const putRequest = message({ key: bytes(1), value: bytes(2), lease: id(3) });
const deleteRequest = message({ key: bytes(1), rangeEnd: bytes(2) });

/** The target of a comparison; the result that is asked for is always EQUAL, which is 0. */
export const COMPARE = { version: 0, modRevision: 2 } as const;
const compare = message({ target: int(2), key: bytes(3), version: int(4), modRevision: int(6) });
const requestOp = message({
  range: nested(1, rangeRequest),
  put: nested(2, putRequest),
  remove: nested(3, deleteRequest),
});
const responseOp = message({ range: nested(1, rangeResponse) });
const txnRequest = message({
  compare: repeated(1, compare),
  success: repeated(2, requestOp),
  failure: repeated(3, requestOp),
});
const txnResponse = message({ header: nested(1, header), succeeded: flag(2), responses: repeated(3, responseOp) });

const compactRequest = message({ revision: int(1) });
const headerOnly = message({ header: nested(1, header) });

const watchCreate = message({
  key: bytes(1),
  rangeEnd: bytes(2),
  startRevision: int(3),
  progressNotify: flag(4),
  previous: flag(6),
  fragment: flag(8),
});
const nothing = message({});
export const watchRequest = message({ create: nested(1, watchCreate), progress: nested(3, nothing) });

export const EVENT = { put: 0, remove: 1 } as const;
const event = message({ type: int(1), kv: nested(2, keyValue), previous: nested(3, keyValue) });
export type EtcdEvent = ReturnType<(typeof event)['decode']>;
export const watchResponse = message({
  header: nested(1, header),
  created: flag(3),
  canceled: flag(4),
  compactRevision: int(5),
  cancelReason: text(6),
  fragment: flag(7),
  events: repeated(11, event),
});
export type WatchResponse = ReturnType<(typeof watchResponse)['decode']>;

const leaseGrantRequest = message({ seconds: int(1), id: id(2) });
const leaseGrantResponse = message({ id: id(2), seconds: int(3), error: text(4) });

const statusResponse = message({ header: nested(1, header), version: text(2), dbSize: int(3), leader: id(4) });

const authenticateRequest = message({ name: text(1), password: text(2) });
const authenticateResponse = message({ token: text(2) });

/** One call of the API. `reads`: it may be asked again without harm, wherever it was when the connection broke. */
export interface Method<Q, A> {
  readonly path: string;
  readonly request: Message<Q>;
  readonly response: Message<A>;
  readonly reads?: true;
}
const method = <Q, A>(of: Method<Q, A>): Method<Q, A> => of;

export const methods = {
  range: method({ path: '/etcdserverpb.KV/Range', request: rangeRequest, response: rangeResponse, reads: true }),
  txn: method({ path: '/etcdserverpb.KV/Txn', request: txnRequest, response: txnResponse }),
  compact: method({ path: '/etcdserverpb.KV/Compact', request: compactRequest, response: headerOnly, reads: true }),
  leaseGrant: method({
    path: '/etcdserverpb.Lease/LeaseGrant',
    request: leaseGrantRequest,
    response: leaseGrantResponse,
    // One that was granted and is not known here ends by itself.
    reads: true,
  }),
  status: method({ path: '/etcdserverpb.Maintenance/Status', request: nothing, response: statusResponse, reads: true }),
  authenticate: method({
    path: '/etcdserverpb.Auth/Authenticate',
    request: authenticateRequest,
    response: authenticateResponse,
    reads: true,
  }),
} as const;
export const WATCH_PATH = '/etcdserverpb.Watch/Watch';
