// Door of the room 'http2': HTTP/2 by hand (RFC 9113, RFC 7541), the client's side and the server's, without Node's streams.
export type { ClientConnection } from './client-connection.ts';
export type { ClientStream, Receiver, StreamFailure } from './client-stream.ts';
export { connectHttp2, type TlsOptions } from './connect.ts';
export { encodedHeaders } from './header-encoder.ts';
export { connectionHeaders, isHeaderName } from './header-names.ts';
export type { HeaderField } from './header-table.ts';
export type { RequestHead } from './request-head.ts';
export { ServerConnection, type ServerLimits } from './server-connection.ts';
export type { ServerStream, StreamUser } from './server-stream.ts';
