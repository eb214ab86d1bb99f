import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  type Member,
  type MemberProcess,
  memberFlags,
  placeMembers,
  startMember,
  untilListening,
} from '../../scripts/local-etcd.mjs';
import type { TestClient } from '../support/client.ts';
import { ServerProcess } from '../support/server-process.ts';
import { LeaderRecord } from './leader-record.ts';
import { TcpGate } from './tcp-gate.ts';

const SIZE = 3;
/** A process that was asked to stop must be gone by then. */
const STOP_MS = 15_000;

interface Seat {
  readonly name: string;
  readonly directory: string;
  /** Before the client port of each member. */
  readonly gates: readonly TcpGate[];
  server: ServerProcess | undefined;
  client: TestClient | undefined;
}

interface EtcdSeat {
  readonly member: Member;
  readonly directory: string;
  /** Before the peer port: what other members send comes through it. */
  readonly gate: TcpGate;
  process: MemberProcess;
}

/** Three members of an etcd and three servers upon them, with gates between that can be shut. */
export class Fleet implements AsyncDisposable {
  readonly leaders = new LeaderRecord();
  /** What nobody expected of a process. */
  readonly unexpected: string[] = [];
  readonly #program: string;
  readonly #members: EtcdSeat[] = [];
  readonly #servers: Seat[] = [];
  #turn = 0;
  #isOver = false;

  constructor(program: string) {
    this.#program = program;
  }

  async start(parent: string): Promise<void> {
    const placed = await placeMembers(SIZE);
    const gates = await Promise.all(placed.map(({ peer }) => TcpGate.before(peer)));
    const members = placed.map((member, at) => ({ ...member, advertised: (gates[at] as TcpGate).port }));
    for (const [at, member] of members.entries()) {
      const directory = join(parent, member.name);
      const process = startMember(memberFlags(member, members, directory));
      this.#members.push({ member, directory, gate: gates[at] as TcpGate, process });
    }
    await Promise.all(this.#members.map(({ member, process }) => untilListening(member.client, process)));
    for (let at = 0; at < SIZE; at++) {
      const name = `pinnace${at + 1}`;
      const before = await Promise.all(placed.map(({ client }) => TcpGate.before(client)));
      this.#servers.push({ name, directory: join(parent, name), gates: before, server: undefined, client: undefined });
    }
    await Promise.all(this.#servers.map((seat) => this.#serve(seat)));
  }

  get size(): number {
    return SIZE;
  }

  /** Of one server after the other; those that are down are passed over. */
  async client(): Promise<TestClient> {
    for (;;) {
      for (let tries = 0; tries < SIZE; tries++) {
        const seat = this.#servers[this.#turn++ % SIZE] as Seat;
        if (seat.client !== undefined) return seat.client;
      }
      await setTimeout(20);
    }
  }
  /** Of one certain server, as soon as it runs. */
  async clientOf(at: number): Promise<TestClient> {
    const seat = this.#servers[at] as Seat;
    while (seat.client === undefined && !this.#isOver) await setTimeout(20);
    return seat.client as TestClient;
  }

  async restartServer(at: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const seat = this.#servers[at] as Seat;
    const { server, client } = seat;
    seat.client = undefined;
    const late = signal === 'SIGTERM' ? setTimeout(STOP_MS, 'late' as const, { ref: false }) : undefined;
    const ended = server?.kill(signal);
    if (late !== undefined && (await Promise.race([ended, late])) === 'late') {
      this.unexpected.push(`${seat.name} did not stop: ${server?.errors.slice(-2000)}`);
      await server?.kill('SIGKILL');
    }
    await ended;
    this.leaders.ended(seat.name);
    client?.[Symbol.dispose]();
    await this.#serve(seat);
  }

  async restartMember(at: number): Promise<void> {
    const seat = this.#members[at] as EtcdSeat;
    await end(seat.process);
    const members = this.#members.map(({ member }) => member);
    seat.process = startMember(memberFlags(seat.member, members, seat.directory));
    await untilListening(seat.member.client, seat.process);
  }

  async pauseServer(at: number, ms: number): Promise<void> {
    const { name, server } = this.#servers[at] as Seat;
    const pid = server?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    this.leaders.paused(name);
    await setTimeout(ms);
    process.kill(pid, 'SIGCONT');
    this.leaders.resumed(name);
  }
  async pauseMember(at: number, ms: number): Promise<void> {
    const { child } = (this.#members[at] as EtcdSeat).process;
    child.kill('SIGSTOP');
    await setTimeout(ms);
    child.kill('SIGCONT');
  }

  /** A server reaches no member. */
  async cutServer(at: number, ms: number): Promise<void> {
    await shutFor((this.#servers[at] as Seat).gates, ms);
  }
  /** No server reaches this member, and other members do not either. */
  async cutMember(at: number, ms: number): Promise<void> {
    const gates = this.#servers.map((seat) => seat.gates[at] as TcpGate);
    await shutFor([...gates, (this.#members[at] as EtcdSeat).gate], ms);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    for (const { server, client, gates } of this.#servers) {
      client?.[Symbol.dispose]();
      await server?.[Symbol.asyncDispose]();
      for (const gate of gates) await gate[Symbol.asyncDispose]();
    }
    for (const { process: member, gate } of this.#members) {
      await end(member);
      await gate[Symbol.asyncDispose]();
    }
  }

  async #serve(seat: Seat): Promise<void> {
    const urls = seat.gates.map(({ port }) => `http://127.0.0.1:${port}`);
    // Controllers that write nothing among the objects of the clients.
    const controllers = ['--controllers', 'namespace,garbage-collector,resourcequota'];
    const more = ['--history', '60s', '--shutdown-grace', '2s', '--log-level', 'info'];
    const flags = ['--etcd-servers', urls.join(), ...controllers, ...more];
    for (;;) {
      try {
        const server = await ServerProcess.startWith({ program: this.#program }, seat.directory, ...flags);
        this.leaders.follow(seat.name, server);
        void server.ended.then((how) => this.#ended(seat.name, how, server));
        seat.server = server;
        seat.client = await server.client();
        return;
      } catch (error) {
        // An etcd without a majority lets nobody start.
        if (this.#isOver) return;
        if (!(error as Error).message.includes('etcd cannot be reached'))
          this.unexpected.push((error as Error).message);
      }
    }
  }
  #ended(name: string, how: number | string, { errors }: ServerProcess): void {
    this.leaders.ended(name);
    if (how !== 'SIGKILL' && how !== 'SIGTERM' && how !== 0)
      this.unexpected.push(`${name} ended with ${how}: ${errors.slice(-2000)}`);
  }
}

async function shutFor(gates: readonly TcpGate[], ms: number): Promise<void> {
  for (const gate of gates) gate.shut();
  await setTimeout(ms);
  for (const gate of gates) gate.open();
}

async function end({ child }: MemberProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
