/** How bytes stand in a message: as they are, or as text. */
export type ChannelCoding = 'binary' | 'base64';

interface MessagePart {
  readonly isStart: boolean;
  readonly bytes: Buffer;
}

interface ChannelPart {
  readonly channel: number;
  readonly bytes: Buffer;
}

const NONE = Buffer.alloc(0);
const DIGIT_ZERO = 0x30;
/** So many characters stand for whole bytes. */
const BASE64_GROUP = 4;

/** Messages whose first byte says which channel they are for. k8s: streaming/httpstream/wsstream */
export class ChannelCodec {
  readonly #coding: ChannelCoding;
  /** Of the message that is being read; undefined before its first byte. */
  #channel: number | undefined;
  /** Characters that do not make whole bytes yet. */
  #rest = '';

  constructor(coding: ChannelCoding) {
    this.#coding = coding;
  }

  encode(channel: number, bytes: Uint8Array): Buffer {
    if (this.#coding === 'binary') return Buffer.concat([Buffer.from([channel]), bytes]);
    return Buffer.from(String.fromCharCode(DIGIT_ZERO + channel) + Buffer.from(bytes).toString('base64'));
  }

  /** A message may come in pieces. */
  decode({ isStart, bytes }: MessagePart): ChannelPart {
    if (isStart) {
      this.#channel = undefined;
      this.#rest = '';
    }
    if (this.#channel !== undefined) return { channel: this.#channel, bytes: this.#decoded(bytes) };
    const [first] = bytes;
    if (first === undefined) return { channel: 0, bytes: NONE };
    this.#channel = this.#coding === 'binary' ? first : first - DIGIT_ZERO;
    return { channel: this.#channel, bytes: this.#decoded(bytes.subarray(1)) };
  }

  #decoded(bytes: Buffer): Buffer {
    if (this.#coding === 'binary') return bytes;
    const text = this.#rest + bytes.toString('latin1');
    const whole = text.length - (text.length % BASE64_GROUP);
    this.#rest = text.slice(whole);
    return Buffer.from(text.slice(0, whole), 'base64');
  }
}
