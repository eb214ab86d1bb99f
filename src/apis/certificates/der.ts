/** DER, as far as requests for certificates need it. */

export interface Element {
  readonly tag: number;
  /** With tag and length. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

export const tags = { integer: 0x02, bitString: 0x03, oid: 0x06, sequence: 0x30 } as const;

const CONSTRUCTED = 0x20;

/** The elements that follow each other in `bytes`; undefined where the bytes are no DER. */
export function elements(bytes: Buffer): readonly Element[] | undefined {
  const found: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const element = elementAt(bytes, at);
    if (element === undefined) return undefined;
    found.push(element);
    at += element.whole.length;
  }
  return found;
}

/** The element that begins at an offset. */
export function elementAt(bytes: Buffer, at: number): Element | undefined {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return undefined;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 4 || at + 2 + lengthBytes > bytes.length) return undefined;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
  const start = at + 2 + lengthBytes;
  if (start + length > bytes.length) return undefined;
  return { tag, whole: bytes.subarray(at, start + length), content: bytes.subarray(start, start + length) };
}

/** How deep a request nests at most: the stack has an end. */
const MAX_DEPTH = 32;

/** Whether everything inside is as long as it says. */
export function isWellFormed({ tag, content }: Element, depth = 0): boolean {
  if ((tag & CONSTRUCTED) === 0) return true;
  return depth < MAX_DEPTH && (elements(content)?.every((inner) => isWellFormed(inner, depth + 1)) ?? false);
}
