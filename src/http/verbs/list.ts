import {
  apiErrors,
  type FieldError,
  type ListOptions,
  parseQueryOptions,
  validateListOptions,
  withListDefaults,
} from '#meta';
import { type LongList, longList, wireLength } from '#registry';
import type { HttpCall, Reply } from '../call.ts';
import { checkListRepresentation, presentList } from '../encode/list.ts';
import { convertedFor } from '../encode/shown-list.ts';
import type { View } from '../encode/view.ts';
import { accessOf, reply, selectionOf, type VerbCall, viewOf } from './context.ts';

export async function list(request: VerbCall): Promise<Reply> {
  const view = viewOf(request);
  const options = listOptionsOf(request);
  checkListRepresentation(view);
  const found = await longList(accessOf(request), options, selectionOf(request, options));
  return reply(view, 200, await listBody(view, found, request.call));
}

/**
 * Small lists go out in one piece; only long ones are worth a stream. What has to be converted of the first page is
 * converted before the answer begins: that it cannot be is then a whole answer too.
 */
export async function listBody(
  view: View,
  found: LongList,
  call: Pick<HttpCall, 'signal'>,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const converted = await convertedFor(view, found.first);
  if (found.more !== undefined) return presentList(view, { ...found, converted, signal: call.signal });
  const size = found.first.reduce((sum, entry) => sum + wireLength(entry), FRAME);
  const parts: Uint8Array[] = [];
  for await (const chunk of presentList(view, { ...found, converted, size })) parts.push(chunk);
  return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
}

/** More than what stands around the items. */
const FRAME = 1024;

export function listOptionsOf(request: VerbCall, { watch = false }: { readonly watch?: boolean } = {}): ListOptions {
  const asked = parseQueryOptions('list', request.query);
  const options = withListDefaults({ ...asked, watch });
  refuse('ListOptions', validateListOptions(options));
  return options;
}

/** Options that do not fit together or have values of their own making. */
export function refuse(kind: string, faults: readonly FieldError[]): void {
  if (faults.length > 0) throw apiErrors.invalid({ group: 'meta.k8s.io', kind }, '', faults);
}
