/** One byte that says that the message is not compressed, four of its length. */
const HEAD_BYTES = 5;
/** What clients of etcd take: a page of large objects is one message. */
const LARGEST_MESSAGE = 2 ** 31 - 1;

/** A message as it goes over the wire. */
export function frame(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(HEAD_BYTES + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, HEAD_BYTES);
  return framed;
}

/** Cuts messages out of bytes that come in pieces of any size; one that came in a single piece is a view of it. */
export class MessageReader {
  #pieces: Buffer[] = [];
  #length = 0;
  #needed = HEAD_BYTES;

  /** The messages that are complete now. Throws a `RangeError` where these are no messages. */
  read(piece: Buffer): readonly Uint8Array[] {
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length < this.#needed) return [];
    const messages: Uint8Array[] = [];
    let rest = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces);
    for (;;) {
      this.#needed = neededFor(rest);
      if (rest.length < this.#needed) break;
      messages.push(rest.subarray(HEAD_BYTES, this.#needed));
      rest = rest.subarray(this.#needed);
    }
    this.#pieces = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    return messages;
  }
}

/** How many bytes the first message has with its head, or the head alone while that is not there. */
function neededFor(bytes: Buffer): number {
  if (bytes.length < HEAD_BYTES) return HEAD_BYTES;
  if (bytes[0] !== 0) throw new RangeError('a message is compressed, which nobody asked for');
  const length = bytes.readUInt32BE(1);
  if (length > LARGEST_MESSAGE) throw new RangeError(`a message of ${length} bytes`);
  return HEAD_BYTES + length;
}
