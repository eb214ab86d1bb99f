/** Why a stream or a connection of HTTP/2 ends (RFC 9113, section 7); the place of a name is its number. */
const errorNames = [
  'NO_ERROR',
  'PROTOCOL_ERROR',
  'INTERNAL_ERROR',
  'FLOW_CONTROL_ERROR',
  'SETTINGS_TIMEOUT',
  'STREAM_CLOSED',
  'FRAME_SIZE_ERROR',
  'REFUSED_STREAM',
  'CANCEL',
  'COMPRESSION_ERROR',
  'CONNECT_ERROR',
  'ENHANCE_YOUR_CALM',
  'INADEQUATE_SECURITY',
  'HTTP_1_1_REQUIRED',
] as const;
export type Http2ErrorName = (typeof errorNames)[number];

export function http2ErrorNumber(name: Http2ErrorName): number {
  return errorNames.indexOf(name);
}
/** Undefined for a number that has no name. */
export function http2ErrorName(number: number): Http2ErrorName | undefined {
  return errorNames[number];
}
