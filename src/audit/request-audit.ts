import type { Attributes } from '#auth';
import { encodeJson, parseJson, type UserInfo } from '#machinery';
import { isJsonObject, type Json, type Status } from '#meta';
import type { AuditEvent, ObjectReference } from './event.ts';
import { type Level, levels, type RequestAuditConfig, type Stage } from './policy.ts';

/** A request, as it came. */
export interface AuditedRequest {
  readonly auditID: string;
  readonly requestURI: string;
  readonly userAgent: string;
  readonly sourceIPs: readonly string[];
  readonly attributes: Attributes;
  /** Of the group that was asked for. */
  readonly apiVersion: string;
  readonly received: string;
}

/** Of the object that a body holds. */
interface SentReference {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Everything that is noted of one request, until its last stage. */
export class AuditRecord {
  readonly #request: AuditedRequest;
  readonly #config: RequestAuditConfig;
  readonly #user: UserInfo | undefined;
  readonly #annotations = new Map<string, string>();
  #impersonated: { readonly user: UserInfo; readonly constraint: string } | undefined;
  #objectRef: ObjectReference | undefined;
  #status: Partial<Status> | undefined;
  #sent: string | undefined;
  #answered: string | undefined;

  constructor(request: AuditedRequest, config: RequestAuditConfig, user: UserInfo | undefined) {
    this.#request = { ...request, userAgent: shortened(request.userAgent) };
    this.#config = config;
    this.#user = user;
    this.#objectRef = referenceOf(request);
  }

  get level(): Level {
    return this.#config.level;
  }
  /** Whether objects that are sent are written. */
  get wantsRequest(): boolean {
    return this.#reaches('Request');
  }
  get wantsResponse(): boolean {
    return this.#reaches('RequestResponse');
  }
  omits(stage: Stage): boolean {
    return this.#config.omitStages.has(stage);
  }
  #reaches(level: Level): boolean {
    return levels.indexOf(this.level) >= levels.indexOf(level);
  }

  impersonate(user: UserInfo, constraint: string): void {
    this.#impersonated = { user, constraint };
  }

  /** What was noted once stays. `from` is the level from which it is written. */
  annotate(key: string, value: string, from: Level = 'Metadata'): void {
    if (this.#reaches(from) && !this.#annotations.has(key)) this.#annotations.set(key, value);
  }

  /** What the body holds. The reference is completed with what the path did not say. */
  sent(reference: SentReference, json: string | undefined): void {
    const known = this.#objectRef ?? {};
    this.#objectRef = {
      ...known,
      namespace: known.namespace || (reference.namespace ?? ''),
      name: known.name || (reference.name ?? ''),
      uid: known.uid || (reference.uid ?? ''),
      resourceVersion: known.resourceVersion || (reference.resourceVersion ?? ''),
    };
    if (json !== undefined) this.sentText(json);
  }

  /** A patch is written as it came. */
  sentText(json: string): void {
    if (this.wantsRequest) this.#sent = this.#written(json);
  }

  answered(json: string): void {
    if (this.wantsResponse) this.#answered = this.#written(json);
  }

  status(status: Partial<Status>): void {
    this.#status = status;
  }

  eventAt(stage: Stage, time: string): AuditEvent {
    const { attributes, received, auditID, requestURI, userAgent, sourceIPs } = this.#request;
    return {
      level: this.level,
      auditID,
      stage,
      requestURI,
      verb: attributes.verb,
      user: this.#user,
      impersonatedUser: this.#impersonated?.user,
      impersonationConstraint: this.#impersonated?.constraint,
      sourceIPs,
      userAgent,
      objectRef: this.#objectRef,
      responseStatus: this.#status,
      requestObject: this.#sent,
      responseObject: this.#answered,
      requestReceivedTimestamp: received,
      stageTimestamp: stage === 'RequestReceived' ? received : time,
      annotations: this.#annotations,
    };
  }

  #written(json: string): string {
    if (this.#config.omitManagedFields) return withoutManagedFields(json);
    return json.includes('\n') ? compact(json) : json;
  }
}

function referenceOf({ attributes, apiVersion }: AuditedRequest): ObjectReference | undefined {
  if (attributes.kind !== 'resource') return undefined;
  const { group, resource, subresource, namespace, name } = attributes;
  return { resource, namespace, name, apiGroup: group, apiVersion, subresource };
}

const LONGEST_AGENT = 1024;

const shortened = (agent: string): string =>
  agent.length > LONGEST_AGENT ? `${agent.slice(0, LONGEST_AGENT)}...TRUNCATED` : agent;

/** Without the blanks between the tokens. */
function compact(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

/** Of an object, of the items of a list and of the objects in the rows of a Table. */
function withoutManagedFields(json: string): string {
  const { value } = parseJson(Buffer.from(json), { duplicates: false, anyNumber: true });
  strip(value);
  if (!isJsonObject(value)) return encodeJson(value);
  if (Array.isArray(value.items)) for (const item of value.items) strip(item);
  if (value.kind === 'Table' && Array.isArray(value.rows))
    for (const row of value.rows) if (isJsonObject(row)) strip(row.object);
  return encodeJson(value);
}

function strip(value: Json | undefined): void {
  if (value !== undefined && isJsonObject(value) && isJsonObject(value.metadata)) delete value.metadata.managedFields;
}
