import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { ingressClasses } from './ingress-class.ts';
import { ipAddresses } from './ip-address.ts';
import { networkPolicies } from './network-policy.ts';
import { serviceCidrs } from './service-cidr.ts';

const object = (kind: string, spec: object, name = 'a') => ({
  apiVersion: 'networking.k8s.io/v1',
  kind,
  metadata: { name },
  spec,
});

describe('an IngressClass', () => {
  const { read, write, cells } = tryOut(ingressClasses);
  const ingressClass = (spec: object) => object('IngressClass', spec);
  it.each([
    [{ controller: 'example.com/a' }, []],
    [{}, ['spec.controller: Required value']],
    [
      { controller: 'nodomain' },
      ['spec.controller: Invalid value: "nodomain": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [
      { controller: 'a.b/c', parameters: { kind: 'P', name: 'p', scope: 'Namespace' } },
      ["spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'"],
    ],
    [
      { controller: 'a.b/c', parameters: { kind: 'P', name: 'p', namespace: 'n' } },
      ["spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'"],
    ],
    [
      { controller: 'a.b/c', parameters: { kind: 'P', name: 'p', scope: 'World' } },
      ['spec.parameters.scope: Unsupported value: "World": supported values: "Cluster", "Namespace"'],
    ],
  ])('%j', async (spec, faults) => {
    expect((await write(ingressClass(spec))).faults).toEqual(faults);
  });
  it('keeps its controller', async () => {
    const live = read(ingressClass({ controller: 'a.b/c' }));
    expect((await write(ingressClass({ controller: 'a.b/d' }), { live })).faults).toEqual([
      'spec.controller: Invalid value: "a.b/d": field is immutable',
    ]);
  });
  it('shows whether it is the default', () => {
    const parameters = { apiGroup: 'g', kind: 'P', name: 'p' };
    const annotations = { 'ingressclass.kubernetes.io/is-default-class': 'true' };
    const body = { ...ingressClass({ controller: 'a.b/c', parameters }), metadata: { name: 'n', annotations } };
    expect(cells(body).slice(0, 3)).toEqual(['n (default)', 'a.b/c', 'P.g/p']);
  });
});

describe('a NetworkPolicy', () => {
  const { read, write, cells } = tryOut(networkPolicies);
  const policy = (spec: object) => object('NetworkPolicy', { podSelector: {}, ...spec });
  const from = (...peers: object[]) => policy({ ingress: [{ from: peers }] });
  const to = (...ports: object[]) => policy({ egress: [{ ports }] });
  it('rules ingress, and egress when it says something of it', async () => {
    expect((await write(policy({}))).object.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress'] });
    expect((await write(to({ port: 80 }))).object.spec).toEqual({
      podSelector: {},
      egress: [{ ports: [{ port: 80, protocol: 'TCP' }] }],
      policyTypes: ['Ingress', 'Egress'],
    });
  });
  it.each([
    ['a peer', from({ podSelector: {} }), []],
    ['no peer', from({}), ['spec.ingress[0].from[0]: Required value: must specify a peer']],
    [
      'two sorts of peer',
      from({ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }),
      ['spec.ingress[0].from[0]: Forbidden: may not specify both ipBlock and another peer'],
    ],
    [
      'a hole that is not within its range',
      from({ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16', '10.0.0.0/8', 'fd00::/16'] } }),
      [
        'spec.ingress[0].from[0].ipBlock.except[1]: Invalid value: "10.0.0.0/8": must be a strict subset of `cidr`',
        'spec.ingress[0].from[0].ipBlock.except[2]: Invalid value: "fd00::/16": must be a strict subset of `cidr`',
      ],
    ],
    [
      'an end without a beginning',
      to({ endPort: 90 }),
      ['spec.egress[0].ports[0].endPort: Invalid value: 90: may not be specified when `port` is not specified'],
    ],
    [
      'an end after a name',
      to({ port: 'http', endPort: 90 }),
      ['spec.egress[0].ports[0].endPort: Invalid value: 90: may not be specified when `port` is non-numeric'],
    ],
    [
      'an end before its beginning',
      to({ port: 100, endPort: 90 }),
      ['spec.egress[0].ports[0].endPort: Invalid value: 100: must be greater than or equal to `port`'],
    ],
    [
      'a strange protocol',
      to({ port: 1, protocol: 'GRE' }),
      ['spec.egress[0].ports[0].protocol: Unsupported value: "GRE": supported values: "TCP", "UDP", "SCTP"'],
    ],
    [
      'a strange direction',
      policy({ policyTypes: ['Sideways'] }),
      ['spec.policyTypes[0]: Unsupported value: "Sideways": supported values: "Ingress", "Egress"'],
    ],
    [
      'three directions',
      policy({ policyTypes: ['Ingress', 'Egress', 'Ingress'] }),
      ['spec.policyTypes: Invalid value: ["Ingress","Egress","Ingress"]: may not specify more than two policyTypes'],
    ],
  ])('with %s', async (_, body, faults) => {
    expect((await write(body)).faults).toEqual(faults);
  });
  it('keeps a loose range that was there before, and warns of it', async () => {
    const body = from({ ipBlock: { cidr: '10.0.0.5/8' } });
    expect((await write(body)).faults).toHaveLength(1);
    const again = await write(body, { live: read(body) });
    expect(again.faults).toEqual([]);
    expect(again.warnings.length).toBeGreaterThan(0);
  });
  it('shows whom it is for', () => {
    expect(cells(policy({})).slice(0, 2)).toEqual(['a', '<none>']);
    expect(cells(policy({ podSelector: { matchLabels: { app: 'x' } } }))[1]).toBe('app=x');
  });
});

describe('a ServiceCIDR', () => {
  const { read, write, cells } = tryOut(serviceCidrs);
  const ranges = (...cidrs: string[]) => object('ServiceCIDR', { cidrs });
  const immutable = 'field is immutable';
  it.each([
    [['10.7.0.0/24', 'fd00::/112'], []],
    [[], ['spec.cidrs: Required value: at least one CIDR required']],
    [['10.7.0.5/24'], ['spec.cidrs[0]: Invalid value: "10.7.0.5/24": must not have bits set beyond the prefix length']],
    [
      ['10.7.0.0/24', '10.8.0.0/24'],
      [
        'spec.cidrs: Invalid value: ["10.7.0.0/24","10.8.0.0/24"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
      ],
    ],
  ])('of %j', async (cidrs, faults) => {
    expect((await write(ranges(...cidrs))).faults).toEqual(faults);
  });
  it.each([
    [['10.7.0.0/24'], ['10.7.0.0/24', 'fd00::/112'], []],
    [['10.7.0.0/24'], ['10.8.0.0/24'], [`spec.cidrs[0]: Invalid value: "10.8.0.0/24": ${immutable}`]],
    [['10.7.0.0/24', 'fd00::/112'], ['10.7.0.0/24'], [`spec.cidrs: Invalid value: ["10.7.0.0/24"]: ${immutable}`]],
  ])('goes from %j to %j', async (before, now, faults) => {
    expect((await write(ranges(...now), { live: read(ranges(...before)) })).faults).toEqual(faults);
  });
  it('takes nothing but its status from a write of the status', async () => {
    const live = { ...read(ranges('10.7.0.0/24')), metadata: { name: 'a', labels: { a: 'b' } } };
    const status = {
      conditions: [{ type: 'Ready', status: 'True', reason: 'A', message: '', lastTransitionTime: null }],
    };
    const body = { ...ranges('10.8.0.0/24'), metadata: { name: 'a', annotations: { x: 'y' } }, status };
    const { object: written } = await write(body, { live, subresource: 'status' });
    expect(written).toMatchObject({ metadata: { labels: { a: 'b' } }, spec: { cidrs: ['10.7.0.0/24'] } });
    expect(written.metadata).not.toHaveProperty('annotations');
    expect(written.status).toMatchObject({ conditions: [{ type: 'Ready' }] });
  });
  it('shows its ranges', () => {
    expect(cells(ranges('10.7.0.0/24', 'fd00::/112'))[1]).toBe('10.7.0.0/24,fd00::/112');
  });
});

describe('an IPAddress', () => {
  const { read, write, cells } = tryOut(ipAddresses);
  const parentRef = { resource: 'services', namespace: 'n', name: 's' };
  const address = (name: string, spec: object) => object('IPAddress', spec, name);
  it.each([
    ['1.2.3.4', { parentRef }, []],
    [
      '1.2.3.999',
      { parentRef },
      ['metadata.name: Invalid value: "1.2.3.999": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ],
    ['1.2.3.4', {}, ['spec.parentRef: Required value']],
    [
      '1.2.3.4',
      { parentRef: { resource: 'a/b' } },
      [`spec.parentRef.resource: Invalid value: "a/b": may not contain '/'`, 'spec.parentRef.name: Required value'],
    ],
  ])('%s with %j', async (name, spec, faults) => {
    expect((await write(address(name, spec))).faults).toEqual(faults);
  });
  it('keeps its owner', async () => {
    const live = read(address('1.2.3.4', { parentRef }));
    const { faults } = await write(address('1.2.3.4', { parentRef: { ...parentRef, name: 't' } }), { live });
    expect(faults).toEqual([
      'spec.parentRef: Invalid value: {"Group":"","Resource":"services","Namespace":"n","Name":"t"}: field is immutable',
    ]);
  });
  it('shows its owner', () => {
    expect(cells(address('1.2.3.4', { parentRef }))[1]).toBe('services/n/s');
    expect(cells(address('1.2.3.4', { parentRef: { group: 'G.io', resource: 'r', name: 's' } }))[1]).toBe('r.g.io/s');
  });
});
