import {
  apiErrors,
  type FieldError,
  type ListOptions,
  parseQueryOptions,
  validateListOptions,
  withListDefaults,
} from '#meta';
import { type List, list as listEntries, wireLength } from '#registry';
import type { Reply } from '../call.ts';
import { checkListRepresentation, presentList } from '../encode/list.ts';
import type { View } from '../encode/view.ts';
import { accessOf, reply, selectionOf, type VerbCall, viewOf } from './context.ts';

export async function list(request: VerbCall): Promise<Reply> {
  const view = viewOf(request);
  const options = listOptionsOf(request);
  checkListRepresentation(view);
  const found = await listEntries(accessOf(request), options, selectionOf(request, options));
  return reply(view, 200, await listBody(view, found));
}

/** Small lists go out in one piece; only large ones are worth a stream. */
export async function listBody(view: View, found: List): Promise<Reply['body']> {
  const size = found.entries.reduce((sum, entry) => sum + wireLength(entry), FRAME);
  if (size > STREAM_FROM) return presentList(view, found);
  const parts: Uint8Array[] = [];
  for await (const chunk of presentList(view, found, size)) parts.push(chunk);
  return parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
}

const STREAM_FROM = 1024 * 1024;
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
