import type { AdmissionRequest, Operation } from '#admission';
import type { UserInfo } from '#machinery';
import type { GroupVersionKind, GroupVersionResource, Hub, ObjectMeta, Stored } from '#meta';
import type { Access } from './access.ts';
import { hubOfStored, whenReady } from './views.ts';

/** How admission is asked about a write. */
export interface Admittance {
  readonly operation: Operation;
  readonly name: string;
  readonly objects: AdmittedObjects;
  /** What was asked, where the object is of another resource (a question about a part). */
  readonly resource?: GroupVersionResource;
}

/** What is wanted and what is there, in either form; null where there is none. */
export type AdmittedObjects =
  | { readonly form: 'hub'; readonly object: Hub | null; readonly oldObject: Hub | null }
  | { readonly form: 'stored'; readonly object: Stored | null; readonly oldObject: Stored | null };

/** Admission's picture of a write. What is in the form of the store becomes hub objects when somebody looks. */
export class WriteRequest implements AdmissionRequest {
  readonly #access: Access;
  readonly #admittance: Admittance;
  #loaded: { readonly object: Hub | null; readonly oldObject: Hub | null } | undefined;

  constructor(access: Access, admittance: Admittance) {
    this.#access = access;
    this.#admittance = admittance;
    if (admittance.objects.form === 'hub') this.#loaded = admittance.objects;
  }

  get operation(): Operation {
    return this.#admittance.operation;
  }
  get name(): string {
    return this.#admittance.name;
  }
  get kind(): GroupVersionKind {
    const { group, version, definition } = this.#access.resource;
    return { group, version, kind: definition.kind };
  }
  get resource(): GroupVersionResource {
    const { group, version, definition } = this.#access.resource;
    return this.#admittance.resource ?? { group, version, resource: definition.resource };
  }
  get subresource(): string {
    return this.#access.subresource;
  }
  get namespace(): string {
    return this.#access.resource.definition.namespaced ? this.#access.namespace : '';
  }
  get dryRun(): boolean {
    return this.#access.dryRun;
  }
  get user(): UserInfo {
    return this.#access.user;
  }
  get warn(): (text: string) => void {
    return this.#access.warn;
  }
  get metadata(): ObjectMeta | null {
    return this.#admittance.objects.object?.metadata ?? null;
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
  get #objects(): { readonly object: Hub | null; readonly oldObject: Hub | null } {
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

  /** It shares its metadata with the stored object: what is changed there is stored. */
  #hubOf(stored: Stored | null): Hub | null | Promise<Hub | null> {
    if (stored === null) return null;
    const { metadata } = stored;
    return whenReady(hubOfStored(this.#access.resource.definition, stored), (hub): Hub => ({ ...hub, metadata }));
  }
}
