import { converting, type LongList, wireLength } from '#registry';
import type { Reply } from '../call.ts';
import { presentList } from '../encode/list.ts';
import { convertedFor } from '../encode/shown-list.ts';
import type { View } from '../encode/view.ts';
import { askerOf, plainView, reply, type VerbCall } from './context.ts';

/**
 * Short lists are sent in one piece, long ones as a stream. The first page is converted before the answer begins, so
 * that a failed conversion is answered with an error.
 */
async function listBody(
  view: View,
  found: LongList,
  request: VerbCall,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const { call } = request;
  const converted = await converting(askerOf(request), () => convertedFor(view, found.first));
  if (found.more !== undefined) return presentList(view, { ...found, converted, signal: call.signal });
  const size = found.first.reduce((sum, entry) => sum + wireLength(entry), FRAME);
  const parts: Uint8Array[] = [];
  for await (const chunk of presentList(view, { ...found, converted, size })) parts.push(chunk);
  return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
}

/** The audit log has a list as JSON, whatever the client wants; but a long one only as it is sent. */
export async function listReply(request: VerbCall, view: View, found: LongList): Promise<Reply> {
  const answer = reply(view, 200, await listBody(view, found, request));
  const isEnough = request.audit?.wantsResponse !== true || found.more !== undefined || isPlainMedia(view);
  if (isEnough) return answer;
  return { ...answer, json: (await listBody(plainView(view), found, request)) as Uint8Array };
}

const isPlainMedia = ({ representation }: View): boolean => representation.media === 'json' && !representation.pretty;

/** An upper bound of the bytes that stand around the items of a list. */
const FRAME = 1024;
