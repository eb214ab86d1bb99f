import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceNetwork } from './network.ts';
import { Pool } from './pool.ts';
import type { Service, ServiceSpec } from './service.ts';

const service = (spec: ServiceSpec): Service => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 's' }, spec });

describe('a network of services', () => {
  it('leaves the first addresses and ports to those who choose their own', () => {
    const network = new ServiceNetwork({ ranges: ['10.0.0.0/24'] });
    expect(network.takeAddress('IPv4')).toBe('10.0.0.17');
    expect(network.takeAddress('IPv4')).toBe('10.0.0.18');
    expect(network.takePort()).toBe(30_086);
  });

  it.each([
    ['192.168.9.9', 'the provided network does not match the current range'],
    ['10.0.0.0', 'the provided IP (10.0.0.0) is not in the valid range. The range of valid IPs is 10.0.0.0/24'],
    ['10.0.0.255', 'the provided IP (10.0.0.255) is not in the valid range. The range of valid IPs is 10.0.0.0/24'],
    ['10.0.0.7', 'provided IP is already allocated'],
  ])('refuses %s: %s', (address, why) => {
    const network = new ServiceNetwork({ ranges: ['10.0.0.0/24'] });
    network.occupy(service({ type: 'ClusterIP', clusterIPs: ['10.0.0.7'] }));
    expect(() => network.takeAddress('IPv4', address)).toThrow(why);
  });

  it('says of an address of another network only that it is out of range, where nothing is taken', () => {
    const network = new ServiceNetwork({ ranges: ['10.0.0.0/24'] });
    expect(() => network.tryAddress('IPv4', '192.168.9.9')).toThrow(
      'the provided IP (192.168.9.9) is not in the valid range. The range of valid IPs is 10.0.0.0/24',
    );
  });

  it.each([
    [80, 'provided port is not in the valid range. The range of valid ports is 30000-32767'],
    [30_001, 'provided port is already allocated'],
    [30_002, 'provided port is already allocated'],
  ])('refuses the port %d: %s', (port, why) => {
    const network = new ServiceNetwork({ ranges: ['10.0.0.0/24'] });
    network.occupy(
      service({
        type: 'LoadBalancer',
        externalTrafficPolicy: 'Local',
        healthCheckNodePort: 30_002,
        ports: [{ nodePort: 30_001 }],
      }),
    );
    expect(() => network.takePort(port)).toThrow(why);
  });

  it('gives out every usable address once, then none, and one again that came back', () => {
    const network = new ServiceNetwork({ ranges: ['10.0.0.0/27'] });
    const all = Array.from({ length: 30 }, () => network.takeAddress('IPv4'));
    expect(new Set(all).size).toBe(30);
    expect(() => network.takeAddress('IPv4')).toThrow('range is full');
    network.vacate(service({ type: 'ClusterIP', clusterIPs: ['10.0.0.5'] }));
    expect(network.takeAddress('IPv4')).toBe('10.0.0.5');
  });

  it('has addresses of two families', () => {
    const network = new ServiceNetwork({ ranges: ['10.0.0.0/24', 'fd00::/112'] });
    expect(network.families).toEqual(['IPv4', 'IPv6']);
    expect(network.takeAddress('IPv6')).toBe('fd00::101');
    expect(network.takeAddress('IPv6', 'fd00::5')).toBe('fd00::5');
  });
});

describe('a pool', () => {
  it('does not give out again at once what just came back', () => {
    const pool = new Pool(20n, 5n);
    expect([pool.takeNext(), pool.takeNext()]).toEqual([5n, 6n]);
    pool.giveBack(5n);
    expect(pool.takeNext()).toBe(7n);
  });

  it('never gives one number to two holders', () => {
    const step = fc.oneof(
      fc.constant('next' as const),
      fc.bigInt({ min: 0n, max: 19n }),
      fc.bigInt({ min: -20n, max: -1n }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const pool = new Pool(20n, 5n);
        const held = new Set<bigint>();
        for (const one of steps) {
          if (one === 'next') {
            const number = pool.takeNext();
            expect(number === undefined).toBe(held.size === 20);
            if (number !== undefined) expect(held.has(number)).toBe(false);
            if (number !== undefined) held.add(number);
          } else if (one >= 0n) {
            expect(pool.take(one)).toBe(!held.has(one));
            held.add(one);
          } else {
            pool.giveBack(-one - 1n);
            held.delete(-one - 1n);
          }
        }
      }),
    );
  });
});
