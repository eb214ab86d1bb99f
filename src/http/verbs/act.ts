import type {
  ActionRequest,
  Catalog,
  ServedResource,
  Subresource,
  SubresourceAction,
  SubresourceErrand,
} from '#machinery';
import { apiErrors, type KubeObject, parseQueryOptions, type Status } from '#meta';
import { type Access, type Act, accessWith, act as actOn, findBeside, requireObject } from '#registry';
import { BodyReader } from '../body.ts';
import type { Reply } from '../call.ts';
import { presentStatus } from '../encode/status.ts';
import { demandConnection } from '../permission.ts';
import type { ResourceInfo } from '../request-info.ts';
import { reply, type VerbCall, viewOf, writeAccessOf } from './context.ts';
import { validationOf } from './create.ts';

/** A part of a resource that acts, and the resource: not always the one that was asked for. */
export interface Acting {
  readonly resource: ServedResource;
  readonly part: Subresource;
  readonly action: SubresourceAction;
}

/** Undefined for requests that read or write. */
export function actingPart(catalog: Catalog, asked: ServedResource, info: ResourceInfo): Acting | undefined {
  const { actsOn } = asked.definition;
  const resource = actsOn === undefined ? asked : catalog.find(asked.group, asked.version, actsOn.resource);
  const part = resource?.definition.subresources.get(actsOn?.subresource ?? info.subresource);
  if (resource === undefined || part?.action === undefined) return undefined;
  return { resource, part, action: part.action };
}

/** What is sent is not stored; the answer only says that it was done. */
export async function act(request: VerbCall, acting: Acting): Promise<Reply> {
  if (connects(acting) && request.query.has('dryRun')) throw apiErrors.badRequest('dryRun is not supported');
  const options = parseQueryOptions('create', request.query);
  const input = await inputOf(request, acting);
  // Sent to a collection, it says nothing of an object that is there.
  if (input !== undefined && request.info.subresource === '') delete input.metadata.uid;
  const access = writeAccessOf({ ...request, resource: acting.resource }, options);
  const { action } = acting;
  const asked = request.info.name || (input?.metadata.name ?? '');
  const asks = actionRequest(request, access, { name: asked, input });
  await actOn(accessWith(access, { subresource: acting.part.name }), action.objectName?.(asked) ?? asked, {
    ...admittedAs(acting, input),
    permit: async () => action.alsoNeeds && demandConnection(request, action.alsoNeeds),
    change: (object) => action.act(object, asks),
  });
  if (input === undefined) return { status: 204, headers: {}, body: Buffer.alloc(0) };
  const view = viewOf(request);
  const done: Status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };
  return reply(view, 201, presentStatus(done, view.representation));
}

function actionRequest(
  { query, house }: VerbCall,
  access: Access,
  { name, input }: Pick<ActionRequest, 'name' | 'input'>,
): ActionRequest {
  const { group, version } = access.resource;
  const find = async (resource: string, of: string): Promise<KubeObject | null> => {
    const other = house.catalog().find(group, version, resource);
    return other === undefined ? null : findBeside(access, other, of);
  };
  const require: ActionRequest['require'] = (object, meant) =>
    requireObject(access, { name: object.metadata.name ?? name, object }, meant);
  return { name, input, query, now: access.now, find, require };
}

/** A connection is opened, where there is somebody to connect to. */
function connects({ part }: Pick<Acting, 'part'>): boolean {
  return part.action?.codec === undefined && part.verbs.has('create');
}

/** What is sent is created, in a way; streams are connections; the rest only reads. */
function admittedAs({ part }: Acting, input: KubeObject | undefined): Pick<Act, 'admitted'> {
  if (input !== undefined) return { admitted: { operation: 'CREATE', input } };
  return connects({ part }) ? { admitted: { operation: 'CONNECT', input: null } } : {};
}

type Reading = Pick<Acting, 'resource' | 'part'> & {
  readonly action: Pick<SubresourceAction, 'codec'> & Pick<SubresourceErrand, 'alsoTakes'>;
};

/** What is sent to a part, in the kind that the part takes. */
export async function inputOf(request: VerbCall, { resource, part, action }: Reading): Promise<KubeObject | undefined> {
  if (action.codec === undefined) return undefined;
  const { definition, versionDefinition } = resource;
  const { group, version, kind } = part.kind;
  const served: ServedResource = {
    group,
    version,
    definition: { ...definition, kind },
    versionDefinition: { ...versionDefinition, codec: action.codec },
  };
  const { fieldValidation } = parseQueryOptions('create', request.query);
  return new BodyReader(request.house.catalog(), served, action).read({
    bytes: await request.call.body(),
    contentType: request.call.headers['content-type'],
    fieldValidation: validationOf(fieldValidation),
    warn: request.warn,
  });
}
