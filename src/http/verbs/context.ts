import { type Catalog, isCustom, type ServedResource, type UserInfo } from '#machinery';
import { ApiError, type CreateOptions, formatTime, instantOf, type MaybePromise, type Query, whenReady } from '#meta';
import { type Access, converting, managerFromAgent, type RequestView, type Shown, servesStoredBytes } from '#registry';
import type { AuditNotes } from '../audit-notes.ts';
import type { HttpCall, Reply } from '../call.ts';
import { presentObject } from '../encode/object.ts';
import { readIncludeObject } from '../encode/table.ts';
import { contentType, isPlainJson, type View } from '../encode/view.ts';
import { headerText } from '../header-text.ts';
import type { House, RequestFollower } from '../house.ts';
import { negotiate, wantsPretty } from '../negotiate.ts';
import { RequestPermissions } from '../permission.ts';
import type { ResourceInfo } from '../request-info.ts';
import { askedTimeout } from '../request-timeout.ts';

/** An authorized request on its way through its verb. */
export interface VerbCall {
  readonly house: House;
  /** What was served when the request came. */
  readonly catalog: Catalog;
  readonly call: HttpCall;
  readonly info: ResourceInfo;
  readonly user: UserInfo;
  readonly resource: ServedResource;
  /** What the request sees of the resource. */
  readonly requestView: RequestView;
  readonly query: Query;
  /** Takes a text for the `Warning` headers. */
  readonly warn: (text: string) => void;
  readonly follower?: Pick<RequestFollower, 'stages' | 'servedElsewhere' | 'watching'> | undefined;
  /** Takes notes for the audit log, where somebody wants them. */
  readonly audit?: AuditNotes | undefined;
}

/** The options of a write. */
type WriteOptions = CreateOptions;

/** The access of a write. */
export function writeAccessOf(request: VerbCall, options: WriteOptions): Access {
  const { dryRun, fieldManager, fieldValidation } = options;
  const agent = request.call.headers['user-agent'] ?? '';
  const manager = fieldManager === '' ? managerFromAgent(headerText(agent)) : fieldManager;
  return accessOf(request, { dryRun: dryRun.length > 0, manager, options: { dryRun, fieldManager, fieldValidation } });
}

interface AccessOptions {
  readonly dryRun?: boolean;
  readonly manager?: string;
  readonly options?: WriteOptions;
}

export function accessOf(request: VerbCall, { dryRun = false, manager = '', options }: AccessOptions = {}): Access {
  const { house, info, user, resource, warn, follower, audit } = request;
  const access: Access = {
    registry: house.registry,
    resource,
    namespace: resource.definition.namespaced ? info.namespace : '',
    subresource: info.subresource,
    manager,
    user,
    now: timeAt(house.world.clock.now()),
    dryRun,
    requestVersion: resource,
    permissions: new RequestPermissions(request),
    deadline: deadlineOf(request),
    annotate: audit && ((key, value, from) => audit.annotate(key, value, from)),
    warn,
    stages: follower?.stages,
  };
  return options === undefined ? access : { ...access, options };
}

let lastSecond = { at: Number.NaN, text: '' };

/** The time of a request, in whole seconds: the same text for all of one second. */
function timeAt(now: number): string {
  const at = Math.floor(now / 1000);
  if (at !== lastSecond.at) lastSecond = { at, text: formatTime(instantOf(now)) };
  return lastSecond.text;
}

/** When the client stops waiting for the answer. */
function deadlineOf({ house, call, info }: VerbCall): number {
  const { requestTimeoutMs } = house.settings;
  return house.world.clock.elapsed() + Math.min(askedTimeout(call, info) ?? requestTimeoutMs, requestTimeoutMs);
}

/** The form of the answer. Refuses what cannot be served. */
export function viewOf(request: VerbCall, { watch = false }: { readonly watch?: boolean } = {}): View {
  const { call, requestView, query, house } = request;
  const { served } = requestView;
  const { versionDefinition, definition } = served;
  const protobuf = versionDefinition.codec.protobuf !== undefined;
  const offer = {
    cbor: house.settings.servesCbor,
    protobuf,
    transforms: true,
    tables: definition.virtual === undefined && !hasNoTable(request),
    hasRoute: !isCustom(request.resource),
    streams: watch || request.info.verb === 'list',
  };
  const found = negotiate(call.headers.accept, offer);
  const pretty = found.media === 'json' && !watch && (found.pretty || wantsPretty(query, call.headers['user-agent']));
  const representation = pretty === found.pretty ? found : { ...found, pretty };
  const asked = representation.as === 'Table' ? readIncludeObject(query) : 'Metadata';
  const [include, refusal] = asked instanceof ApiError ? (['Metadata', asked] as const) : [asked];
  const convertsMetadata = house.registry.conversionFailures === 'strict' || isOfOtherKind(request);
  return { served, representation, include, refusal, convertsMetadata, now: () => house.world.clock.now() };
}

/** A Scale has metadata of its own. */
function isOfOtherKind({ resource: { definition }, info }: VerbCall): boolean {
  return definition.subresources.get(info.subresource)?.mode === 'view';
}

function hasNoTable({ resource: { definition }, info }: VerbCall): boolean {
  return definition.actsOn !== undefined || definition.subresources.get(info.subresource)?.noTable === true;
}

/**
 * The options of a write, whose answer is one object. Where it cannot be shown as was asked for, nothing is written: what
 * else is wrong with the request is told first, as in a dry run. kube-apiserver refuses it afterwards.
 */
export function writeOptionsFor<T extends { readonly dryRun: readonly string[] }>(view: View, options: T): T {
  return asksForList(view) || view.refusal !== undefined ? { ...options, dryRun: ['All'] } : options;
}

export const asksForList = ({ representation }: View): boolean => representation.as === 'PartialObjectMetadataList';

/** An object as the client wants it. What it takes to bring it to the version that was asked for is told as conversion. */
function present(request: VerbCall, view: View, shown: Shown): MaybePromise<Uint8Array> {
  const { served } = view;
  const isReady = served.definition.versions.size <= 1 || ('entry' in shown && servesStoredBytes(served, shown.entry));
  if (isReady) return presentObject(view, shown);
  return converting(askerOf(request), () => presentObject(view, shown));
}

/** Whose time it is that conversions take. */
export function askerOf({ house, resource, follower }: VerbCall): Pick<Access, 'registry' | 'resource' | 'stages'> {
  return { registry: house.registry, resource, stages: follower?.stages };
}

interface ObjectAnswer {
  readonly view: View;
  readonly status: number;
  readonly shown: Shown;
}

/** One object. The audit log has it as JSON, whatever the client wants. */
export function objectReply(request: VerbCall, { view, status, shown }: ObjectAnswer): MaybePromise<Reply> {
  if (view.refusal !== undefined) throw view.refusal;
  return whenReady(present(request, view, shown), (body) => {
    const answer = reply(view, status, body);
    if (request.audit?.wantsResponse !== true || isPlainJson(view)) return answer;
    return whenReady(presentObject(plainView(view), shown), (json) => ({ ...answer, json }));
  });
}

export function plainView(view: View): View {
  return { ...view, representation: { ...view.representation, media: 'json', pretty: false } };
}

export function reply(view: View, status: number, body: Reply['body']): Reply {
  return { status, headers: { 'content-type': contentType(view.representation) }, body };
}
