import type { Entry } from '#registry';

/** Up to these sizes a request is served on the main thread. */
export interface WeightLimits {
  readonly bytes: number;
  /** Objects, lists and what they hold. */
  readonly values: number;
  /** In protobuf and CBOR, where values take as few as two bytes. */
  readonly protobufBytes: number;
  /** A text of fewer bytes is not scanned: it cannot have too many values. */
  readonly unseenBytes: number;
}

/**
 * The work for an object grows with the number of its values, by up to forty microseconds for each, and with the length of
 * its texts, which patterns and messages go through.
 */
export const lightLimits: WeightLimits = {
  bytes: 64 * 1024,
  values: 1000,
  protobufBytes: 4 * 1024,
  unseenBytes: 4 * 1024,
};

/** Protobuf and CBOR, patches in it too. */
const isDense = /^application\/(vnd\.kubernetes\.protobuf|cbor|apply-patch\+cbor)/;

export function isHeavyBody(bytes: Uint8Array, contentType: string | undefined, limits: WeightLimits): boolean {
  if (contentType !== undefined && isDense.test(contentType)) return bytes.length > limits.protobufBytes;
  return isHeavyText(bytes, limits);
}

/** Looked at once for each revision of an object. */
export function isHeavyEntry(entry: Entry, limits: WeightLimits = lightLimits): boolean {
  if (entry.size <= limits.unseenBytes) return false;
  return entry.memo('is heavy', ({ value }) => isHeavyText(value, limits));
}

function isHeavyText(bytes: Uint8Array, { unseenBytes, bytes: most, values }: WeightLimits): boolean {
  if (bytes.length <= unseenBytes) return false;
  return bytes.length > most || hasMoreValues(bytes, values);
}

const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const DASH = 0x2d;
const SPACE = 0x20;

/**
 * Counts separators of values in JSON and YAML. Separators inside of texts are counted too, so the result may be too
 * high.
 */
function hasMoreValues(bytes: Uint8Array, most: number): boolean {
  let count = 0;
  let before = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === COMMA || byte === OPEN_BRACE || byte === OPEN_BRACKET) count++;
    // A line break behind a comma is the layout of JSON.
    else if (byte === LINE_FEED ? before !== COMMA : byte === SPACE && before === DASH) count++;
    if (count > most) return true;
    before = byte;
  }
  return false;
}
