import type { IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import type { Attributes } from '#auth';
import type { Clock, KubeObject } from '#meta';
import type { Registry } from '#registry';
import { smallCatalog } from '../../machinery/testing/small-catalog.ts';
import { SmallRegistry } from '../../registry/testing/small-registry.ts';
import type { HttpCall, Reply } from '../call.ts';
import { DefinitionWaiters } from '../definition-waiters.ts';
import { handle } from '../handle.ts';
import type { House } from '../house.ts';
import { Deadlines, InflightLimit } from '../limits.ts';

interface Sent {
  readonly body?: object | string;
  readonly headers?: IncomingHttpHeaders;
  /** '' for an anonymous user. */
  readonly user?: string;
}

interface Received {
  readonly status: number;
  readonly headers: Reply['headers'];
  readonly body: KubeObject & {
    readonly reason?: string;
    readonly message?: string;
    readonly items?: readonly KubeObject[];
  };
}

/** All of HTTP but the sockets, over the small registry. Everybody may do everything but what `forbids` says. */
export class SmallHouse implements AsyncDisposable {
  readonly #registry: SmallRegistry;
  readonly #house: House;
  forbids: (wanted: Attributes) => boolean = () => false;

  private constructor(small: SmallRegistry) {
    this.#registry = small;
    const { registry } = small;
    const deadlines = new Deadlines(registry.world.clock, 60_000);
    this.#house = {
      catalog: () => smallCatalog,
      definitionWaiters: new DefinitionWaiters(() => smallCatalog),
      registry,
      world: registry.world,
      authenticate: async ({ headers }) =>
        headers.authorization === undefined
          ? undefined
          : { name: headers.authorization, uid: '', groups: [], extra: {} },
      authorize: async (_user, wanted) => ({ allowed: !this.forbids(wanted), reason: '' }),
      paths: { answer: async () => undefined },
      settings: { requestTimeoutMs: 60_000, minRequestTimeoutMs: 60_000, bookmarkIntervalMs: 60_000, random: () => 0 },
      inflight: new InflightLimit(0, deadlines),
      deadlines,
      begin: () => ({ authenticated() {}, authorized() {}, servedElsewhere() {}, finished() {} }),
      watchEvents: () => () => undefined,
    };
  }

  get registry(): Registry {
    return this.#house.registry;
  }

  /** Answers a call that came some other way. */
  async handle(call: HttpCall): Promise<Reply> {
    return handle(this.#house, call);
  }

  static async open(clock?: Clock): Promise<SmallHouse> {
    return new SmallHouse(await SmallRegistry.open(clock));
  }

  async ask(method: string, target: string, { body, headers = {}, user = 'tester' }: Sent = {}): Promise<Received> {
    const [path = '', query = ''] = target.split('?');
    const bytes = Buffer.from(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body));
    const call: HttpCall = {
      method,
      path,
      query,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(user === '' ? {} : { authorization: user }),
        ...headers,
      },
      rawHeaders: [],
      socket: new Socket(),
      signal: new AbortController().signal,
      body: async () => bytes,
      received: bytes.length,
    };
    const reply = await this.handle(call);
    const parts: Uint8Array[] = [];
    if (reply.body instanceof Uint8Array) parts.push(reply.body);
    else for await (const part of reply.body) parts.push(part);
    const text = Buffer.concat(parts).toString();
    return { status: reply.status, headers: reply.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#registry[Symbol.asyncDispose]();
  }
}
