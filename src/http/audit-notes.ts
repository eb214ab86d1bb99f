import type { UserInfo } from '#machinery';
import type { ObjectMeta, Status } from '#meta';
import type { Annotate, AuditLevel } from '#registry';

/** What verbs note of a request for the audit log, while they serve it. */
export interface AuditNotes {
  /** Whether the log has what was sent, and what was answered. */
  readonly wantsRequest: boolean;
  readonly wantsResponse: boolean;
  annotate: Annotate;
  /** What the body holds; as JSON where the log wants it. */
  sent(reference: SentReference, json: string | undefined): void;
  /** A patch as it came, as JSON. */
  sentText(json: string): void;
}

type SentReference = Pick<ObjectMeta, 'namespace' | 'name' | 'uid' | 'resourceVersion'>;

/** The log's view of one request, from its arrival to the end of its answer. */
export interface RequestAudit {
  /** Undefined where nothing is written: the policy says so, or nobody knows yet who sent it. */
  readonly notes: (AuditNotes & { answered(json: string): void }) | undefined;
  /** False where it must not go on because it cannot be written down. */
  known(user: UserInfo): Promise<boolean>;
  /** It cannot be told who sent it. */
  unknown(): void;
  readonly isUnknown: boolean;
  impersonated(user: UserInfo, constraint: string): void;
  stage(stage: 'ResponseStarted' | 'ResponseComplete' | 'Panic', status: Partial<Status>): Promise<void>;
}

/** What a thread that serves a heavy request noted, fit for the way back. */
export interface RecordedNote {
  readonly annotations: readonly (readonly [key: string, value: string, from: AuditLevel | undefined])[];
  readonly sent?: { readonly reference: SentReference; readonly json: string | undefined };
  readonly text?: string;
}

/** Notes to be handed on. */
export class RecordedNotes implements AuditNotes {
  readonly wantsRequest: boolean;
  readonly wantsResponse: boolean;
  readonly #annotations: (readonly [string, string, AuditLevel | undefined])[] = [];
  #sent: RecordedNote['sent'];
  #text: string | undefined;

  constructor({ wantsRequest, wantsResponse }: Pick<AuditNotes, 'wantsRequest' | 'wantsResponse'>) {
    this.wantsRequest = wantsRequest;
    this.wantsResponse = wantsResponse;
  }
  annotate(key: string, value: string, from?: AuditLevel): void {
    this.#annotations.push([key, value, from]);
  }
  sent(reference: SentReference, json: string | undefined): void {
    const { namespace, name, uid, resourceVersion } = reference;
    this.#sent = { reference: { namespace, name, uid, resourceVersion } as SentReference, json };
  }
  sentText(json: string): void {
    this.#text = json;
  }
  get record(): RecordedNote {
    return {
      annotations: this.#annotations,
      ...(this.#sent !== undefined && { sent: this.#sent }),
      ...(this.#text !== undefined && { text: this.#text }),
    };
  }
}

export function replay({ annotations, sent, text }: RecordedNote, notes: AuditNotes): void {
  for (const [key, value, from] of annotations) notes.annotate(key, value, from);
  if (sent !== undefined) notes.sent(sent.reference, sent.json);
  if (text !== undefined) notes.sentText(text);
}
