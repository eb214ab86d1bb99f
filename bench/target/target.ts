import type { ConnectionOptions } from 'node:tls';

/** A Kubernetes API server and how to be somebody there. Plain data: it is sent to the load processes. */
export interface Target {
  readonly host: string;
  readonly port: number;
  /** Absent for plain HTTP. */
  readonly tls?: TlsSettings;
  readonly token?: string;
}

export interface TlsSettings {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly servername?: string;
  readonly insecure: boolean;
}

export function tlsOptions({ host, port, tls }: Target): ConnectionOptions {
  const { insecure = false, ...rest } = tls ?? {};
  return { host, port, ...rest, rejectUnauthorized: !insecure, ALPNProtocols: ['http/1.1'] };
}

export function isLoopback({ host }: Target): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
