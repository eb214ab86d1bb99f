// HTTP: from bytes to a request, through its verb, and back to bytes.
export { acceptsEncoding } from './accepts-encoding.ts';
export { bodyPieces, changedCall, endingWith, type HttpCall, type Reply, textReply } from './call.ts';
export { DefinitionWaiters } from './definition-waiters.ts';
export { errorReply } from './error-reply.ts';
export { InProcessCalls } from './fetch.ts';
export { headerText } from './header-text.ts';
export { answerHeavy, type HeavyJob, type HeavyReply, type HeavyServer } from './heavy.ts';
export type {
  Aggregation,
  Connector,
  ForwardedFor,
  House,
  InterceptedRequest,
  Interceptor,
  ObservedRequest,
  RequestFollower,
  RequestOutcome,
} from './house.ts';
export { Deadlines, InflightLimit } from './limits.ts';
export { type BoundPort, type ListenAddress, type Listening, listen, type TlsMaterial } from './listen.ts';
export { listenPlainly } from './listen-plainly.ts';
export { type MakeElsewhere, OpenApiDocuments } from './openapi/openapi-documents.ts';
export { versionDocuments } from './openapi/version-documents.ts';
export type { HealthCheck, HealthChecks } from './paths/health.ts';
export { nonResourcePaths } from './paths/index.ts';
export type { RemoteApis, RemoteSpec } from './remote-apis.ts';
export type { RequestInfo, ResourceInfo } from './request-info.ts';
export { CLOSE_CODES, closeFrame, frameHead, OPCODES } from './websocket/frames.ts';
export { acceptKey } from './websocket/handshake.ts';
export { isHeavyEntry, lightLimits, type WeightLimits } from './weight.ts';
