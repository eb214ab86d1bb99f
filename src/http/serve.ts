import { answersAnyPath, type Catalog, isCustom, type ServedResource, type UserInfo } from '#machinery';
import { ApiError, apiErrors, type MaybePromise, orElse, parseQuery, whenReady } from '#meta';
import { requestViewOf, timedView } from '#registry';
import { accessAttributes } from './access-attributes.ts';
import type { RequestAudit } from './audit-notes.ts';
import { type HttpCall, PlainFailure, pageNotFound, type Reply, textReply } from './call.ts';
import { errorReply } from './error-reply.ts';
import { headerSafe } from './header-text.ts';
import { elsewhere } from './heavy.ts';
import type { AuthenticationListener, House, RequestFollower } from './house.ts';
import { refuseAtResource } from './negotiate.ts';
import { demand, demandNoted } from './permission.ts';
import type { RequestInfo, ResourceInfo, ResourceVerb } from './request-info.ts';
import { actingPart, runAction } from './verbs/action.ts';
import { connect } from './verbs/connect.ts';
import type { VerbCall } from './verbs/context.ts';
import { create } from './verbs/create.ts';
import { deleteCollection, remove } from './verbs/delete.ts';
import { get } from './verbs/get.ts';
import { list } from './verbs/list.ts';
import { patch } from './verbs/patch.ts';
import { patchKindOf } from './verbs/patch-kind.ts';
import { update } from './verbs/update.ts';
import { watch } from './verbs/watch.ts';

type Verb = Exclude<ResourceVerb, ''>;

type VerbFunction = (request: VerbCall) => MaybePromise<Reply>;

const VERBS: { readonly [verb in Verb]?: VerbFunction } = {
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
  readonly follower: RequestFollower;
  readonly auditId: string;
  /** Set as soon as the request is written down. */
  audit: RequestAudit | undefined;
  /** Something serves it, and the user is authorized. */
  handled(): void;
}

/** The whole way of a request, in order. If a step is missing here, it does not happen. */
export function serve(house: House, call: HttpCall, arrival: Arrival): MaybePromise<Reply> {
  const warnings = new Set<string>();
  const warn = collecting(warnings);
  const reply = orElse(
    () =>
      whenReady(allowedUser(house, call, { arrival, warn }), (user) => serveUser(house, call, { user, arrival, warn })),
    (error) => {
      throw warnings.size === 0 ? error : new WarnedError(error, [...warnings]);
    },
  );
  return whenReady(reply, (made) => withWarnings(made ?? pageNotFound(), warnings));
}

interface Admitted {
  readonly arrival: Arrival;
  readonly warn: (text: string) => void;
}

/** Who sent the request, and may. */
function allowedUser(house: House, call: HttpCall, { arrival, warn }: Admitted): MaybePromise<UserInfo> {
  const { info, follower } = arrival;
  const wanted = accessAttributes(info, call.query);
  const audit = house.audit?.(call, info, { id: arrival.auditId, wanted });
  arrival.audit = audit;
  const heard = audit === undefined ? { warn } : listening(audit, call, warn);
  return whenReady(house.authenticate(call, wanted, heard), (user) => {
    if (user === undefined) {
      audit?.unknown();
      throw apiErrors.unauthorized();
    }
    follower.authenticated(user);
    const notes = audit?.notes;
    const demanded = notes === undefined ? demand(house, user, wanted) : demandNoted(house, { user, wanted, notes });
    return whenReady(demanded, () => {
      follower.authorized();
      return user;
    });
  });
}

function serveUser(
  house: House,
  call: HttpCall,
  { user, arrival, warn }: Admitted & { readonly user: UserInfo },
): MaybePromise<Reply | undefined> {
  const { info, follower, handled, audit, auditId } = arrival;
  const { aggregation } = house;
  if (aggregation?.serves(info)) return aggregation.forward(call, info, { user, auditId });
  if (info.isResource) return serveResource({ house, call, info, user, warn, follower, audit: audit?.notes }, handled);
  handled();
  return house.paths.answer(call, info);
}

/** Tells the audit log who asks; the policy may then refuse what cannot be written down. */
function listening(audit: RequestAudit, { path }: HttpCall, warn: (text: string) => void): AuthenticationListener {
  return {
    warn,
    async known(user) {
      if (await audit.known(user)) return;
      throw new PlainFailure(textReply(500, `Internal Server Error: "${path}": failed to store audit event\n`));
    },
    impersonated: (user, constraint) => audit.impersonated(user, constraint),
  };
}

function serveResource(
  request: Omit<VerbCall, 'requestView' | 'catalog' | 'resource' | 'query'>,
  handled: () => void,
): MaybePromise<Reply> | undefined {
  // Assigned one by one, here and below: a spread costs microseconds of each request.
  const { house, call, info, user, warn, follower, audit } = request;
  const catalog = house.catalog();
  const resource = findResource(catalog, info);
  if (resource === undefined) return undefined;
  const query = parseQuery(call.query);
  return answerResource({ house, catalog, call, info, user, resource, query, warn, follower, audit }, handled);
}

