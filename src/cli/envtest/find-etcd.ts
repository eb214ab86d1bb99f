import { get } from 'node:http';
import { StartError } from '#server';
import { ETCD_STAND_IN } from './etcd-stand-in.ts';

const TRIES = 50;
const PAUSE_MS = 200;
const TIMEOUT_MS = 2000;

/**
 * Looks whether what `--etcd-servers` names is our own stand-in. A real etcd is refused: people who give one expect their
 * objects to be there.
 */
export async function findEtcd(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const found = await waitFor(address);
    if (found === 'stand-in') continue;
    throw new StartError(
      found === 'other'
        ? `--etcd-servers: ${address} is a real etcd, and Pinnace keeps nothing there: it holds its objects in memory. Start the etcd of pinnace envtest-assets instead, or leave --etcd-servers out.`
        : `--etcd-servers: nobody answers at ${address}. Pinnace needs no etcd: leave --etcd-servers out.`,
    );
  }
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
