import { describe, expect, it } from 'vitest';
import { advertisedAddress, firstServiceAddress, serverNames, urlOf } from './addresses.ts';
import { initialObjects } from './bootstrap.ts';

describe('addresses', () => {
  it.each([
    ['127.0.0.1', 'https://127.0.0.1:1'],
    ['0.0.0.0', 'https://127.0.0.1:1'],
    ['::', 'https://[::1]:1'],
    ['::1', 'https://[::1]:1'],
    ['localhost', 'https://localhost:1'],
  ])('a server bound to %s is reached at %s', (bindAddress, url) => {
    expect(urlOf({ bindAddress, advertiseAddress: '' }, 1)).toBe(url);
    expect(urlOf({ bindAddress, advertiseAddress: '192.0.2.7' }, 1)).toBe('https://192.0.2.7:1');
  });
  it.each([
    ['10.96.0.0/12', '10.96.0.1'],
    ['192.168.255.77/24', '192.168.255.1'],
    ['172.16.0.4/30', '172.16.0.5'],
    ['10.200.3.4/8', '10.0.0.1'],
  ])('the first service address of %s is %s', (range, address) => expect(firstServiceAddress(range)).toBe(address));
  it('the certificate covers what the server is called', () => {
    const names = serverNames({
      bindAddress: '10.1.2.3',
      advertiseAddress: '192.0.2.7',
      serviceClusterIpRange: '10.96.0.0/12',
      tlsSan: ['me.example'],
    });
    expect(names).toEqual(
      expect.arrayContaining([
        'localhost',
        '127.0.0.1',
        '::1',
        'kubernetes.default.svc',
        '10.96.0.1',
        '10.1.2.3',
        '192.0.2.7',
        'me.example',
      ]),
    );
  });
  it('an address that others can reach is told to them; loopback never is', () => {
    const advertised = (bindAddress: string, advertiseAddress = '') =>
      advertisedAddress({ bindAddress, advertiseAddress });
    expect(advertised('10.1.2.3')).toBe('10.1.2.3');
    expect(advertised('127.0.0.1')).not.toBe('127.0.0.1');
    expect(advertised('10.1.2.3', '192.0.2.7')).toBe('192.0.2.7');
  });
});

describe('the initial objects', () => {
  const groups = [
    { group: '', versions: ['v1'] },
    { group: 'apiregistration.k8s.io', versions: ['v1'] },
    { group: 'apps', versions: ['v1'] },
  ];
  const services = { serviceRange: '10.96.0.0/12', serviceAddress: '10.96.0.1', unserved: [] };
  it('are the system namespaces first, and the service of the server itself last', () => {
    const objects = initialObjects({ ...services, advertisedAddress: '10.1.2.3', port: 7443, groups });
    const names = objects.map(({ object }) => `${object.kind} ${object.metadata.name}`);
    expect(names.slice(0, 4)).toEqual([
      'Namespace default',
      'Namespace kube-system',
      'Namespace kube-public',
      'Namespace kube-node-lease',
    ]);
    expect(names.slice(-3)).toEqual(['Service kubernetes', 'Endpoints kubernetes', 'EndpointSlice kubernetes']);
    const service = objects.find(({ object }) => object.kind === 'Service');
    const range = objects.find(({ object }) => object.kind === 'ServiceCIDR');
    expect(range?.object).toMatchObject({ metadata: { name: 'kubernetes' }, spec: { cidrs: ['10.96.0.0/12'] } });
    expect(service?.object.spec).toMatchObject({ clusterIP: '10.96.0.1', ports: [{ port: 443, targetPort: 7443 }] });
  });
  it('stand for what the server does by itself: priorities, flows and groups', () => {
    const objects = initialObjects({ ...services, advertisedAddress: undefined, port: 7443, groups });
    const names = objects.map(({ object }) => `${object.kind} ${object.metadata.name}`);
    expect(names).toEqual(
      expect.arrayContaining([
        'PriorityClass system-node-critical',
        'PriorityLevelConfiguration exempt',
        'FlowSchema catch-all',
        'APIService v1.',
        'APIService v1.apps',
      ]),
    );
    expect(names).not.toContain('APIService v1.apiregistration.k8s.io');
  });
  it('name no endpoint on a machine without a network', () => {
    const objects = initialObjects({ ...services, advertisedAddress: undefined, port: 7443, groups });
    expect(objects.map(({ object }) => object.kind)).not.toContain('Endpoints');
  });
});
