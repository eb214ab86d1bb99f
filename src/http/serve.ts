import type { ServedResource } from '#machinery';
import { apiErrors, parseQuery } from '#meta';
import { faceOf } from '#registry';
import { accessAttributes } from './access-attributes.ts';
import { type HttpCall, pageNotFound, type Reply, textReply } from './call.ts';
import { elsewhere } from './heavy.ts';
import type { House } from './house.ts';
import { demand } from './permission.ts';
import type { RequestInfo, ResourceInfo, ResourceVerb } from './request-info.ts';
import { act, actingPart } from './verbs/act.ts';
import type { VerbCall } from './verbs/context.ts';
import { create } from './verbs/create.ts';
import { deleteCollection, remove } from './verbs/delete.ts';
import { errandOf, runErrand } from './verbs/errand.ts';
import { get } from './verbs/get.ts';
import { list } from './verbs/list.ts';
import { patch, patchKindOf } from './verbs/patch.ts';
import { update } from './verbs/update.ts';
import { watch } from './verbs/watch.ts';

type Verb = Exclude<ResourceVerb, ''>;

const VERBS: { readonly [verb in Verb]?: (request: VerbCall) => Promise<Reply> } = {
  get,
  list,
  watch,
  create,
  update,
  patch,
  delete: remove,
  deletecollection: deleteCollection,
};

/** A request on its way. */
export interface Arrival {
  readonly info: RequestInfo;
  /** There is something that serves it, and the user is let there. */
  handled(): void;
}

/** The whole way of a request, in order. If a step is missing here, it does not happen. */
export async function serve(house: House, call: HttpCall, { info, handled }: Arrival): Promise<Reply> {
  const warnings: string[] = [];
  const warn = (text: string): void => void (warnings.includes(text) || warnings.push(text));
  try {
    const wanted = accessAttributes(info, call.query);
    const user = await house.authenticate(call, wanted, warn);
    if (user === undefined) throw apiErrors.unauthorized();
    await demand(house, user, wanted);
    if (isRemote(house, info)) return withWarnings(textReply(503, 'service unavailable\n'), warnings);
    if (!info.isResource) handled();
    const reply = info.isResource
      ? await serveResource({ house, call, info, user, warn }, handled)
      : await house.paths.answer(call, info);
    return withWarnings(reply ?? pageNotFound(), warnings);
  } catch (error) {
    throw warnings.length === 0 ? error : new WarnedError(error, warnings);
  }
}

/** Requests are not forwarded yet, so nobody serves what others are registered for. */
function isRemote(house: House, info: RequestInfo): boolean {
  if (info.isResource) return house.isRemote(info.group, info.version);
  const [root, group = '', version = '', ...rest] = info.path.slice(1).replace(/\/$/, '').split('/');
  return root === 'apis' && version !== '' && rest.length === 0 && house.isRemote(group, version);
}

async function serveResource(
  request: Omit<VerbCall, 'face' | 'resource' | 'query'>,
  handled: () => void,
): Promise<Reply | undefined> {
  const resource = findResource(request.house, request.info);
  return resource && answerResource({ ...request, resource, query: parseQuery(request.call.query) }, handled);
}

/** What is asked of a resource, by somebody who may. */
export async function answerResource(request: Omit<VerbCall, 'face'>, handled: () => void): Promise<Reply> {
  const { house, info, resource, call } = request;
  // Custom resources warn of themselves whatever is asked of them, others where there is something that answers.
  if (!isTyped(resource)) warnOfVersion(request);
  refuseUnknownPart(resource, info);
  if (!isTyped(resource) && info.verb !== '') handled();
  const acting = actingPart(house.catalog(), resource, info);
  refuseMethod(request, acting?.action.anyPath === true);
  const allowed = VERBS[allowedVerb(resource, info, call)];
  warnOfVersion(request);
  handled();
  const errand = errandOf(resource, info);
  const verb =
    acting !== undefined
      ? (request: VerbCall) => act(request, acting)
      : errand !== undefined
        ? (request: VerbCall) => runErrand(request, errand)
        : allowed;
  if (verb === undefined) throw apiErrors.methodNotAllowed();
  const served = await elsewhere(request);
  return served ?? verb({ ...request, face: faceOf(resource, info.subresource) });
}

function warnOfVersion({ resource, warn }: Pick<VerbCall, 'resource' | 'warn'>): void {
  const { deprecationWarning } = resource.versionDefinition;
  if (deprecationWarning !== undefined) warn(deprecationWarning);
}

/** Custom resources look at the verb that a method stands for; others at the method, and HEAD is none of theirs. */
function refuseMethod({ resource, info, call }: Omit<VerbCall, 'face'>, takesHead: boolean): void {
  if (!isTyped(resource) || takesHead) return;
  if (call.method === 'HEAD' || (info.verb === 'watch' && call.method !== 'GET')) throw apiErrors.methodNotAllowed();
}

/** A custom resource knows itself in every path below its objects, though there may be nothing there. */
function refuseUnknownPart(resource: ServedResource, { subresource, name }: ResourceInfo): void {
  const { group, definition } = resource;
  if (subresource === '' || definition.subresources.has(subresource)) return;
  throw apiErrors.notFound({ group, resource: definition.resource }, name);
}

