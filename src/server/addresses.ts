import { isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Options } from './options.ts';

type Addresses = Pick<Options, 'bindAddress' | 'advertiseAddress'>;

/** The URL under which people reach the server: the advertised one, or one that clients on this machine can use. */
export function urlOf({ bindAddress, advertiseAddress }: Addresses, port: number): string {
  const local = bindAddress === '0.0.0.0' ? '127.0.0.1' : bindAddress === '::' ? '::1' : bindAddress;
  const host = advertiseAddress === '' ? local : advertiseAddress;
  return `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** All names and addresses by which a client may call the server. */
export function serverNames(options: Addresses & Pick<Options, 'serviceClusterIpRange' | 'tlsSan'>): string[] {
  const bound = ['0.0.0.0', '::'].includes(options.bindAddress) ? hostAddresses() : [options.bindAddress];
  const names = [
    'localhost',
    'kubernetes',
    'kubernetes.default',
    'kubernetes.default.svc',
    'kubernetes.default.svc.cluster.local',
    '127.0.0.1',
    '::1',
    firstServiceAddress(options.serviceClusterIpRange),
    ...bound,
    ...(options.advertiseAddress === '' ? [] : [options.advertiseAddress]),
    ...options.tlsSan,
  ];
  return [...new Set(names)];
}

/** 10.96.0.0/12 → 10.96.0.1: the cluster IP of default/kubernetes. */
export function firstServiceAddress(range: string): string {
  const [address = '', bits = '0'] = range.split('/');
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const size = 2 ** (32 - Number(bits));
  const first = Math.floor(number / size) * size + 1;
  return [24, 16, 8, 0].map((shift) => Math.floor(first / 2 ** shift) % 256).join('.');
}

/**
 * Where others would find this server: what is advertised or its bind address, or the machine's own when that is loopback
 * or "any" (an Endpoints object may not hold loopback addresses). Undefined on a machine without a network.
 */
export function advertisedAddress({ bindAddress, advertiseAddress }: Addresses): string | undefined {
  const address = advertiseAddress === '' ? bindAddress : advertiseAddress;
  const loopback = /^(127\.|::1$|localhost$|0\.0\.0\.0$|::$)/.test(address);
  return !loopback && isIP(address) !== 0 ? address : hostAddresses()[0];
}

function hostAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
