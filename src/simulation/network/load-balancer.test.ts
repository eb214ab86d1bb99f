import { describe, expect, it } from 'vitest';
import type { CoreV1 } from '#apis';
import { loadBalancerAfter } from './load-balancer.ts';

type Service = CoreV1['Service'];

const node: CoreV1['Node'] = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n' },
  status: { addresses: [{ type: 'InternalIP', address: '172.18.0.2' }] },
};
const service = (spec: NonNullable<Service['spec']>, ...given: readonly string[]): Service => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 's' },
  spec,
  status: { loadBalancer: given.length > 0 ? { ingress: given.map((ip) => ({ ip })) } : {} },
});

describe('the load balancer of a service', () => {
  it('is the nodes, when there are any', () => {
    expect(loadBalancerAfter(service({ type: 'LoadBalancer' }), [node])?.ingress).toMatchObject([{ ip: '172.18.0.2' }]);
    expect(loadBalancerAfter(service({ type: 'LoadBalancer' }), [])).toBeUndefined();
  });

  it('is left to who has given an address, and to the one of its class', () => {
    expect(loadBalancerAfter(service({ type: 'LoadBalancer' }, '203.0.113.1'), [node])).toBeUndefined();
    const classed = { type: 'LoadBalancer', loadBalancerClass: 'example.com/metal' };
    expect(loadBalancerAfter(service(classed), [node])).toBeUndefined();
  });

  it('goes with the wish for one', () => {
    expect(loadBalancerAfter(service({ type: 'ClusterIP' }, '172.18.0.2'), [node])).toEqual({});
    expect(loadBalancerAfter(service({ type: 'ClusterIP' }), [node])).toBeUndefined();
  });
});
