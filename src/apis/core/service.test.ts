import { beforeEach, describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { ServiceNetwork } from './service/network.ts';
import { servicesOn } from './service.ts';

let network: ServiceNetwork;
let trial: ReturnType<typeof tryOut>;
beforeEach(() => {
  network = new ServiceNetwork({ ranges: ['10.0.0.0/24'] });
  trial = tryOut(servicesOn(network));
});

const service = (spec: object, rest: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 's' },
  spec,
  ...rest,
});
const ports = [{ port: 80 }];
const create = async (spec: object) => (await trial.write(service(spec))).object as { spec: Record<string, unknown> };
/** Makes a service and then replaces it. */
async function replace(spec: object, next: object, rest: object = {}) {
  const live = trial.read(await create(spec));
  return trial.write(service(next, rest), { live });
}
const message = async (spec: object): Promise<string> => {
  try {
    return (await trial.write(service(spec))).faults.join(', ');
  } catch (error) {
    return (error as Error).message.replace('Service "s" is invalid: ', '');
  }
};

describe('a Service', () => {
  it.each([
    [
      'little said',
      { ports },
      {
        type: 'ClusterIP',
        sessionAffinity: 'None',
        internalTrafficPolicy: 'Cluster',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        clusterIP: '10.0.0.17',
        clusterIPs: ['10.0.0.17'],
        ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
      },
    ],
    [
      'no address wanted',
      { clusterIP: 'None', selector: { a: 'b' } },
      { clusterIP: 'None', clusterIPs: ['None'], ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
    ],
    [
      'neither address nor selector',
      { clusterIP: 'None' },
      { ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'RequireDualStack' },
    ],
    [
      'a wish for two families',
      { ports, ipFamilyPolicy: 'PreferDualStack' },
      { ipFamilies: ['IPv4'], ipFamilyPolicy: 'PreferDualStack' },
    ],
    [
      'an external name',
      { type: 'ExternalName', externalName: 'a.example.com' },
      { type: 'ExternalName', sessionAffinity: 'None', externalName: 'a.example.com' },
    ],
    [
      'session affinity',
      { ports, sessionAffinity: 'ClientIP' },
      { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } },
    ],
    [
      'node ports',
      { type: 'NodePort', ports },
      { externalTrafficPolicy: 'Cluster', ports: [{ port: 80, protocol: 'TCP', targetPort: 80, nodePort: 30_086 }] },
    ],
    [
      'a load balancer',
      { type: 'LoadBalancer', ports, externalTrafficPolicy: 'Local' },
      { allocateLoadBalancerNodePorts: true, healthCheckNodePort: 30_087 },
    ],
    [
      'a load balancer without node ports',
      { type: 'LoadBalancer', ports, allocateLoadBalancerNodePorts: false },
      { ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }] },
    ],
    [
      'one port of two protocols',
      {
        type: 'NodePort',
        ports: [
          { name: 'a', port: 53 },
          { name: 'b', port: 53, protocol: 'UDP', nodePort: 30_053 },
        ],
      },
      { ports: [expect.objectContaining({ nodePort: 30_053 }), expect.objectContaining({ nodePort: 30_053 })] },
    ],
  ])('with %s gets the rest', async (_, given, got) => {
    expect((await create(given)).spec).toMatchObject(got);
  });

  it('of an external name has no address, family or policy', async () => {
    const { spec } = await create({ type: 'ExternalName', externalName: 'a.example.com' });
    expect(Object.keys(spec).sort()).toEqual(['externalName', 'sessionAffinity', 'type']);
  });

  it.each([
    [{}, 'spec.ports: Required value'],
    [
      { ports: [{ port: 70_000 }] },
      'spec.ports[0].port: Invalid value: 70000: must be between 1 and 65535, inclusive, spec.ports[0].targetPort: Invalid value: 70000: must be between 1 and 65535, inclusive',
    ],
    [{ ports: [{ port: 80 }, { port: 81 }] }, 'spec.ports[0].name: Required value, spec.ports[1].name: Required value'],
    [
      {
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 80 },
          { name: 'a', port: 82 },
        ],
      },
      'spec.ports[2].name: Duplicate value: "a", spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
    ],
    [
      { ports, type: 'Magic' },
      'spec.type: Unsupported value: "Magic": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"',
    ],
    [
      { ports: [{ port: 80, protocol: 'HTTP' }] },
      'spec.ports[0].protocol: Unsupported value: "HTTP": supported values: "SCTP", "TCP", "UDP"',
    ],
    [
      { ports: [{ port: 80, targetPort: 'no_port!' }] },
      'spec.ports[0].targetPort: Invalid value: "no_port!": must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)',
    ],
    [{ type: 'ExternalName' }, 'spec.externalName: Required value'],
    [
      { type: 'ExternalName', externalName: 'a.b', clusterIP: '10.0.0.9' },
      'spec.clusterIPs: Forbidden: may not be set for ExternalName services',
    ],
    [
      { type: 'ExternalName', externalName: 'a.b', ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' },
      'spec.ipFamilies: Forbidden: may not be set for ExternalName services, spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services',
    ],
    [
      { ports, clusterIP: '1.2.3' },
      'spec.clusterIPs[0]: Invalid value: "1.2.3": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
    ],
    [
      { ports, clusterIP: '192.168.9.9' },
      'spec.clusterIPs: Invalid value: ["192.168.9.9"]: failed to allocate IP 192.168.9.9: the provided network does not match the current range',
    ],
    [
      { ports, clusterIPs: ['10.0.0.9'] },
      'spec.clusterIPs: Invalid value: ["10.0.0.9"]: must be empty when `clusterIP` is not specified',
    ],
    [
      { ports, clusterIP: '10.0.0.9', clusterIPs: ['10.0.0.8'] },
      'spec.clusterIPs: Invalid value: ["10.0.0.8"]: first value must match `clusterIP`',
    ],
    [
      { ports, clusterIP: 'None', clusterIPs: ['None', '10.0.0.8'] },
      'spec.clusterIPs: Invalid value: ["None","10.0.0.8"]: \'None\' must be the first and only value',
    ],
    [
      { ports, clusterIP: '10.0.0.8', clusterIPs: ['10.0.0.8', '10.0.0.9'] },
      'spec.clusterIPs: Invalid value: ["10.0.0.8","10.0.0.9"]: may specify no more than one IP for each IP family',
    ],
    [
      { ports, clusterIP: 'fd00::1' },
      'spec.clusterIPs[0]: Invalid value: ["fd00::1"]: IPv6 is not configured on this cluster',
    ],
    [
      { ports, clusterIP: 'fd00::1', ipFamilies: ['IPv4'] },
      'spec.clusterIPs[0]: Invalid value: "fd00::1": expected an IPv4 value as indicated by `ipFamilies[0]`',
    ],
    [{ ports, ipFamilies: ['IPv6'] }, 'spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster'],
    [{ ports, ipFamilies: ['IPv4', 'IPv4'] }, 'spec.ipFamilies[1]: Duplicate value: "IPv4"'],
    [
      { ports, ipFamilies: ['IPv4', 'IPv6'] },
      "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
    ],
    [
      { ports, ipFamilyPolicy: 'RequireDualStack' },
      'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
    ],
    [
      { ports, ipFamilyPolicy: 'Both' },
      'spec.ipFamilyPolicy: Unsupported value: "Both": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"',
    ],
    [
      { type: 'NodePort', ports, clusterIP: 'None' },
      'spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for NodePort services',
    ],
    [
      { ports: [{ port: 80, nodePort: 30_080 }] },
      "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
    ],
    [
      { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] },
      'spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of valid ports is 30000-32767',
    ],
    [
      {
        type: 'NodePort',
        ports: [
          { name: 'a', port: 80, nodePort: 30_001 },
          { name: 'b', port: 81, nodePort: 30_001 },
        ],
      },
      'spec.ports[1].nodePort: Invalid value: 30001: provided port is already allocated',
    ],
    [
      { ports, sessionAffinity: 'Sticky' },
      'spec.sessionAffinity: Unsupported value: "Sticky": supported values: "ClientIP", "None"',
    ],
    [
      { ports, sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } } },
      'spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be greater than 0 and less than 86400',
    ],
    [
      { ports, externalTrafficPolicy: 'Local' },
      'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services',
    ],
    [
      { ports, type: 'NodePort', externalTrafficPolicy: 'Far' },
      'spec.externalTrafficPolicy: Unsupported value: "Far": supported values: "Cluster", "Local"',
    ],
    [
      { ports, internalTrafficPolicy: 'Far' },
      'spec.internalTrafficPolicy: Unsupported value: "Far": supported values: "Cluster", "Local"',
    ],
    [
      { ports, trafficDistribution: 'Far' },
      'spec.trafficDistribution: Unsupported value: "Far": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"',
    ],
    [
      { ports, healthCheckNodePort: 30_009 },
      "spec.healthCheckNodePort: Invalid value: 30009: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
    ],
    [
      { ports, loadBalancerClass: 'a.b/c' },
      "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
    ],
    [
      { ports, allocateLoadBalancerNodePorts: true },
      "spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when `type` is 'LoadBalancer'",
    ],
    [
      { ports, type: 'LoadBalancer', loadBalancerSourceRanges: ['1.2.3.4'] },
      'spec.LoadBalancerSourceRanges[0]: Invalid value: "1.2.3.4": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
    ],
    [
      { ports, loadBalancerSourceRanges: ['1.2.3.0/24'] },
      "spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
    ],
    [
      { ports, externalIPs: ['127.0.0.1'] },
      'spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
    ],
  ])('of %j is refused: %s', async (spec, why) => {
    expect(await message(spec)).toBe(why);
  });

  it('keeps its address and node ports when they are left out of an update', async () => {
    const { object, faults } = await replace(
      { type: 'NodePort', ports },
      { type: 'NodePort', ports: [{ port: 8080 }] },
    );
    expect(faults).toEqual([]);
    expect(object.spec).toMatchObject({ clusterIP: '10.0.0.17', ports: [{ port: 8080, nodePort: 30_086 }] });
  });

  it('keeps its address for life', async () => {
    const { faults } = await replace({ ports }, { ports, clusterIP: '10.0.0.77', clusterIPs: ['10.0.0.77'] });
    expect(faults).toEqual(['spec.clusterIPs[0]: Invalid value: ["10.0.0.77"]: may not change once set']);
  });

  it('gives back its node ports when it becomes a service inside the cluster', async () => {
    const { object } = await replace(
      { type: 'NodePort', ports: [{ port: 80, nodePort: 30_001 }] },
      { type: 'ClusterIP', ports: [{ port: 80, nodePort: 30_001 }], externalTrafficPolicy: 'Cluster' },
    );
    expect(object.spec).toMatchObject({ ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }] });
    expect(object.spec).not.toHaveProperty('externalTrafficPolicy');
    expect(network.takePort(30_001)).toBe(30_001);
  });

  it('gives up node ports that are left out once it allocates none by itself, and keeps those that are named', async () => {
    const balanced = { type: 'LoadBalancer', ports: [{ port: 80, nodePort: 30_081 }] };
    const without = { ...balanced, allocateLoadBalancerNodePorts: false };
    const kept = await replace(balanced, without);
    expect(kept.object.spec).toMatchObject({ ports: [{ nodePort: 30_081 }] });
    expect(() => network.takePort(30_081)).toThrow('already allocated');
    const live = trial.read(kept.object);
    const given = await trial.write(service({ ...without, ports }), { live });
    expect(given.object.spec).toMatchObject({ ports: [expect.not.objectContaining({ nodePort: 30_081 })] });
    expect(network.takePort(30_081)).toBe(30_081);
  });

  it('of an external name shows no internal traffic policy, though it may be sent', async () => {
    const named = { type: 'ExternalName', externalName: 'a.example.com' };
    expect((await create({ ...named, internalTrafficPolicy: 'Local' })).spec).not.toHaveProperty(
      'internalTrafficPolicy',
    );
    expect(await message({ ...named, internalTrafficPolicy: 'Far' })).toContain('Unsupported value: "Far"');
  });

  it('gives back its address when it becomes a name', async () => {
    const { spec } = await create({ ports });
    const live = trial.read(service(spec));
    const { object, faults } = await trial.write(service({ ...spec, type: 'ExternalName', externalName: 'a.b' }), {
      live,
    });
    expect(faults).toEqual([]);
    expect(Object.keys(object.spec as object).sort()).toEqual(['externalName', 'ports', 'sessionAffinity', 'type']);
    expect(network.takeAddress('IPv4', '10.0.0.17')).toBe('10.0.0.17');
  });

  it('that was a name gets an address', async () => {
    const { object } = await replace({ type: 'ExternalName', externalName: 'a.b' }, { ports });
    expect(object.spec).toMatchObject({ clusterIP: '10.0.0.17', ipFamilies: ['IPv4'], ipFamilyPolicy: 'SingleStack' });
  });

  it('holds nothing when it was refused', async () => {
    expect(
      await message({ type: 'NodePort', ports: [{ port: 80, nodePort: 30_005 }], sessionAffinity: 'Sticky' }),
    ).not.toBe('');
    expect(network.takePort(30_005)).toBe(30_005);
    expect(network.takeAddress('IPv4', '10.0.0.17')).toBe('10.0.0.17');
  });

  it('holds nothing when part of it could not be had', async () => {
    network.takePort(30_005);
    expect(
      await message({ type: 'NodePort', clusterIP: '10.0.0.5', ports: [{ port: 80, nodePort: 30_005 }] }),
    ).toContain('already allocated');
    expect(network.takeAddress('IPv4', '10.0.0.5')).toBe('10.0.0.5');
  });

  it('holds nothing after a dry run', async () => {
    const hub = trial.read(service({ ports, clusterIP: '10.0.0.5' }));
    await servicesOn(network).strategy.reserve?.(hub, undefined, { ...trial.context, dryRun: true });
    expect(hub.spec).toMatchObject({ clusterIPs: ['10.0.0.5'] });
    expect(network.takeAddress('IPv4', '10.0.0.5')).toBe('10.0.0.5');
  });

  it('gives back everything when it is removed', async () => {
    const made = trial.read(await create({ type: 'LoadBalancer', ports, externalTrafficPolicy: 'Local' }));
    servicesOn(network).strategy.removed?.(made);
    expect(network.takeAddress('IPv4', '10.0.0.17')).toBe('10.0.0.17');
    expect([network.takePort(30_086), network.takePort(30_087)]).toEqual([30_086, 30_087]);
  });

  it('cannot change the class of its load balancer', async () => {
    const spec = { type: 'LoadBalancer', ports, loadBalancerClass: 'a.b/c' };
    expect((await replace(spec, { ...spec, loadBalancerClass: 'd.e/f' })).faults).toEqual([
      'spec.loadBalancerClass: Invalid value: "d.e/f": may not change once set',
    ]);
  });

  it('cannot change its status but through the status, and there nothing else', async () => {
    const live = trial.read(await create({ type: 'LoadBalancer', ports }));
    const status = { loadBalancer: { ingress: [{ ip: '203.0.113.7' }, { hostname: 'lb.example.com' }] } };
    const spec = live.spec as object;
    expect((await trial.write(service(spec, { status }), { live })).object.status).toEqual({ loadBalancer: {} });
    const { object } = await trial.write(service({ type: 'LoadBalancer' }, { status }), {
      live,
      subresource: 'status',
    });
    expect(object.status).toEqual({
      loadBalancer: { ingress: [{ ip: '203.0.113.7', ipMode: 'VIP' }, { hostname: 'lb.example.com' }] },
    });
    expect(object.spec).toMatchObject({ clusterIP: '10.0.0.17' });
  });

  it.each([
    [
      'LoadBalancer',
      [{ ip: '999.1.1.1' }],
      [
        'status.loadBalancer.ingress[0].ip: Invalid value: "999.1.1.1": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
    ],
    [
      'LoadBalancer',
      [{ hostname: '1.2.3.4' }],
      ['status.loadBalancer.ingress[0].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address'],
    ],
    [
      'LoadBalancer',
      [{ hostname: 'a.b', ipMode: 'VIP' }],
      ['status.loadBalancer.ingress[0].ipMode: Forbidden: may not be specified when `ip` is not set'],
    ],
    [
      'LoadBalancer',
      [{ ip: '1.2.3.4', ipMode: 'Odd' }],
      ['status.loadBalancer.ingress[0].ipMode: Unsupported value: "Odd": supported values: "Proxy", "VIP"'],
    ],
    [
      'NodePort',
      [{ ip: '1.2.3.4' }],
      ["status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'"],
    ],
  ])('of type %s with the status %j', async (type, ingress, faults) => {
    const live = trial.read(await create({ type, ports }));
    const body = service({ type, ports }, { status: { loadBalancer: { ingress } } });
    expect((await trial.write(body, { live, subresource: 'status' })).faults).toEqual(faults);
  });

  it.each([
    [
      { ports, trafficDistribution: 'PreferClose' },
      ['spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'],
    ],
    [
      { ports, externalIPs: ['80.11.12.10'] },
      ['spec.externalIPs is deprecated and may no longer be implemented in some clusters'],
    ],
    [{ ports, externalName: 'a.b' }, ['spec.externalName is ignored when spec.type is not "ExternalName"']],
    [
      { clusterIP: 'None', selector: { a: 'b' }, externalIPs: ['80.11.12.10'] },
      ['spec.externalIPs is ignored for headless services'],
    ],
    [{ ports }, []],
  ])('of %j warns %j', async (spec, warnings) => {
    expect((await trial.write(service(spec))).warnings).toEqual(warnings);
  });

  it.each([
    [{ ports, clusterIPs: ['10.0.0.1'] }, ['ClusterIP', '10.0.0.1', '<none>', '80/TCP', '<unknown>', '<none>']],
    [{ type: 'ExternalName', externalName: 'a.b' }, ['ExternalName', '<none>', 'a.b', '<none>', '<unknown>', '<none>']],
    [
      { type: 'NodePort', ports: [{ port: 53, protocol: 'UDP', nodePort: 30_053 }], selector: { b: '2', a: '1' } },
      ['NodePort', '<none>', '<none>', '53:30053/UDP', '<unknown>', 'a=1,b=2'],
    ],
    [{ type: 'LoadBalancer', ports }, ['LoadBalancer', '<none>', '<pending>', '80/TCP', '<unknown>', '<none>']],
  ])('of %j shows %j', (spec, row) => {
    expect(trial.cells(service(spec)).slice(1)).toEqual(row);
  });

  it('shows where its load balancer is', () => {
    const status = { loadBalancer: { ingress: [{ ip: '203.0.113.7' }, { hostname: 'lb.example.com' }] } };
    const body = service({ type: 'LoadBalancer', externalIPs: ['80.11.12.10'] }, { status });
    expect(trial.cells(body)[3]).toBe('203.0.113.7,lb.example.com,80.11.12.10');
  });
});

describe('a Service where there are two families', () => {
  beforeEach(() => {
    trial = tryOut(servicesOn(new ServiceNetwork({ ranges: ['10.0.0.0/24', 'fd00::/112'] })));
  });

  it('gets an address of each', async () => {
    expect((await create({ ports, ipFamilyPolicy: 'RequireDualStack' })).spec).toMatchObject({
      ipFamilies: ['IPv4', 'IPv6'],
      clusterIP: '10.0.0.17',
      clusterIPs: ['10.0.0.17', 'fd00::101'],
    });
  });

  it('gets the second later, and may give it up again', async () => {
    const both = await replace({ ports }, { ports, ipFamilyPolicy: 'PreferDualStack', ipFamilies: ['IPv4'] });
    expect(both.object.spec).toMatchObject({ clusterIPs: ['10.0.0.17', 'fd00::101'] });
    const spec = { ...(both.object.spec as object), ipFamilyPolicy: 'SingleStack' };
    const one = await trial.write(service(spec), { live: trial.read(both.object) });
    expect(one.faults).toEqual([]);
    expect(one.object.spec).toMatchObject({ clusterIPs: ['10.0.0.17'], ipFamilies: ['IPv4'] });
  });
});
