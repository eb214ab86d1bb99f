import type { ServedResource, Subresource, SubresourceErrand } from '#machinery';
import { type KubeObject, parseQueryOptions, type Status, validateCreateOptions } from '#meta';
import { runErrand as runErrandOn } from '#registry';
import type { Reply } from '../call.ts';
import { presentStatus } from '../encode/status.ts';
import type { ResourceInfo } from '../request-info.ts';
import { inputOf } from './act.ts';
import { reply, type VerbCall, viewOf, writeAccessOf } from './context.ts';
import { matchScope } from './create.ts';
import { refuse } from './list.ts';

/** A part of a resource that does something with more than the object. */
export interface Errand {
  readonly part: Subresource;
  readonly errand: SubresourceErrand;
}

export function errandOf({ definition }: ServedResource, { subresource }: ResourceInfo): Errand | undefined {
  const part = definition.subresources.get(subresource);
  return part?.errand && { part, errand: part.errand };
}

/** What is sent is not stored; the answer only says that it was done. */
export async function runErrand(request: VerbCall, { part, errand }: Errand): Promise<Reply> {
  const { house, info, resource, query } = request;
  const options = parseQueryOptions('create', query);
  refuse('CreateOptions', validateCreateOptions(options));
  const input = (await inputOf(request, { resource, part, action: errand })) as KubeObject;
  matchScope(request, input);
  await runErrandOn(writeAccessOf(request, options), {
    errand,
    input,
    name: info.name,
    dryRun: options.dryRun,
    find: ({ group, version, resource: name }) => house.catalog().find(group, version, name),
  });
  const view = viewOf(request);
  const done: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return reply(view, 201, presentStatus(done, view.representation));
}
