import { getServers } from 'node:dns';
import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { parseJson } from '#machinery';
import { getOwn, goQuote, isJsonObject } from '#meta';

/** A call without an answer that can be read. The messages are those of Go's client, because people search for them. */
export class WebhookCallError extends Error {
  /** What the webhook answered, if it did. */
  readonly status: number | undefined;
  /** False where no call was made: there was no address, or no certificates. */
  readonly prepared: boolean;
  /** The body of that answer. */
  readonly answer: Uint8Array | undefined;

  constructor(message: string, { status, prepared = true, answer }: CallFacts = {}) {
    super(message);
    this.name = 'WebhookCallError';
    this.status = status;
    this.prepared = prepared;
    this.answer = answer;
  }
}

interface CallFacts {
  readonly status?: number;
  readonly prepared?: boolean;
  readonly answer?: Uint8Array;
}

/** An answer is read no further than this. */
export function tooLarge(limit: number): WebhookCallError {
  return new WebhookCallError(`the response of the webhook is larger than ${limit} bytes`);
}

const UNKNOWN_AUTHORITY = 'tls: failed to verify certificate: x509: certificate signed by unknown authority';
const OUT_OF_TIME = 'tls: failed to verify certificate: x509: certificate has expired or is not yet valid';
// It may be anything but TLS; plain HTTP is what it mostly is.
const NO_TLS = 'http: server gave HTTP response to HTTPS client';

const byCode: { readonly [code: string]: string } = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: UNKNOWN_AUTHORITY,
  INVALID_CA: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: OUT_OF_TIME,
  CERT_NOT_YET_VALID: OUT_OF_TIME,
  EPROTO: NO_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  EPIPE: 'write: broken pipe',
};
/** What the other side says by the number of a TLS alert. */
const byAlert: { readonly [alert: string]: string } = {
  40: 'handshake failure',
  42: 'bad certificate',
  43: 'unsupported certificate',
  44: 'revoked certificate',
  45: 'expired certificate',
  46: 'unknown certificate',
  48: 'unknown certificate authority',
  49: 'access denied',
  70: 'protocol version not supported',
  112: 'unrecognized name',
  116: 'certificate required',
};
const whileDialing: { readonly [code: string]: string } = {
  ECONNREFUSED: 'connection refused',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network is unreachable',
  ETIMEDOUT: 'connection timed out',
  EADDRNOTAVAIL: 'cannot assign requested address',
};

interface NetworkError extends Error {
  readonly code?: string | number;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  readonly errors?: readonly NetworkError[];
  /** What the parser of HTTP could not read. */
  readonly rawPacket?: Uint8Array;
}

