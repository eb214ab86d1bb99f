const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** The lines of a stream, without those that are empty. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      const line = Buffer.concat([...rest, chunk.subarray(from, at)]).toString();
      rest = [];
      size = 0;
      from = at + 1;
      if (line !== '') yield line;
    }
    rest.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > MAX_LINE_BYTES) throw new Error(`an event is longer than ${MAX_LINE_BYTES} bytes`);
  }
}
