import { isIP } from 'node:net';

interface Came {
  readonly forwardedFor: string | undefined;
  readonly realIp: string | undefined;
  readonly remote: string | undefined;
}

/** Where a request came from: what proxies say, and at last who is connected. k8s: apimachinery/pkg/util/net SourceIPs */
export function sourceIPs({ forwardedFor = '', realIp = '', remote = '' }: Came): string[] {
  const ips = forwardedFor
    .split(',')
    .map((part) => part.trim())
    .filter((part) => isIP(part) !== 0);
  if (isIP(realIp) !== 0 && !ips.includes(realIp)) ips.push(realIp);
  const last = remote.replace(/^::ffff:(?=\d+\.)/, '');
  if (isIP(last) !== 0 && ips.at(-1) !== last) ips.push(last);
  return ips;
}