/** Serves an authorized request for a resource. */
export function answerResource(request: Omit<VerbCall, 'requestView'>, handled: () => void): MaybePromise<Reply> {
  const { house, call, info, user, resource } = request;
  // Resources that answer every path warn for all of them; others only for those that do something.
  if (answersAnyPath(resource)) warnOfVersion(request);
  refuseUnknownPart(resource, info);
  if (answersAnyPath(resource) && info.verb !== '') handled();
  refuseMethod(request);
  const allowed = allowedVerb(request);
  refuseEmptyNames(resource, info);
  if (resource.versionDefinition.deprecationWarning !== undefined) refuseUnwarned(request);
  warnOfVersion(request);
  handled();
  house.used?.(resource, user, call.headers['user-agent'] ?? '');
  const verb = verbOf(request, allowed);
  if (verb === undefined) throw apiErrors.methodNotAllowed();
  const heavy = elsewhere(request);
  return heavy === undefined ? answerHere(request, verb) : heavy.then((served) => served ?? answerHere(request, verb));
}

function answerHere(request: Omit<VerbCall, 'requestView'>, verb: VerbFunction): MaybePromise<Reply> {
  const { house, catalog, call, info, user, resource, query, warn, follower, audit } = request;
  const asker = { registry: house.registry, resource, stages: follower?.stages };
  const requestView = timedView(requestViewOf(resource, info.subresource), asker);
  const whole = { house, catalog, call, info, user, resource, query, warn, follower, audit, requestView };
  if (house.settings.servesCbor !== true) return verb(whole);
  // Only what becomes of a resource is told in CBOR, and not that there is none, or that somebody may not see it.
  return orElse(
    () => verb(whole),
    (error) => {
      if (error instanceof ApiError) return errorReply(error, call, { cbor: true });
      throw error;
    },
  );
}

/**
 * Refuses `/api/v1/namespaces//pods/p` and `/api/v1/nodes//status`: only lists and watches take an empty name for all.
 */
function refuseEmptyNames({ definition }: ServedResource, info: ResourceInfo): void {
  const { verb, name, namespace, subresource } = info;
  if (subresource !== '' && name === '') throw apiErrors.badRequest('name must be provided');
  const isAboutObjects = name !== '' || verb === 'deletecollection';
  if (definition.namespaced && namespace === '' && isAboutObjects && verb !== 'watch')
    throw apiErrors.badRequest('Namespace parameter required.');
}

/** The verb of a request: for some subresources it is not the one that the method stands for. */
function verbOf({ catalog, resource, info }: Omit<VerbCall, 'requestView'>, verb: Verb): VerbFunction | undefined {
  const acting = actingPart(catalog, resource, info);
  if (acting !== undefined) return (request) => runAction(request, acting);
  const part = resource.definition.subresources.get(info.subresource);
  return part?.mode === 'connect' ? (request) => connect(request, part) : VERBS[verb];
}

/** What the route of a built-in kind refuses comes before any warning. */
function refuseUnwarned(request: Omit<VerbCall, 'requestView'>): void {
  const { resource, info, call, house } = request;
  if (isCustom(resource)) return;
  const streams = info.verb === 'list' || info.verb === 'watch';
  refuseAtResource(call.headers.accept ?? '', { cbor: house.settings.servesCbor, streams });
  if (info.verb === 'patch') patchKindOf(request);
}

function warnOfVersion({ resource, warn, audit }: Pick<VerbCall, 'resource' | 'warn' | 'audit'>): void {
  const { deprecationWarning, removedRelease } = resource.versionDefinition;
  if (deprecationWarning === undefined) return;
  warn(deprecationWarning);
  audit?.annotate('k8s.io/deprecated', 'true');
  if (removedRelease !== undefined) audit?.annotate('k8s.io/removed-release', removedRelease);
}

/** Custom resources check the verb of the method; others check the method, and do not accept HEAD. */
function refuseMethod({ resource, info, call }: Omit<VerbCall, 'requestView'>): void {
  if (isCustom(resource) || takesAnyPath(resource, info)) return;
  if (call.method === 'HEAD' || (info.verb === 'watch' && call.method !== 'GET')) throw apiErrors.methodNotAllowed();
}

/** Custom resources answer every path below their objects with an error of their own, though nothing is there. */
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
 * Undefined where the group is not known, and for unknown resources in groups of custom resources: both get a plain
 * "not found". Groups of built-in kinds answer with a Status.
 */
