import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { proxiedName } from '../proxied-name.ts';
import { serviceProxy } from './proxy.ts';

const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec: { ports: [{ port: 80 }] } };

async function ask(name: string, endpoints: object | null): Promise<unknown> {
  const find = async () => endpoints as KubeObject | null;
  return serviceProxy.connection?.open(service as KubeObject, { name, query: new Map(), find });
}

describe('reaching a service', () => {
  it.each<[string, object | null, string]>([
    ['s', null, 'services "s" not found'],
    ['s:http', null, 'services "s" not found'],
    ['s:81', { subsets: [] }, 'no service port 81 found for service "s"'],
    ['s:80', {}, 'no endpoints available for service "s"'],
    ['https:s:http', { subsets: [{}] }, 'no endpoints available for service "https:s:http"'],
  ])('as %s with endpoints %j: %s', async (name, endpoints, message) => {
    await expect(ask(name, endpoints)).rejects.toThrow(message);
  });
});

describe('a name with a port', () => {
  it.each([
    ['a', { name: 'a', port: '' }],
    ['a:1', { name: 'a', port: '1' }],
    ['http:a:1', { name: 'a', port: '1' }],
    [':a:', { name: 'a', port: '' }],
  ])('%s', (asked, expected) => {
    expect(proxiedName(asked, 'pod')).toEqual({ scheme: 'http', ...expected });
  });
  it.each(['', 'ftp:a:1', 'a:b:c:d', ':1', 'http::1'])('is not %j', (asked) => {
    expect(() => proxiedName(asked, 'node')).toThrow(`invalid node request ${JSON.stringify(asked)}`);
  });
});
