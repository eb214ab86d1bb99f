import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { podAddress, podBackend } from './pod-address.ts';
import { serviceResolver } from './service-resolver.ts';

const pod = (backend?: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop', ...(backend && { annotations: { 'pinnace.dev/backend': backend } }) },
  spec: { nodeName: 'node-1' },
  status: { podIP: '10.244.0.2' },
});
const node: KubeObject = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'node-1', labels: { 'pinnace.dev/simulated': 'true' } },
};

const storeOf = (rows: { readonly [path: string]: KubeObject }) => ({
  get: async (prefix: string, key: string) => rows[prefix + key] ?? null,
  list: async (prefix: string, under: string) =>
    Object.entries(rows).flatMap(([path, object]) => (path.startsWith(prefix + under) ? [object] : [])),
});

describe('where a pod is reached', () => {
  it('is the backend that its annotation names, for all ports or for some', () => {
    expect(podBackend(pod('127.0.0.1:9443'), { number: 8443 })).toEqual({ host: '127.0.0.1', port: 9443 });
    const some = pod('8443=[::1]:1, metrics=localhost:2');
    expect(podBackend(some, { number: 8443 })).toEqual({ host: '::1', port: 1 });
    expect(podBackend(some, { number: 9, name: 'metrics' })).toEqual({ host: 'localhost', port: 2 });
    expect(podBackend(some, { number: 9 })).toBeUndefined();
    expect(podBackend(pod('nonsense'), { number: 9 })).toBeUndefined();
    expect(podBackend(pod('169.254.169.254:80'), { number: 9 })).toBeUndefined();
    expect(podBackend(pod('intranet.example.com:80'), { number: 9 })).toBeUndefined();
  });

  it('is its own address, but nowhere on a node that is simulated', async () => {
    const own = await podAddress(storeOf({}), pod(), { number: 80 });
    expect(own).toEqual({ host: '10.244.0.2', port: 80 });
    const refused = podAddress(storeOf({ '/registry/minions/node-1': node }), pod(), { number: 80 });
    await expect(refused).rejects.toThrow('dial tcp 10.244.0.2:80: connect: connection refused');
  });

  it('holds for the endpoints of a service too', async () => {
    const rows = {
      '/registry/minions/node-1': node,
      '/registry/pods/shop/web': pod('127.0.0.1:9443'),
      '/registry/services/specs/shop/web': {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'web', namespace: 'shop' },
        spec: { ports: [{ port: 443, targetPort: 8443 }] },
      },
      '/registry/endpointslices/shop/web-1': {
        apiVersion: 'discovery.k8s.io/v1',
        kind: 'EndpointSlice',
        metadata: { name: 'web-1', labels: { 'kubernetes.io/service-name': 'web' } },
        endpoints: [{ addresses: ['10.244.0.2'], targetRef: { kind: 'Pod', name: 'web' } }],
        ports: [{ name: '', port: 8443 }],
      },
    };
    const resolver = serviceResolver(storeOf(rows), []);
    const place = { namespace: 'shop', name: 'web', port: 443 };
    expect(await resolver.resolve(place)).toEqual({ host: '127.0.0.1', port: 9443 });
  });
});
