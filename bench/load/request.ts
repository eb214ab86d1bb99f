import { isIPv6 } from 'node:net';
import type { Target } from '../target/target.ts';

/** In a path or body: replaced by the number of the object, eight digits. */
export const OBJECT = '########';
/** In a path or body: replaced by a number that no other request of the job has, eight digits. */
export const SERIAL = '@@@@@@@@';

const DIGITS = 8;

export interface RequestTemplate {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: { readonly [name: string]: string };
  /** Text, or bytes (protobuf) that hold the same marks. */
  readonly body?: string | Uint8Array;
}

/** A request whose bytes are made once; only digits are written into them before it is sent. */
export class PreparedRequest {
  readonly bytes: Buffer;
  readonly #objects: readonly number[];
  readonly #serials: readonly number[];

  constructor(target: Target, template: RequestTemplate) {
    this.bytes = bytesOf(target, template);
    this.#objects = placesOf(this.bytes, OBJECT);
    this.#serials = placesOf(this.bytes, SERIAL);
  }
  fill({ object, serial }: { readonly object: number; readonly serial: number }): Buffer {
    for (const place of this.#objects) writeDigits(this.bytes, place, object);
    for (const place of this.#serials) writeDigits(this.bytes, place, serial);
    return this.bytes;
  }
}

export function digitsOf(value: number): string {
  return String(value).padStart(DIGITS, '0');
}

function bytesOf({ host, port, token }: Target, { method, path, headers = {}, body }: RequestTemplate): Buffer {
  const content = Buffer.from(body ?? '');
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${isIPv6(host) ? `[${host}]` : host}:${port}`,
    'user-agent: pinnace-bench',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...Object.entries({ accept: 'application/json', ...headers }).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`content-length: ${content.length}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
}

function placesOf(bytes: Buffer, mark: string): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + DIGITS)) places.push(at);
  return places;
}

function writeDigits(bytes: Buffer, place: number, value: number): void {
  let rest = value;
  for (let at = place + DIGITS - 1; at >= place; at--) {
    bytes[at] = 48 + (rest % 10);
    rest = (rest - (rest % 10)) / 10;
  }
}
