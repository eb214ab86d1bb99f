import { longList, selectionOf } from '#registry';
import type { Reply } from '../call.ts';
import { listRefusal } from '../encode/list.ts';
import { accessOf, type VerbCall, viewOf } from './context.ts';
import { listReply } from './list-body.ts';
import { listOptionsOf } from './request-options.ts';

export async function list(request: VerbCall): Promise<Reply> {
  const view = viewOf(request);
  const options = listOptionsOf(request);
  const found = await longList(accessOf(request), options, selectionOf(request.resource, options, request.info.name));
  const refusal = listRefusal(view);
  if (refusal !== undefined) throw refusal;
  return listReply(request, view, found);
}