/** An error on its way out, with the warnings that were collected until it happened. */
export class WarnedError extends Error {
  readonly warnings: readonly string[];
  constructor(cause: unknown, warnings: readonly string[]) {
    super('failed', { cause });
    this.warnings = warnings;
  }
}

/**
 * Undefined where not even the group is known, and in groups that consist of custom resources: these say a plain "not
 * found" to everything that is not served. Groups of built-in kinds say it with a Status.
 */
export function findResource(house: House, info: ResourceInfo): ServedResource | undefined {
  const catalog = house.catalog();
  const { group, version, resource: name } = info;
  if (!catalog.hasGroup(group)) return undefined;
  const resource = catalog.find(group, version, name);
  if (resource !== undefined && writesEverywhere(resource, info)) return undefined;
  if (resource !== undefined && fitsScope(resource, info) && !watchesPart(resource, info)) {
    const isKnown = info.subresource === '' || resource.definition.subresources.has(info.subresource);
    if (isKnown || !isTyped(resource)) return resource;
  }
  if (!catalog.isBuiltIn(group)) return undefined;
  throw apiErrors.pathNotFound();
}

/** The old paths of watches lead to objects, not to parts of them. */
function watchesPart(resource: ServedResource, { verb, subresource }: ResourceInfo): boolean {
  return verb === 'watch' && subresource !== '' && isTyped(resource);
}

/** Across namespaces custom resources can be read; for everything else there is nothing there. */
function writesEverywhere(resource: ServedResource, { inNamespace, verb }: ResourceInfo): boolean {
  if (isTyped(resource) || !resource.definition.namespaced || inNamespace) return false;
  return verb !== 'list' && verb !== 'watch';
}

function isTyped({ versionDefinition }: ServedResource): boolean {
  return versionDefinition.codec.typed;
}

/** A namespaced object has a namespace in its path; a cluster's has none. Lists may go across namespaces. */
function fitsScope(resource: ServedResource, info: ResourceInfo): boolean {
  const { namespaced, subresources } = resource.definition;
  const anyPath = subresources.get(info.subresource)?.action?.anyPath || !isTyped(resource);
  if (info.rest.length > 0 && !anyPath) return false;
  return namespaced ? info.inNamespace || info.name === '' : !info.inNamespace;
}

function allowedVerb(resource: ServedResource, info: ResourceInfo, call: HttpCall): Verb {
  const { definition } = resource;
  const { verb } = info;
  if (verb === '') throw notSupported(resource, verb);
  const subresource = definition.subresources.get(info.subresource);
  const verbs = subresource?.verbs ?? definition.verbs;
  const acrossNamespaces = definition.namespaced && !info.inNamespace && verb !== 'list' && verb !== 'watch';
  if (!verbs.has(verb) || acrossNamespaces) throw notSupported(resource, verb);
  checkShape(resource, info, call);
  return verb;
}

/** Objects are created in their collection and replaced by their name. Custom resources are laxer, and say it otherwise. */
function checkShape(resource: ServedResource, { verb, name, subresource }: ResourceInfo, call: HttpCall): void {
  const wholeCollection = (verb === 'update' || verb === 'patch') && name === '';
  if (wholeCollection && !isTyped(resource)) {
    if (verb === 'patch') patchKindOf({ call, resource });
    throw apiErrors.badRequest('name must be provided');
  }
  const createsByName = verb === 'create' && name !== '' && subresource === '' && isTyped(resource);
  if (wholeCollection || createsByName) throw apiErrors.methodNotAllowed();
}

function notSupported(resource: ServedResource, verb: string): Error {
  const { group, definition } = resource;
  if (isTyped(resource)) return apiErrors.methodNotAllowed();
  return apiErrors.methodNotSupported({ group, resource: definition.resource }, verb);
}

function withWarnings(reply: Reply, warnings: readonly string[]): Reply {
  return warnings.length === 0 ? reply : { ...reply, headers: { ...reply.headers, warning: warningHeaders(warnings) } };
}

const TOTAL_LENGTH = 4096;
const ITEM_LENGTH = 256;

/** Takes each text once, and no more of them than headers could hold if each were a single character. */
export function collecting(warnings: Set<string>): (text: string) => void {
  return (text) => {
    if (warnings.size < TOTAL_LENGTH) warnings.add(text);
  };
}

/** `299 - "text"` for each text; when they are too much for headers, each is cut and those beyond the limit are dropped. */
export function warningHeaders(texts: readonly string[]): string[] {
  const total = texts.reduce((sum, text) => sum + lengthOf(text), 0);
  const fitting = total > TOTAL_LENGTH ? shortened(texts) : texts;
  return fitting.map((text) => `299 - "${headerSafe(text).replace(/[\\"]/g, '\\$&')}"`);
}

function shortened(texts: readonly string[]): string[] {
  const kept: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (length >= TOTAL_LENGTH) break;
    const cut = lengthOf(text) > ITEM_LENGTH ? Array.from(text).slice(0, ITEM_LENGTH).join('') : text;
    kept.push(cut);
    length += lengthOf(cut);
  }
  return kept;
}

/** In characters, so that none is cut in two. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Header values hold no control characters and, for old clients, nothing past ASCII that they would misread. */
function headerSafe(text: string): string {
  return Buffer.from(text.replace(/\p{Cc}/gu, ' ')).toString('latin1');
}
