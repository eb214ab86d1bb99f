/** One byte that says that the message is not compressed, four of its length. */
const HEAD_BYTES = 5;

/** A message as it goes over the wire. */
export function frame(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(HEAD_BYTES + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, HEAD_BYTES);
  return framed;
}

/** The messages of a stream of bytes that is cut anyhow. */
export async function* framesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let pending: Buffer[] = [];
  let length = 0;
  let needed = HEAD_BYTES;
  for await (const chunk of chunks) {
    pending.push(chunk);
    length += chunk.length;
    if (length < needed) continue;
    let rest = pending.length === 1 ? chunk : Buffer.concat(pending);
    for (;;) {
      needed = rest.length < HEAD_BYTES ? HEAD_BYTES : HEAD_BYTES + rest.readUInt32BE(1);
      if (rest.length < needed) break;
      if (rest[0] !== 0) throw new RangeError('the message is compressed, which nobody asked for');
      yield rest.subarray(HEAD_BYTES, needed);
      rest = rest.subarray(needed);
    }
    pending = rest.length === 0 ? [] : [rest];
    length = rest.length;
  }
}
