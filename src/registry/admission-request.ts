import type { AdmissionRequest, Annotate, Operation, OperationOptions, Replacement } from '#admission';
import type { ServedResource, UserInfo } from '#machinery';
import {
  apiErrors,
  type CreateOptions,
  type DeleteOptions,
  type GroupVersionKind,
  type GroupVersionResource,
  type Hub,
  type JsonObject,
  type KubeObject,
  type MaybePromise,
  type ObjectMeta,
  type Stored,
  type Versioned,
  whenReady,
} from '#meta';
import type { Access } from './access.ts';
import { type SentForm, sentForm } from './sent-form.ts';
import type { StageTimes } from './stage-times.ts';
import { hubOfStored } from './views.ts';

/** How admission is asked about a write. */
export interface Admittance {
  readonly operation: Operation;
  readonly name: string;
  readonly objects: AdmittedObjects;
  /** The requested resource, where the object is of another one (a review of a subresource). */
  readonly resource?: GroupVersionResource;
  /** The options of a deletion, which has more than a write. */
  readonly options?: DeleteOptions;
}

/** What is wanted and what is there, in either form; null where there is none. */
export type AdmittedObjects =
  | { readonly form: 'hub'; readonly object: Hub | null; readonly oldObject: Hub | null }
  | { readonly form: 'stored'; readonly object: Stored | null; readonly oldObject: Stored | null };

interface Loaded {
  readonly object: Hub | null;
  readonly oldObject: Hub | null;
}

/**
 * A write as admission sees it. Stored objects become hub objects when a plugin looks at them, and other versions are
 * made when a plugin asks for them.
 */
export class WriteRequest implements AdmissionRequest {
  readonly #access: Access;
  readonly #admittance: Admittance;
  /** What was asked for. */
  readonly resource: GroupVersionResource;
  #kind: GroupVersionKind | undefined;
  #loaded: Loaded | undefined;
  #shown: Map<string, MaybePromise<Versioned | null>> | undefined;
  #oldShown: Map<string, MaybePromise<Versioned | null>> | undefined;

  constructor(access: Access, admittance: Admittance) {
    this.#access = access;
    this.#admittance = admittance;
    const { group, version, definition } = access.resource;
    this.resource = admittance.resource ?? { group, version, resource: definition.resource };
    if (admittance.objects.form === 'hub') this.#loaded = admittance.objects;
  }

  get operation(): Operation {
    return this.#admittance.operation;
  }
  get name(): string {
    return this.#admittance.name;
  }
  get served(): ServedResource {
    return this.#access.resource;
  }
  get kind(): GroupVersionKind {
    this.#kind ??= kindOf(this.#access);
    return this.#kind;
  }
  get subresource(): string {
    return this.#access.subresource;
  }
  get namespace(): string {
    return this.#access.resource.definition.namespaced ? this.#access.namespace : '';
  }
  get options(): OperationOptions | null {
    const kind = optionsKinds[this.operation];
    if (kind === null) return null;
    const said = this.#admittance.options ?? this.#access.options ?? (this.dryRun ? { dryRun: ['All'] } : {});
    return { apiVersion: 'meta.k8s.io/v1', kind, ...whatWasSaid(said) };
  }
  get dryRun(): boolean {
    return this.#access.dryRun;
  }
  get deadline(): number | undefined {
    return this.#access.deadline;
  }
  get user(): UserInfo {
    return this.#access.user;
  }
  get warn(): (text: string) => void {
    return this.#access.warn;
  }
  get stages(): StageTimes | undefined {
    return this.#access.stages;
  }
  get annotate(): Annotate | undefined {
    return this.#access.annotate;
  }
  get metadata(): ObjectMeta | null {
    return (this.#loaded ?? this.#admittance.objects).object?.metadata ?? null;
  }
  get oldMetadata(): ObjectMeta | null {
    return this.#admittance.objects.oldObject?.metadata ?? null;
  }
  get object(): Hub | null {
    return this.#objects.object;
  }
  get oldObject(): Hub | null {
    return this.#objects.oldObject;
  }
  get #objects(): Loaded {
    if (this.#loaded === undefined) throw new Error('an admission plugin looked at objects that it had not loaded');
    return this.#loaded;
  }

  load(): this | Promise<this> {
    const { objects } = this.#admittance;
    if (this.#loaded !== undefined || objects.form === 'hub') return this;
    return whenReady(this.#hubOf(objects.object), (object) =>
      whenReady(this.#hubOf(objects.oldObject), (oldObject) => {
        this.#loaded = { object, oldObject };
        return this;
      }),
    );
  }

  /** It shares its metadata with the stored object: a change there is stored. */
  #hubOf(stored: Stored | null): MaybePromise<Hub | null> {
    if (stored === null) return null;
    const { metadata } = stored;
    return whenReady(hubOfStored(this.#access.resource.definition, stored), (hub): Hub => ({ ...hub, metadata }));
  }

  objectIn(version: string): MaybePromise<Versioned | null> {
    this.#shown ??= new Map();
    return this.#in(this.object, version, this.#shown);
  }
  oldObjectIn(version: string): MaybePromise<Versioned | null> {
    this.#oldShown ??= new Map();
    return this.#in(this.oldObject, version, this.#oldShown);
  }

  #in(
    hub: Hub | null,
    version: string,
    known: Map<string, MaybePromise<Versioned | null>>,
  ): MaybePromise<Versioned | null> {
    if (hub === null) return null;
    const shown = known.get(version) ?? this.#seenIn(version).show(hub);
    known.set(version, shown);
    return shown;
  }

  touched(): void {
    this.#shown = undefined;
  }

  async replace({ version, object }: Replacement): Promise<void> {
    const { object: before, oldObject } = await this.load();
    if (before === null) throw apiErrors.internal(`there is nothing that a ${this.operation} could be given instead`);
    const hub = await this.#seenIn(version).read(object, oldObject);
    this.touched();
    const { objects } = this.#admittance;
    this.#loaded = { object: objects.form === 'hub' ? hub : keepingMetadata(objects.object as Stored, hub), oldObject };
  }

  #seenIn(version: string): SentForm {
    return sentForm(this.#access, version);
  }
}

function kindOf({ resource, subresource }: Access): GroupVersionKind {
  const part = resource.definition.subresources.get(subresource);
  // A subresource that reads and writes the object itself does so in the version of the request.
  if (part !== undefined && part.mode !== 'object') return part.kind;
  return { group: resource.group, version: resource.version, kind: resource.definition.kind };
}

const optionsKinds = {
  CREATE: 'CreateOptions',
  UPDATE: 'UpdateOptions',
  DELETE: 'DeleteOptions',
  CONNECT: null,
} as const;

/** Without empty options, which count as not sent. */
function whatWasSaid(options: Partial<CreateOptions> | DeleteOptions): JsonObject {
  const { kind: _, apiVersion: __, ...said } = options as JsonObject;
  return Object.fromEntries(
    Object.entries(said).filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0)),
  );
}

/** Where only metadata may change, other changes are dropped. */
function keepingMetadata(stored: Stored, hub: Hub): Hub {
  const { metadata }: KubeObject = stored;
  for (const key of Object.keys(metadata)) if (!Object.hasOwn(hub.metadata, key)) delete metadata[key];
  return { ...hub, metadata: Object.assign(metadata, hub.metadata) };
}
