import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { formatMicroTime, instantOf, type KubeObject, type World } from '#meta';
import type { Ensure, InitialObject } from './bootstrap.ts';

/** As long as a server counts as there after it said so last, and how often it says so. */
const DURATION_SECONDS = 3600;
const RENEWAL_MS = 600_000;

interface IdentityParts {
  readonly ensure: Ensure;
  readonly world: World;
  /** Where others would find this server, if anywhere. */
  readonly address: string | undefined;
}

/**
 * A Lease that tells which server runs, as long as it runs. It is renewed less often than upstream's, so that a server
 * that nobody uses writes next to nothing. Returns how to stop it. k8s: controlplane/apiserver/server.go
 */
export async function holdIdentityLease({ ensure, world, address }: IdentityParts): Promise<() => Promise<void>> {
  const holder = world.ids.uid();
  // The lease is not important enough to keep a server with a full disk from running.
  const renew = (): Promise<void> =>
    ensure(leaseOf({ holder, address, now: world.clock.now() })).catch((error) =>
      world.log.warn('the identity lease was not renewed', { error }),
    );
  await renew();
  const stopping = new AbortController();
  const { signal } = stopping;
  const renewing = (async () => {
    while (!signal.aborted) {
      await world.clock.sleep(RENEWAL_MS, signal);
      if (!signal.aborted) await renew();
    }
  })();
  return () => {
    stopping.abort();
    return renewing;
  };
}

interface Identity {
  readonly holder: string;
  readonly address: string | undefined;
  readonly now: number;
}

function leaseOf({ holder, address, now }: Identity): InitialObject {
  const host = hostname();
  const name = identityOf(host);
  const object: KubeObject = {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: {
      name,
      namespace: 'kube-system',
      labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver', 'kubernetes.io/hostname': host },
      ...(address && { annotations: { 'kubernetes.io/peer-advertise-address': address } }),
    },
    spec: {
      holderIdentity: `${name}_${holder}`,
      leaseDurationSeconds: DURATION_SECONDS,
      renewTime: formatMicroTime(instantOf(now)),
    },
  };
  return { resource: { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' }, object, how: 'set' };
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const IDENTITY_BYTES = 16;

/** The same for the same machine: the start of a hash of its name and ours, each after its length, in base 32. */
export function identityOf(host: string): string {
  const hash = createHash('sha256').update(withLength(host)).update(withLength('kube-apiserver'));
  const digest = hash.digest().subarray(0, IDENTITY_BYTES);
  let bits = '';
  for (const byte of digest) bits += byte.toString(2).padStart(8, '0');
  const letters = bits.match(/.{1,5}/g) ?? [];
  return `apiserver-${letters.map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')}`;
}

function withLength(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
