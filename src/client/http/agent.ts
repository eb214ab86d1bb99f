import { Agent as PlainAgent } from 'node:http';
import { Agent } from 'node:https';
import type { ClientConfig } from './client-config.ts';

/** Keeps connections to the server of a configuration, and knows whom to trust there and what to show. */
export function agentFor(config: ClientConfig): PlainAgent {
  if (config.server.startsWith('http:')) return new PlainAgent({ keepAlive: true });
  const { certificateAuthority, clientCertificate, clientKey, insecureSkipTlsVerify, tlsServerName } = config;
  return new Agent({
    keepAlive: true,
    ...(certificateAuthority === undefined ? {} : { ca: certificateAuthority }),
    ...(clientCertificate === undefined ? {} : { cert: clientCertificate }),
    ...(clientKey === undefined ? {} : { key: clientKey }),
    ...(tlsServerName === undefined ? {} : { servername: tlsServerName }),
    ...(insecureSkipTlsVerify ? { rejectUnauthorized: false } : {}),
  });
}

/** The `Authorization` header of a configuration; undefined where it has none. */
export function authorizationOf({ token, username, password = '' }: ClientConfig): string | undefined {
  if (token !== undefined) return `Bearer ${token}`;
  return username === undefined ? undefined : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