/** What Go's client says of a failed connection. */
export function networkFault(error: NetworkError): string {
  const [first] = error.errors ?? [];
  // All addresses of a name failed: the first error is told.
  if (first !== undefined) return networkFault(first);
  const { address = '', port = 0, hostname = '' } = error;
  // Other errors have codes too, which are numbers.
  const code = typeof error.code === 'string' ? error.code : '';
  if (Object.hasOwn(whileDialing, code) && address !== '') {
    const host = isIP(address) === 6 ? `[${address}]` : address;
    return `dial tcp ${host}:${port}: connect: ${whileDialing[code]}`;
  }
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${hostname}${nameServer()}: no such host`;
  if (code === 'EAI_AGAIN') return `dial tcp: lookup ${hostname}${nameServer()}: server misbehaving`;
  if (code.startsWith('HPE_')) return `net/http: HTTP/1.x transport connection broken: ${brokenAnswer(error)}`;
  if (code === 'ECONNRESET') return error.syscall === 'read' ? 'read: connection reset by peer' : 'EOF';
  const [, alert = ''] = /SSL alert number (\d+)/.exec(error.message) ?? [];
  if (Object.hasOwn(byAlert, alert)) return `remote error: tls: ${byAlert[alert]}`;
  return Object.hasOwn(byCode, code) ? (byCode[code] as string) : error.message;
}

function brokenAnswer({ rawPacket = new Uint8Array() }: NetworkError): string {
  const [line = ''] = Buffer.from(rawPacket.subarray(0, 200)).toString('latin1').split(/\r?\n/);
  const [, code] = /^\S* (\S*)/.exec(line) ?? [];
  return code === undefined || code.length === 3
    ? `malformed HTTP response ${goQuote(line)}`
    : `malformed HTTP status code ${goQuote(code)}`;
}

/** The DNS server, which Go's messages name. */
function nameServer(): string {
  const [first] = getServers();
  if (first === undefined) return '';
  return isIP(first) === 0 ? ` on ${first}` : ` on ${isIP(first) === 6 ? `[${first}]` : first}:53`;
}

/** A certificate must have the name among its alternative names: a common name has long not counted. */
export function identityFault(host: string, certificate: PeerCertificate): Error | undefined {
  const names = certificate.subjectaltname ?? '';
  if (names !== '' && checkServerIdentity(host, certificate) === undefined) return undefined;
  const isCommonName = names === '' && String(certificate.subject?.CN).toLowerCase() === host.toLowerCase();
  const why = isCommonName
    ? 'certificate relies on legacy Common Name field, use SANs instead'
    : identityText(host, names);
  return new Error(`tls: failed to verify certificate: x509: ${why}`);
}

function identityText(host: string, names: string): string {
  const begin = isIP(host) === 0 ? 'DNS:' : 'IP Address:';
  const valid = names.split(', ').filter((name) => name.startsWith(begin));
  if (valid.length > 0)
    return `certificate is valid for ${valid.map((name) => name.slice(begin.length)).join(', ')}, not ${host}`;
  return isIP(host) === 0
    ? `certificate is not valid for any names, but wanted to match ${host}`
    : `cannot validate certificate for ${host} because it doesn't contain any IP SANs`;
}

const byStatus: { readonly [status: number]: string } = {
  400: 'the server rejected our request for an unknown reason',
  401: 'the server has asked for the client to provide credentials',
  404: 'the server could not find the requested resource',
  405: 'the server does not allow this method on the requested resource',
  409: 'the server reported a conflict',
  422: 'the server rejected our request due to an error in our request',
  429: 'the server has received too many requests and has asked us to try again later',
  503: 'the server is currently unable to handle the request',
  504: 'the server was unable to return a response in the time allotted, but may still be processing the request',
};
/** These codes come with the reason in the body. */
const toldByBody: ReadonlySet<number> = new Set([403, 406, 415]);
const BODY_MAXIMUM = 2048;

export interface HttpAnswer {
  readonly status: number;
  /** When to come again, if the webhook wants it. */
  readonly retryAfterSeconds?: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** Why an answer cannot be read at all; undefined if it can. */
export function answerFault({ status, contentType, body }: HttpAnswer): string | undefined {
  if (status < 200 || status > 206) return statusFault({ status, contentType, body });
  if (body.length > 0) return undefined;
  const type = contentType === '' ? 'application/json' : contentType;
  return `0-length response with status code: ${status} and content type: ${type}`;
}

function statusFault({ status, contentType, body }: HttpAnswer): string {
  const told = messageOfStatus(body);
  if (told !== undefined) return told;
  const start = Buffer.from(body.subarray(0, BODY_MAXIMUM)).toString('utf8').trim();
  const text = contentType === '' || contentType.startsWith('text/') ? start : 'unknown';
  if (toldByBody.has(status) && text !== '') return text;
  const known = byStatus[status];
  if (known !== undefined) return known;
  if (status >= 500) return `an error on the server (${goQuote(text)}) has prevented the request from succeeding`;
  return `the server responded with the status code ${status} but did not return more information`;
}

/** A webhook that answers as an API server does, with a Status. */
function messageOfStatus(body: Uint8Array): string | undefined {
  if (body[0] !== 0x7b) return undefined;
  try {
    const { value } = parseJson(body, { duplicates: false });
    if (!isJsonObject(value) || getOwn(value, 'status') !== 'Failure') return undefined;
    const message = getOwn(value, 'message');
    return typeof message === 'string' && message !== '' ? message : undefined;
  } catch {
    // No JSON: the code of the answer is all there is to tell.
    return undefined;
  }
}
