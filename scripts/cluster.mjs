// npm run cluster -- [--data-dir DIR] [--port N] [flags of pinnace serve]: three etcds and three Pinnaces on this machine.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { etcdProgram, etcdVersion, memberFlags, placeMembers, startMember, untilListening } from './local-etcd.mjs';
import { Parts } from './parts.mjs';
import { root, SetupError } from './setup.mjs';

const MEMBERS = 3;
const SERVERS = 3;

/** Runs until it is told to stop, by Ctrl-C for instance, or nothing is left of it. True when all went well. */
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
  #parts = new Parts(say);

  constructor(directory, port, flags) {
    this.#isTemporary = directory === undefined;
    this.#directory = this.#isTemporary ? mkdtempSync(join(tmpdir(), 'pinnace-cluster-')) : resolve(directory);
    this.#port = port;
    this.#flags = flags;
  }

  async run(version) {
    const asked = new Promise((resolved) => {
      // Not only once: who presses Ctrl-C again must not leave them running.
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolved(true));
    });
    const isServer = (name) => name.startsWith('pinnace');
    let keeps = false;
    try {
      if (await Promise.race([asked, this.#parts.up(this.#start(version))])) return true;
      if (await Promise.race([asked, this.#parts.none])) return true;
      // Somebody will want to know why.
      keeps = true;
      return false;
    } finally {
      // The servers first: what they have left to write needs the etcds.
      await this.#parts.stop(isServer);
      if (this.#isTemporary && !keeps) rmSync(this.#directory, { recursive: true, force: true });
    }
  }

  async #start(version) {
    mkdirSync(this.#directory, { recursive: true });
    const members = await this.#members();
    const urls = members.map(({ client }) => `http://127.0.0.1:${client}`);
    const started = members.map((member) => {
      const running = this.#add(member.name, (at) => startMember(memberFlags(member, members, at)));
      return untilListening(member.client, running).catch(({ message }) => {
        throw new SetupError(`${member.name}: ${message}`);
      });
    });
    await Promise.all(started);
    say(`etcd ${version}: ${urls.join(' ')}`);
    const shared = ['--etcd-servers', urls.join(), ...this.#flags];
    for (let at = 0; at < SERVERS; at++) await this.#serve(`pinnace${at + 1}`, this.#port + at, shared);
    say(`Any of them: kubectl --kubeconfig ${join(this.#directory, 'pinnace1', 'kubeconfig')} get namespaces`);
    say(`What each of them says is in ${join(this.#directory, '*.log')}. Ctrl-C stops all of them.`);
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
    const main = join(root, 'dist', 'cli', 'main.js');
    const { child } = this.#add(name, (directory) => {
      const argv = [main, 'serve', '--data-dir', directory, '--port', String(port), ...shared];
      return { child: spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'], detached: true }) };
    });
    let said = '';
    const address = await new Promise((resolved) => {
      child.stdout.on('data', (data) => {
        said = (said + data).slice(-2000);
        const found = /Address\s+(\S+)/.exec(said)?.[1];
        if (found !== undefined) resolved(found);
      });
    });
    say(`${name}: ${address}, kubeconfig ${join(this.#directory, name, 'kubeconfig')}`);
  }

  /** A part with a directory and a log. */
  #add(name, start) {
    const directory = join(this.#directory, name);
    return this.#parts.add(name, `${directory}.log`, () => start(directory));
  }
}

function say(text) {
  process.stdout.write(`${text}\n`);
}
