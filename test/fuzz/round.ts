import type { OwnServer } from '../../bench/target/own-server.ts';
import type { Credentials } from '../support/client.ts';
import { contentTypes } from './bodies.ts';
import { type FuzzAnswer, FuzzClient, type FuzzRequest } from './fuzz-client.ts';
import { http2Bytes, sendFrames } from './http2-frames.ts';
import { faultOf, tell } from './judge.ts';
import { type FuzzedKind, kinds, seedOf, widgetDefinition } from './kinds.ts';
import { moreKinds } from './more-kinds.ts';
import { Random } from './random.ts';
import { isOwnFault, rawRequests, sendRaw } from './raw-requests.ts';
import { type Maker, type Material, makers } from './requests.ts';
import { type FuzzUser, makeUsers } from './users.ts';

/** What is promised: no turn takes more processor time. */
const TURN_MS = 50;
const CLIENTS = 20;
/** How many requests are sent between two looks at the longest turn. */
const BATCH = 1000;
/** After so many batches what was taken away is put back. */
const REPLANT = 2;
const ALL_KINDS = [...kinds, ...moreKinds];
const STACK = /\n\s+at \S.*:\d+:\d+/;

export interface Finding {
  readonly what: 'answer' | 'turn' | 'crash';
  readonly text: string;
}

interface Sent {
  readonly user: FuzzUser;
  readonly request: FuzzRequest;
}

export interface RoundParts {
  readonly server: OwnServer;
  readonly admin: Credentials;
  readonly seed: number;
  readonly requests: number;
}

/** One server, and so many requests with something wrong in them. */
export class Round {
  readonly findings: Finding[] = [];
  readonly statuses = new Map<number, number>();
  longestTurn = 0;
  sent = 0;
  readonly #parts: RoundParts;
  #users: readonly FuzzUser[] = [];
  #material: Material = { kinds: ALL_KINDS, protobuf: new Map() };

