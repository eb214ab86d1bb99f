import { expect } from 'vitest';
import type { Answer, Params, TestClient } from '../support/client.ts';
import type { TestServer } from '../support/start-test-server.ts';
import type { TestClock } from '../support/test-clock.ts';
import { namesOf, type Sent, type Wire } from '../support/wire.ts';

/** A resource that the suite is run over, and the few ways in which resources may differ. */
export interface VerbSubject {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly kind: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  /** A valid object; `metadata` is added to its own. */
  sample(name: string): Sent;
  /** Changes something valid outside the metadata. */
  change(object: Sent): void;
  /** Whether changing an object's content counts in `metadata.generation`. */
  readonly tracksGeneration?: boolean;
  /** PUT creates what is not there. */
  readonly createsOnUpdate?: boolean;
  /** An update without a resourceVersion is refused. */
  readonly updateNeedsVersion?: boolean;
  readonly deletesCollections?: boolean;
  /** Deleted objects stay until somebody lets them go: how to. */
  release?(client: TestClient, path: string): Promise<void>;
  /** A field selector beyond name and namespace that the sample matches, and one that no sample matches. */
  readonly selectable?: { readonly matching: string; readonly other: string };
  /** The columns of its Table, without the wide ones. */
  readonly columns: readonly string[];
  /** Protobuf exists for built-in kinds only. */
  readonly protobuf: boolean;
  /** On each new server: a custom resource is defined here. */
  setUp?(client: TestClient): Promise<void>;
}

/** The subject on a server, with room for one test. */
export class Stage {
  readonly client: TestClient;
  readonly clock: TestClock;
  readonly subject: VerbSubject;
  /** The namespace that the test works in; '' for what belongs to none. */
  readonly namespace: string;
  /** The same resource across all namespaces. */
  readonly everywhere: string;
  /** The collection that the test works in, and one of another namespace. */
  readonly path: string;
  readonly elsewhere: string;

  private constructor({ client, clock }: TestServer, subject: VerbSubject, namespace: string) {
    this.client = client;
    this.clock = clock;
    this.subject = subject;
    this.namespace = namespace;
    this.everywhere = `${this.root}/${subject.resource}`;
    this.path = subject.namespaced ? this.inNamespace(namespace) : this.everywhere;
    this.elsewhere = this.inNamespace(`${namespace}-else`);
  }
  static async open(server: TestServer, subject: VerbSubject, namespace: string): Promise<Stage> {
    if (!subject.namespaced) return new Stage(server, subject, '');
    for (const name of [namespace, `${namespace}-else`]) {
      good(await server.client.post('/api/v1/namespaces', { metadata: { name } }), 201);
    }
    return new Stage(server, subject, namespace);
  }
  get root(): string {
    const { group, version } = this.subject;
    return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  }
  inNamespace(namespace: string): string {
    return `${this.root}/namespaces/${namespace}/${this.subject.resource}`;
  }
  at(name: string): string {
    return `${this.path}/${name}`;
  }
  object(name: string, metadata: Partial<Sent['metadata']> = {}): Sent {
    const sample = this.subject.sample(name);
    return { ...sample, metadata: { ...sample.metadata, ...metadata } };
  }
  async create(name: string, metadata: Partial<Sent['metadata']> = {}): Promise<Wire> {
    return good(await this.client.post(this.path, this.object(name, metadata)), 201);
  }
  async createAll(...names: readonly string[]): Promise<void> {
    for (const name of names) await this.create(name);
  }
  async get(name: string): Promise<Wire> {
    return good(await this.client.get(this.at(name)));
  }
  async list(query: Params = {}): Promise<Wire> {
    return good(await this.client.get(this.path, query));
  }
  /** Changes the object's content; gives what the server then shows. */
  async change(name: string): Promise<Wire> {
    const object = (await this.get(name)) as unknown as Sent;
    this.subject.change(object);
    return good(await this.client.put(this.at(name), object));
  }
  /** Changes the object's labels. */
  async label(name: string, labels: Record<string, string>): Promise<Wire> {
    const object = await this.get(name);
    return good(
      await this.client.put(this.at(name), { ...object, metadata: { ...object.metadata, labels } } as unknown as Sent),
    );
  }
  /** Deletes, and lets go what would otherwise stay. */
  async remove(name: string): Promise<void> {
    good(await this.client.delete(this.at(name)));
    await this.subject.release?.(this.client, this.at(name));
    expect((await this.client.get(this.at(name))).status).toBe(404);
  }
  /** The newest resourceVersion of the whole store. */
  async revision(): Promise<string> {
    return (await this.list()).metadata.resourceVersion;
  }
  /** All names, page by page. */
  async pages(limit: number, query: Params = {}): Promise<string[][]> {
    const pages: string[][] = [];
    for (let token: string | undefined = ''; token !== undefined; ) {
      const page: Wire = await this.list({ limit, ...query, ...(token && { continue: token }) });
      pages.push(namesOf(page));
      token = page.metadata.continue || undefined;
    }
    return pages;
  }
  /** `configmaps "a"`, `leases.coordination.k8s.io "a"`: as messages name it. */
  named(name: string): string {
    const { group, resource } = this.subject;
    return `${resource}${group && `.${group}`} "${name}"`;
  }
}

/** Custom resources are laxer than built-ins in places, say other words of the same, and have no protobuf. */
export const isCustom = ({ protobuf }: VerbSubject): boolean => !protobuf;

export function good(answer: Answer, status = 200): Wire {
  expect(answer.body.message ?? '', 'message of the answer').toBe('');
  expect(answer.status).toBe(status);
  return answer.body;
}

/** The answer is a Status with this code and reason. */
export function refused(answer: Answer, code: number, reason: string): string {
  expect(answer.body).toMatchObject({ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, code });
  expect(answer.status).toBe(code);
  return answer.body.message;
}

export type Get = () => Stage;
