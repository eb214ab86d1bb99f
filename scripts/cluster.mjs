// npm run cluster -- [--data-dir DIR] [--port N] [flags of pinnace serve]: three etcds and three Pinnaces on this machine.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { etcdProgram, etcdVersion, memberFlags, placeMembers, startMember, untilListening } from './local-etcd.mjs';
import { root, SetupError } from './setup.mjs';

const MEMBERS = 3;
const SERVERS = 3;
const GRACE_MS = 10_000;

/** Runs until it is told to stop, by Ctrl-C for instance. True when all went well. */
export async function runCluster(args) {
  const { values, positionals, tokens } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: { 'data-dir': { type: 'string' }, port: { type: 'string', default: '6443' } },
  });
  const version = etcdVersion();
  if (version === undefined) {
    throw new SetupError(`There is no ${etcdProgram} here. Debian: apt-get install etcd-server.`);
  }
  const own = new Set(['data-dir', 'port']);
  const more = tokens.filter(({ kind, name }) => kind === 'option' && !own.has(name)).map(({ index }) => args[index]);
  const cluster = new Cluster(values['data-dir'], Number(values.port), [...more, ...positionals]);
  return cluster.run(version);
}

class Cluster {
  #directory;
  #isTemporary;
  #port;
  #flags;
  #children = [];
  #stopping = false;

  constructor(directory, port, flags) {
    this.#isTemporary = directory === undefined;
    this.#directory = this.#isTemporary ? mkdtempSync(join(tmpdir(), 'pinnace-cluster-')) : resolve(directory);
    this.#port = port;
    this.#flags = flags;
  }

  async run(version) {
    const stop = new Promise((stopped) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stopped(true));
    });
    try {
      const failed = await Promise.race([this.#start(version), stop]);
      if (failed === true) return true;
      return await Promise.race([stop, this.#firstEnd()]);
    } finally {
      await this.#stop();
    }
  }

  async #start(version) {
    mkdirSync(this.#directory, { recursive: true });
    const members = await this.#members();
    const urls = members.map(({ client }) => `http://127.0.0.1:${client}`);
    const started = members.map((member) => {
      const running = startMember(memberFlags(member, members, join(this.#directory, member.name)));
      this.#children.push({ name: member.name, ...running });
      return untilListening(member.client, running);
    });
    await Promise.all(started);
    say(`etcd ${version}: ${urls.join(' ')}`);
    const shared = ['--etcd-servers', urls.join(), ...this.#flags];
    for (let at = 0; at < SERVERS; at++) await this.#serve(`pinnace${at + 1}`, this.#port + at, shared);
    say(`Any of them: kubectl --kubeconfig ${join(this.#directory, 'pinnace1', 'kubeconfig')} get namespaces`);
    say('Ctrl-C stops all of them.');
  }

  /** Members know each other by their addresses: where they were, they must be again. */
  async #members() {
    const file = join(this.#directory, 'members.json');
    if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
    const members = await placeMembers(MEMBERS);
    writeFileSync(file, JSON.stringify(members));
    return members;
  }

  /** One after the other: the first makes the keys that all share. */
  async #serve(name, port, shared) {
    const directory = join(this.#directory, name);
    const main = join(root, 'dist', 'cli', 'main.js');
    const argv = [main, 'serve', '--data-dir', directory, '--port', String(port), ...shared];
    const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    let said = '';
    this.#children.push({ name, child, complaints: () => said });
    await new Promise((resolved, rejected) => {
      child.stdout.on('data', (data) => {
        said = (said + data).slice(-2000);
        if (/Address\s+\S+/.test(said)) resolved();
      });
      child.once('exit', () => rejected(new SetupError(`${name} did not start: ${said}`)));
    });
    say(`${name}: ${/Address\s+(\S+)/.exec(said)?.[1]}, kubeconfig ${join(directory, 'kubeconfig')}`);
  }

  /** False when one of them ends by itself. */
  #firstEnd() {
    return Promise.race(
      this.#children.map(async ({ name, child, complaints }) => {
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
        if (!this.#stopping) say(`${name} ended: ${complaints()}`);
        return false;
      }),
    );
  }

  /** The servers first: what they have left to write needs the etcds. */
  async #stop() {
    this.#stopping = true;
    const isServer = ({ name }) => name.startsWith('pinnace');
    await Promise.all(this.#children.filter(isServer).map((one) => end(one.child, 'SIGTERM')));
    await Promise.all(this.#children.filter((one) => !isServer(one)).map((one) => end(one.child, 'SIGTERM')));
    if (this.#isTemporary) rmSync(this.#directory, { recursive: true, force: true });
  }
}

async function end(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  await ended;
  clearTimeout(late);
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
