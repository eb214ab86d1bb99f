import { get } from 'node:http';
import { StartError } from '#server';
import { ETCD_STAND_IN } from './etcd-stand-in.ts';

const TRIES = 50;
const PAUSE_MS = 200;
const TIMEOUT_MS = 2000;

/** Looks whether what `--etcd-servers` names is our own stand-in, which holds nothing, or a real etcd, which is used. */
export async function findEtcd(addresses: readonly string[]): Promise<'stand-in' | 'real'> {
  const found = await Promise.all(addresses.map(waitFor));
  const silent = addresses.find((_, at) => found[at] === 'nobody');
  // Of a real one some members may be away; who holds the objects in memory needs none of them.
  if (found.includes('other')) return 'real';
  if (silent === undefined) return 'stand-in';
  throw new StartError(
    `--etcd-servers: nobody answers at ${silent}. Pinnace needs no etcd: leave --etcd-servers out to keep objects in memory.`,
  );
}

type Found = 'stand-in' | 'other' | 'nobody';

/** Wrappers may start both at the same time. */
async function waitFor(address: string): Promise<Found> {
  for (let tries = 1; ; tries++) {
    const found = await look(address);
    if (found !== 'nobody' || tries === TRIES) return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function look(address: string): Promise<Found> {
  // Our stand-in speaks no TLS, and no address without a scheme leads to it.
  if (!address.startsWith('http://')) return Promise.resolve('other');
  return new Promise((resolve) => {
    const request = get(`${address.replace(/\/$/, '')}/version`, { timeout: TIMEOUT_MS, agent: false }, (response) => {
      response.resume();
      resolve(response.headers.server === ETCD_STAND_IN ? 'stand-in' : 'other');
    });
    request.on('timeout', () => request.destroy());
    request.on('error', (error: NodeJS.ErrnoException) => resolve(error.code?.startsWith('HPE_') ? 'other' : 'nobody'));
  });
}
