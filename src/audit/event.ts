import { encodeJson, type UserInfo } from '#machinery';
import { goQuote, type Json, type JsonObject, type Status } from '#meta';
import type { Level, Stage } from './policy.ts';

/** What is known of a request at one of its stages. k8s: apiserver/pkg/apis/audit/v1 Event */
export interface AuditEvent {
  readonly level: Level;
  readonly auditID: string;
  readonly stage: Stage;
  readonly requestURI: string;
  readonly verb: string;
  readonly user: UserInfo | undefined;
  readonly impersonatedUser?: UserInfo | undefined;
  readonly impersonationConstraint?: string | undefined;
  readonly sourceIPs: readonly string[];
  readonly userAgent: string;
  readonly objectRef?: ObjectReference | undefined;
  readonly responseStatus?: Partial<Status> | undefined;
  /** JSON, as it is written. */
  readonly requestObject?: string | undefined;
  readonly responseObject?: string | undefined;
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly annotations: ReadonlyMap<string, string>;
}

export interface ObjectReference {
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly apiGroup?: string;
  readonly apiVersion?: string;
  readonly resourceVersion?: string;
  readonly subresource?: string;
}

/** One line of JSON. Objects that are encoded already are not encoded again. */
export function eventLine(event: AuditEvent): string {
  const { requestObject, responseObject } = event;
  const before = encodeJson({
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: event.level,
    auditID: event.auditID,
    stage: event.stage,
    requestURI: event.requestURI,
    verb: event.verb,
    user: userJson(event.user),
    ...(event.impersonatedUser && { impersonatedUser: userJson(event.impersonatedUser) }),
    ...(event.impersonationConstraint && {
      authenticationMetadata: { impersonationConstraint: event.impersonationConstraint },
    }),
    ...(event.sourceIPs.length > 0 && { sourceIPs: [...event.sourceIPs] }),
    ...(event.userAgent !== '' && { userAgent: event.userAgent }),
    ...(event.objectRef && { objectRef: withoutEmpty({ ...event.objectRef }) }),
    ...(event.responseStatus && { responseStatus: statusJson(event.responseStatus) }),
  });
  const after = encodeJson({
    requestReceivedTimestamp: event.requestReceivedTimestamp,
    stageTimestamp: event.stageTimestamp,
    ...(event.annotations.size > 0 && { annotations: Object.fromEntries([...event.annotations].sort(byKey)) }),
  });
  const sent = requestObject === undefined ? '' : `,"requestObject":${requestObject}`;
  const answered = responseObject === undefined ? '' : `,"responseObject":${responseObject}`;
  return `${before.slice(0, -1)}${sent}${answered},${after.slice(1)}\n`;
}

const byKey = ([a]: [string, string], [b]: [string, string]): number => (a < b ? -1 : 1);

function userJson(user: UserInfo | undefined): JsonObject {
  const { name = '', uid = '', groups = [], extra = {} } = user ?? {};
  return withoutEmpty({ username: name, uid, groups: [...groups], extra: extra as JsonObject });
}

function statusJson({ status, message, reason, details, code }: Partial<Status>): JsonObject {
  const before = withoutEmpty({ status, message, reason });
  return { metadata: {}, ...before, ...(details && { details: details as JsonObject }), ...withoutEmpty({ code }) };
}

function withoutEmpty(fields: { readonly [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value))) as JsonObject;
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === '' || value === 0) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** One line of text, as kube-apiserver wrote it in its early years. */
export function legacyLine(event: AuditEvent): string {
  const { user, impersonatedUser, objectRef, responseStatus } = event;
  const groups = user?.name && user.groups.length > 0 ? quoted(user.groups) : '<none>';
  const facts: readonly (readonly [string, string])[] = [
    ['id', event.auditID],
    ['stage', event.stage],
    ['ip', event.sourceIPs[0] ?? '<unknown>'],
    ['method', event.verb],
    ['user', user?.name || '<none>'],
    ['groups', groups],
    ['as', impersonatedUser?.name ?? '<self>'],
    ['asgroups', impersonatedUser === undefined ? '<lookup>' : quoted(impersonatedUser.groups)],
    ['user-agent', event.userAgent],
    ['namespace', objectRef?.namespace || '<none>'],
    ['uri', event.requestURI],
  ];
  const shown = facts.map(([name, value]) => `${name}=${goQuote(value)}`).join(' ');
  const response = responseStatus === undefined ? '<deferred>' : String(responseStatus.code ?? 0);
  return `${nanoTime(event.requestReceivedTimestamp)} AUDIT: ${shown} response="${response}"\n`;
}

const quoted = (texts: readonly string[]): string => texts.map(goQuote).join(',');

/** Without zeros at the end of the fraction, as Go's RFC3339Nano has it. */
function nanoTime(micro: string): string {
  return micro.replace(/\.?0*Z$/, 'Z');
}