  constructor(parts: RoundParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { admin, seed, requests, server } = this.#parts;
    await this.#prepare();
    const clients = Array.from({ length: CLIENTS }, (_, at) => new Lane(this.#users, seed * 1000 + at));
    const random = new Random(seed);
    let batches = 0;
    await server.longestTurn();
    while (this.sent < requests && !this.#hasCrashed()) {
      if (++batches % REPLANT === 0) await this.#plant();
      const [batch] = await Promise.all([
        Promise.all(clients.map((lane) => this.#send(lane, BATCH / CLIENTS))),
        this.#sendOddities(random, admin),
      ]);
      await this.#lookAtTurns(batch.flat());
    }
    for (const lane of clients) lane[Symbol.dispose]();
  }

  #hasCrashed(): boolean {
    return this.findings.some(({ what }) => what === 'crash');
  }

  async #prepare(): Promise<void> {
    await this.#plant();
    // Pods need the service account that a controller makes.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const refused = await this.#plant();
    if (refused.length > 0) throw new Error(`what should be good is not: ${refused.join('; ')}`);
    this.#users = await makeUsers(this.#parts.admin);
    using client = new FuzzClient(this.#parts.admin);
    const protobuf = new Map<FuzzedKind, Buffer>();
    for (const kind of ALL_KINDS) {
      const headers = { accept: contentTypes.protobuf };
      const { status, body } = await client.ask({ method: 'GET', path: seedOf(kind), headers });
      if (status === 200) protobuf.set(kind, body);
    }
    this.#material = { kinds: ALL_KINDS, protobuf };
  }

  /** Puts there what is not there, or was taken away. Gives what is refused. */
  async #plant(): Promise<readonly string[]> {
    using client = new FuzzClient(this.#parts.admin);
    const post = (path: string, value: object): Promise<FuzzAnswer> => {
      const body = Buffer.from(JSON.stringify(value));
      return client.ask({ method: 'POST', path, headers: { 'content-type': contentTypes.json }, body });
    };
    await post('/api/v1/namespaces', { metadata: { name: 'fuzz' } });
    await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', widgetDefinition);
    for (let patience = 50; patience > 0; patience--) {
      const found = await client.ask({ method: 'GET', path: '/apis/fuzz.example.com/v1', headers: {} });
      if (found.status === 200) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const refused: string[] = [];
    for (const { path, sample } of ALL_KINDS) {
      const { status, body } = await post(path, sample);
      if (status >= 400 && status !== 409) refused.push(`${path}: ${body.toString()}`);
    }
    return refused;
  }

  async #send(lane: Lane, count: number): Promise<Sent[]> {
    const batch: Sent[] = [];
    for (let at = 0; at < count && !this.#hasCrashed(); at++) {
      const one = lane.next(this.#material);
      batch.push(one);
      this.sent++;
      await this.#judge(one, lane);
    }
    return batch;
  }

  async #judge(one: Sent, lane: Lane): Promise<void> {
    const where = `seed ${this.#parts.seed}, ${one.user.name}: ${tell(one.request)}`;
    try {
      const first = await lane.ask(one);
      // The answer to a HEAD does not tell what is wrong.
      const again = first.status >= 500 && one.request.method === 'HEAD';
      const answer = again ? await lane.ask({ ...one, request: { ...one.request, method: 'GET' } }) : first;
      this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
      const wrong = faultOf(answer) ?? (STACK.test(answer.body.toString()) ? 'the answer has a stack' : undefined);
      if (wrong !== undefined) this.findings.push({ what: 'answer', text: `${wrong}\n  ${where}` });
    } catch (error) {
      // A connection may be cut for what it says; a server that is gone answers nobody.
      if (await this.#isUp()) this.statuses.set(0, (this.statuses.get(0) ?? 0) + 1);
      else if (!this.#hasCrashed()) this.findings.push({ what: 'crash', text: `${String(error)}\n  ${where}` });
    }
  }

  async #isUp(): Promise<boolean> {
    using client = new FuzzClient(this.#parts.admin);
    for (let tries = 0; tries < 3; tries++) {
      const answer = await client.ask({ method: 'GET', path: '/readyz', headers: {} }).catch(() => undefined);
      if (answer !== undefined) return true;
    }
    return false;
  }

  /** What is hardly HTTP, and HTTP/2 frames. */
  async #sendOddities(random: Random, admin: Credentials): Promise<void> {
    const raw = rawRequests(random, 10).slice(-10);
    const frames = Array.from({ length: 40 }, () => http2Bytes(random, admin.token));
    const statuses = await Promise.all(raw.map((bytes) => sendRaw(admin, bytes)));
    await Promise.all(frames.map((bytes) => sendFrames(admin, bytes)));
    this.sent += raw.length + frames.length;
    for (const status of statuses.flat()) {
      if (isOwnFault(status)) this.findings.push({ what: 'answer', text: `status ${status} to bytes by hand` });
    }
  }

  /** Where a turn was long, the batch is sent once more, one by one, to see which request it was. */
  async #lookAtTurns(batch: readonly Sent[]): Promise<void> {
    if (this.#hasCrashed()) return;
    const { server, seed } = this.#parts;
    const { processor, collection } = await server.longestTurn();
    this.longestTurn = Math.max(this.longestTurn, processor);
    if (processor <= TURN_MS) return;
    const told = `a turn of ${processor.toFixed(0)} ms (garbage ${collection.toFixed(0)} ms)`;
    const culprit = await this.#longAlone(batch);
    const which = culprit ?? 'none of its batch again';
    this.findings.push({ what: 'turn', text: `${told} after ${this.sent} requests, seed ${seed}: ${which}` });
  }

  async #longAlone(batch: readonly Sent[]): Promise<string | undefined> {
    using lane = new Lane(this.#users, 0);
    for (const one of batch) {
      await lane.ask(one).catch(() => undefined);
      const { processor } = await this.#parts.server.longestTurn();
      if (processor > TURN_MS) return `${processor.toFixed(0)} ms again with ${one.user.name}: ${tell(one.request)}`;
    }
    return undefined;
  }
}

/** One who asks one thing after the other. */
class Lane implements Disposable {
  readonly #random: Random;
  readonly #makers = Object.values<Maker>(makers);
  readonly #users: readonly FuzzUser[];
  readonly #clients: ReadonlyMap<string, FuzzClient>;

  constructor(users: readonly FuzzUser[], seed: number) {
    this.#random = new Random(seed);
    this.#users = users.flatMap((user) => Array.from({ length: user.share }, () => user));
    this.#clients = new Map(users.map(({ name, credentials }) => [name, new FuzzClient(credentials)]));
  }
  next(material: Material): Sent {
    const user = this.#random.pick(this.#users);
    return { user, request: this.#random.pick(this.#makers)(this.#random, material) };
  }
  ask({ user, request }: Sent): Promise<FuzzAnswer> {
    return (this.#clients.get(user.name) as FuzzClient).ask(request);
  }
  [Symbol.dispose](): void {
    for (const client of this.#clients.values()) client[Symbol.dispose]();
  }
}