export function findResource(catalog: Catalog, info: ResourceInfo): ServedResource | undefined {
  const { group, version, resource: name } = info;
  if (!catalog.hasGroup(group)) return undefined;
  const resource = catalog.find(group, version, name);
  if (resource !== undefined && writesEverywhere(resource, info)) return undefined;
  if (resource !== undefined && info.name !== '' && isCreatedOnly(resource)) throw apiErrors.pathNotFound();
  if (resource !== undefined && fitsScope(resource, info) && isWatchable(resource, info)) {
    const isKnown = info.subresource === '' || resource.definition.subresources.has(info.subresource);
    if (isKnown || answersAnyPath(resource)) return resource;
  }
  if (!catalog.isBuiltIn(group)) return undefined;
  throw apiErrors.pathNotFound();
}

/** Nothing of it has a name: reviews and bindings. */
function isCreatedOnly({ definition }: ServedResource): boolean {
  return definition.verbs.size === 1 && definition.verbs.has('create');
}

/** The old paths of watches lead to objects that can be watched, not to parts of them. */
function isWatchable(resource: ServedResource, { isWatchPath, subresource }: ResourceInfo): boolean {
  return !isWatchPath || isCustom(resource) || (subresource === '' && resource.definition.verbs.has('watch'));
}

/** Whether it writes across namespaces: custom resources can only be read there, and the path counts as not served. */
function writesEverywhere(resource: ServedResource, { namespace, verb }: ResourceInfo): boolean {
  if (!isCustom(resource) || !resource.definition.namespaced || namespace !== '') return false;
  return verb !== 'list' && verb !== 'watch';
}

/** A namespaced object has a namespace in its path; a cluster's has none. Lists may go across namespaces. */
function fitsScope(resource: ServedResource, info: ResourceInfo): boolean {
  const { namespaced } = resource.definition;
  if (info.rest.length > 0 && !answersAnyPath(resource) && !takesAnyPath(resource, info)) return false;
  // The old path of a watch of a custom resource finds a name in all namespaces.
  const isEverywhere = info.name === '' || (info.isWatchPath && isCustom(resource));
  return namespaced ? info.inNamespace || isEverywhere : !info.inNamespace;
}

/** A subresource that takes any path below its own (proxy). */
function takesAnyPath({ definition }: ServedResource, { subresource }: ResourceInfo): boolean {
  const part = definition.subresources.get(subresource);
  return part?.mode === 'connect' && part.connection.anyPath === true;
}

function allowedVerb(request: Omit<VerbCall, 'requestView'>): Verb {
  const { resource, info, call } = request;
  const { definition } = resource;
  const verb = info.subresource === '' || isCustom(resource) ? info.verb : onOne(info.verb);
  // A proxy accepts every method; the server behind it decides.
  if (call.method === 'OPTIONS' && takesAnyPath(resource, info)) return 'get';
  if (verb === '') throw notSupported(resource, verb);
  const subresource = definition.subresources.get(info.subresource);
  const verbs = subresource?.verbs ?? definition.verbs;
  const acrossNamespaces = definition.namespaced && !info.inNamespace && verb !== 'list' && verb !== 'watch';
  if (!verbs.has(verb) || acrossNamespaces) throw notSupported(resource, verb);
  checkShape(request);
  return verb;
}

/** What is done to a part is done to one object, also where its name is empty. */
function onOne(verb: ResourceVerb): ResourceVerb {
  if (verb === 'deletecollection') return 'delete';
  return verb === 'list' ? 'get' : verb;
}

/**
 * Objects are created in their collection and replaced by their name. Custom resources check less, with other messages.
 */
function checkShape(request: Omit<VerbCall, 'requestView'>): void {
  const { resource, info } = request;
  const { verb, name, subresource } = info;
  const wholeCollection = (verb === 'update' || verb === 'patch') && name === '';
  if (wholeCollection && isCustom(resource)) {
    if (verb === 'patch') patchKindOf(request);
    throw apiErrors.badRequest('name must be provided');
  }
  const createsByName = verb === 'create' && name !== '' && !isCustom(resource);
  if (subresource === '' && (wholeCollection || createsByName)) throw apiErrors.methodNotAllowed();
}

function notSupported(resource: ServedResource, verb: string): Error {
  const { group, definition } = resource;
  if (isCustom(resource)) return apiErrors.methodNotSupported({ group, resource: definition.resource }, verb);
  return apiErrors.methodNotAllowed();
}

function withWarnings(reply: Reply, warnings: ReadonlySet<string>): Reply {
  if (warnings.size === 0) return reply;
  return { ...reply, headers: { ...reply.headers, warning: warningHeaders([...warnings]) } };
}

const TOTAL_LENGTH = 4096;
const ITEM_LENGTH = 256;

/** Takes each text once, and no more of them than headers could hold if each were a single character. */
function collecting(warnings: Set<string>): (text: string) => void {
  return (text) => {
    if (text !== '' && warnings.size < TOTAL_LENGTH) warnings.add(text);
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
