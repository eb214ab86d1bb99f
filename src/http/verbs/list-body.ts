import { ReusedBuffers } from '#meta';
import { converting, type LongList, wireLength } from '#registry';
import type { Reply } from '../call.ts';
import { presentList } from '../encode/list.ts';
import { convertedFor, type ShownList } from '../encode/shown-list.ts';
import type { View } from '../encode/view.ts';
import { askerOf, plainView, reply, type VerbCall } from './context.ts';

type Body = Pick<Reply, 'body' | 'sent'>;

/**
 * Short lists are sent in one piece, long ones as a stream. The first page is converted before the answer begins, so
 * that a failed conversion is answered with an error.
 */
async function listBody(view: View, found: LongList, request: VerbCall): Promise<Body> {
  const converted = await converting(askerOf(request), () => convertedFor(view, found.first));
  const list = { ...found, converted };
  return found.more === undefined
    ? wholeList(view, list)
    : { body: presentList(view, { ...list, signal: request.call.signal }) };
}

const buffers = new ReusedBuffers();

async function wholeList(view: View, list: ShownList): Promise<Body> {
  const room = buffers.take(list.first.reduce((sum, entry) => sum + wireLength(entry), FRAME));
  const parts: Uint8Array[] = [];
  for await (const chunk of presentList(view, { ...list, room })) parts.push(chunk);
  const [first] = parts;
  if (first === undefined || parts.length > 1) return { body: Buffer.concat(parts) };
  return first.buffer === room.buffer ? { body: first, sent: () => buffers.giveBack(room) } : { body: first };
}

/** The audit log has a list as JSON, whatever the client wants; but a long one only as it is sent. */
export async function listReply(request: VerbCall, view: View, found: LongList): Promise<Reply> {
  const { body, sent } = await listBody(view, found, request);
  const answer = reply(view, 200, body);
  // The audit log keeps the bytes for as long as it likes.
  if (request.audit?.wantsResponse !== true) return sent === undefined ? answer : { ...answer, sent };
  if (found.more !== undefined || isPlainMedia(view)) return answer;
  return { ...answer, json: (await listBody(plainView(view), found, request)).body as Uint8Array };
}

const isPlainMedia = ({ representation }: View): boolean => representation.media === 'json' && !representation.pretty;

/** An upper bound of the bytes that stand around the items of a list. */
const FRAME = 1024;
