import { FRAME_BYTES, Http2Error, LARGEST_WINDOW } from './frames.ts';

/** What either side says about itself when a connection begins (RFC 9113, section 6.5.2). */
const SETTING = {
  headerTableBytes: 1,
  enablePush: 2,
  maxStreams: 3,
  initialWindow: 4,
  maxFrameBytes: 5,
  maxHeadersBytes: 6,
} as const;

const SETTING_BYTES = 6;
const LARGEST_FRAME = 2 ** 24 - 1;

/** What the other side takes. */
export interface PeerSettings {
  readonly maxStreams: number;
  readonly initialWindow: number;
  readonly maxFrameBytes: number;
}

/** Before it has said anything. Nothing is asked then: it might take fewer streams than it would be sent. */
export const silentPeer: PeerSettings = { maxStreams: 0, initialWindow: 65_535, maxFrameBytes: FRAME_BYTES };
/** It has said something, but nothing about streams. */
const anyNumber = Number.POSITIVE_INFINITY;

/** Settings after a frame of them. Throws an `Http2Error`. */
export function settingsAfter(
  payload: Buffer,
  before: PeerSettings,
  { isFirst = false, mayPush = false } = {},
): PeerSettings {
  if (payload.length % SETTING_BYTES !== 0) throw new Http2Error('FRAME_SIZE_ERROR', 'settings are cut off');
  const settings = { ...before, ...(isFirst && { maxStreams: anyNumber }) };
  for (let at = 0; at < payload.length; at += SETTING_BYTES) {
    const value = payload.readUInt32BE(at + 2);
    switch (payload.readUInt16BE(at)) {
      case SETTING.enablePush:
        if (value > 1 || (value === 1 && !mayPush))
          throw new Http2Error('PROTOCOL_ERROR', 'a server cannot be pushed to');
        break;
      case SETTING.maxStreams:
        settings.maxStreams = value;
        break;
      case SETTING.initialWindow:
        if (value > LARGEST_WINDOW) throw new Http2Error('FLOW_CONTROL_ERROR', `a window of ${value} bytes`);
        settings.initialWindow = value;
        break;
      case SETTING.maxFrameBytes:
        if (value < FRAME_BYTES || value > LARGEST_FRAME)
          throw new Http2Error('PROTOCOL_ERROR', `frames of ${value} bytes`);
        settings.maxFrameBytes = value;
        break;
      default:
      // How large its table of headers may be does not matter here, as none is used; nor does what nobody knows.
    }
  }
  return settings;
}

/** What we say. */
export interface OwnSettings {
  /** Of the table of headers. Without one, headers are the same bytes each time. */
  readonly tableBytes: number;
  /** Of streams that the other side may begin. */
  readonly maxStreams: number;
  /** What may be on its way on one stream. */
  readonly window: number;
  readonly frameBytes: number;
  readonly headersBytes: number;
}

export function ownSettings({ tableBytes, maxStreams, window, frameBytes, headersBytes }: OwnSettings): Buffer {
  const settings: readonly (readonly [number, number])[] = [
    [SETTING.headerTableBytes, tableBytes],
    // Only a server is begun streams with, and only a client could be pushed to.
    maxStreams > 0 ? [SETTING.maxStreams, maxStreams] : [SETTING.enablePush, 0],
    [SETTING.initialWindow, window],
    [SETTING.maxFrameBytes, frameBytes],
    [SETTING.maxHeadersBytes, headersBytes],
  ];
  const payload = Buffer.alloc(SETTING_BYTES * settings.length);
  for (const [place, [name, value]] of settings.entries()) {
    payload.writeUInt16BE(name, place * SETTING_BYTES);
    payload.writeUInt32BE(value, place * SETTING_BYTES + 2);
  }
  return payload;
}
