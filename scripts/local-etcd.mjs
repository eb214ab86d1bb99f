// Members of an etcd on this machine, as processes.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** Debian's `etcd-server` unless told otherwise. */
export const etcdProgram = process.env.PINNACE_TEST_ETCD ?? 'etcd';

/** What it says of its version, `3.4.23`; undefined when there is none. */
export function etcdVersion() {
  return /etcd Version: (\S+)/.exec(spawnSync(etcdProgram, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
}

/** A port that nobody listens on, at this moment. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Where the members of a cluster are: their client and peer ports. `advertised` says at which ports others reach their
 * peer ports, where something stands between.
 */
export async function placeMembers(count) {
  const members = [];
  for (let at = 0; at < count; at++) {
    members.push({ name: `etcd${at + 1}`, client: await freePort(), peer: await freePort() });
  }
  return members;
}

const local = (port) => `http://127.0.0.1:${port}`;

/** The flags of one member, given all of them. */
export function memberFlags(member, members, directory) {
  const peerUrl = ({ peer, advertised = peer }) => local(advertised);
  return [
    `--name=${member.name}`,
    `--data-dir=${directory}`,
    `--listen-client-urls=${local(member.client)}`,
    `--advertise-client-urls=${local(member.client)}`,
    `--listen-peer-urls=${local(member.peer)}`,
    `--initial-advertise-peer-urls=${peerUrl(member)}`,
    `--initial-cluster=${members.map((one) => `${one.name}=${peerUrl(one)}`).join()}`,
    '--initial-cluster-state=new',
    '--log-level=error',
  ];
}

/** Starts a member. `complaints()` is the end of what it said. A detached one is not stopped by Ctrl-C. */
export function startMember(flags, { detached = true } = {}) {
  const child = spawn(etcdProgram, flags, { stdio: ['ignore', 'ignore', 'pipe'], detached });
  let said = '';
  child.stderr.on('data', (data) => {
    said = (said + data.toString()).slice(-2000);
  });
  return { child, complaints: () => said };
}

/** When somebody listens there. */
export async function untilListening(port, { child, complaints }) {
  for (let tries = 0; tries < 600 && isRunning(child); tries++) {
    if (await isListening(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`etcd did not start: ${complaints()}`);
}

function isRunning({ exitCode, signalCode }) {
  return exitCode === null && signalCode === null;
}

function isListening(port) {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
