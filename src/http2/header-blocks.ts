import { FLAG, FRAME, type Frame, Http2Error, withoutPadding } from './frames.ts';
import { HeaderDecoder } from './header-decoder.ts';
import type { HeaderField } from './header-table.ts';

/** Headers of which more is to come. */
interface Begun {
  readonly stream: number;
  readonly isEnd: boolean;
  readonly parts: Buffer[];
  size: number;
}

/** What stands before the headers in their frame when there is a priority; it means nothing here. */
const PRIORITY_BYTES = 5;

/** A whole set of headers. */
export interface HeaderBlock {
  /** In their order, as far as they are not too many. */
  readonly fields: readonly HeaderField[];
  readonly isTooLarge: boolean;
  /** They end their stream. */
  readonly isEnd: boolean;
}

/** Puts headers together that come in several frames, and decodes them. */
export class HeaderBlocks {
  readonly #decoder: HeaderDecoder;
  readonly #most: number;
  #begun: Begun | undefined;

  constructor({ headersBytes }: { readonly headersBytes: number }) {
    this.#most = headersBytes;
    this.#decoder = new HeaderDecoder({ headersBytes });
  }

  /** Nothing but the rest of them may come now. */
  get isBegun(): boolean {
    return this.#begun !== undefined;
  }
  /** The other side has agreed to use no larger table. */
  limitTable(bytes: number): void {
    this.#decoder.limitTable(bytes);
  }

  /** The headers, if this frame completes them. Throws an `Http2Error`. */
  take(frame: Frame): HeaderBlock | undefined {
    const begun = frame.type === FRAME.headers ? begin(frame) : this.#goOn(frame);
    const isComplete = (frame.flags & FLAG.endHeaders) !== 0;
    this.#begun = isComplete ? undefined : begun;
    if (!isComplete) return undefined;
    const { parts, isEnd } = begun;
    const { fields, isTooLarge } = this.#decoder.decode(
      parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts),
    );
    return { fields, isTooLarge, isEnd };
  }

  #goOn({ stream, payload }: Frame): Begun {
    const begun = this.#begun;
    if (begun?.stream !== stream) throw new Http2Error('PROTOCOL_ERROR', 'more of headers that nobody began');
    begun.size += payload.length;
    begun.parts.push(payload);
    // An endless row of empty parts is refused too.
    if (begun.size > this.#most || begun.parts.length > this.#most / 1024)
      throw new Http2Error('ENHANCE_YOUR_CALM', `headers of more than ${this.#most} bytes`);
    return begun;
  }
}

function begin(frame: Frame): Begun {
  const { stream, flags } = frame;
  const payload = withoutPadding(frame);
  const skipped = (flags & FLAG.priority) === 0 ? 0 : PRIORITY_BYTES;
  if (payload.length < skipped) throw new Http2Error('FRAME_SIZE_ERROR', 'a priority is cut off');
  return { stream, isEnd: (flags & FLAG.endStream) !== 0, parts: [payload.subarray(skipped)], size: payload.length };
}
