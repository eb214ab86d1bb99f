import type { ActionSubresource, Catalog, ServedResource } from '#machinery';
import { type Hub, ownHub, parseQueryOptions, type Status, validateCreateOptions } from '#meta';
import { accessWith, runAction as runActionOn } from '#registry';
import { BodyReader } from '../body.ts';
import type { Reply } from '../call.ts';
import { presentStatus } from '../encode/status.ts';
import type { ResourceInfo } from '../request-info.ts';
import { noteInput } from './audited-body.ts';
import { reply, type VerbCall, viewOf, writeAccessOf } from './context.ts';
import { refuse, validationOf } from './request-options.ts';
import { matchScope } from './sent-object.ts';

/** An action subresource and its resource, which is not always the requested one. */
interface Acting {
  readonly resource: ServedResource;
  readonly part: ActionSubresource;
}

/** Undefined for requests that do something else. */
export function actingPart(catalog: Catalog, asked: ServedResource, info: ResourceInfo): Acting | undefined {
  const { actsOn } = asked.definition;
  const resource = actsOn === undefined ? asked : catalog.find(asked.group, asked.version, actsOn.resource);
  const part = resource?.definition.subresources.get(actsOn?.subresource ?? info.subresource);
  return resource === undefined || part?.mode !== 'action' ? undefined : { resource, part };
}

/** The sent object is not stored; the answer only says that it was done. */
export async function runAction(request: VerbCall, acting: Acting): Promise<Reply> {
  const { catalog, info, query } = request;
  const { resource, part } = acting;
  const view = viewOf(request);
  const options = parseQueryOptions('create', query);
  refuse('CreateOptions', validateCreateOptions(options));
  const input = await inputOf(request, acting);
  noteInput(request, acting.part, input);
  matchScope(request, input);
  // A uid in what is sent to a collection names no object that exists, so it is ignored.
  if (info.subresource === '') delete input.metadata.uid;
  const access = accessWith(writeAccessOf({ ...request, resource }, options), { subresource: part.name });
  await runActionOn(access, {
    action: part.action,
    input,
    ...(request.resource !== resource && { sentTo: request.resource }),
    name: info.name || (input.metadata.name ?? ''),
    dryRun: options.dryRun,
    find: ({ group, version, resource: name }) => catalog.find(group, version, name),
  });
  const done: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return { ...reply(view, 201, presentStatus(done, view.representation)), told: done };
}

/** What is sent to a part, in the kind that the part takes. */
async function inputOf(request: VerbCall, { resource, part }: Acting): Promise<Hub> {
  const { definition, versionDefinition } = resource;
  const { group, version, kind } = part.kind;
  const served: ServedResource = {
    group,
    version,
    definition: { ...definition, kind },
    versionDefinition: { ...versionDefinition, codec: part.action.codec },
  };
  const { fieldValidation } = parseQueryOptions('create', request.query);
  const sent = new BodyReader(request.catalog, served, {
    ...part.action,
    cbor: request.house.settings.servesCbor,
  }).read({
    bytes: await request.call.body(),
    contentType: request.call.headers['content-type'],
    fieldValidation: validationOf(fieldValidation),
    warn: request.warn,
  });
  return ownHub.toHub(sent);
}
