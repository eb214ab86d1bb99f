import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { pod } from '../testing/admission-requests.ts';
import { isInScopes } from './evaluator.ts';
import { evaluatorFor } from './evaluator-table.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const object = (rest: object): KubeObject => ({ apiVersion: 'v1', kind: 'X', metadata: { name: 'x' }, ...rest });
const usage = (resource: string, of: KubeObject, group = '') => evaluatorFor({ group, resource })?.usage(of, now);
const container = (resources: object) => ({ name: 'c', resources });

describe('what an object uses of quotas', () => {
  it.each([
    ['nothing but its place', {}, {}],
    [
      'what its containers ask for',
      {
        containers: [
          container({ requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2' } }),
          container({ requests: { cpu: '500m', 'ephemeral-storage': '1Gi' } }),
        ],
      },
      {
        cpu: '1500m',
        'requests.cpu': '1500m',
        'limits.cpu': '2',
        memory: '1Gi',
        'requests.memory': '1Gi',
        'ephemeral-storage': '1Gi',
        'requests.ephemeral-storage': '1Gi',
      },
    ],
    [
      'huge pages and devices',
      { containers: [container({ requests: { 'hugepages-2Mi': '4Mi', 'example.com/gpu': '2' } })] },
      { 'hugepages-2Mi': '4Mi', 'requests.hugepages-2Mi': '4Mi', 'requests.example.com/gpu': '2' },
    ],
    [
      'its overhead, and what it says as a whole',
      { resources: { requests: { cpu: '3' }, limits: { cpu: '4' } }, overhead: { cpu: '1', memory: '1Mi' } },
      { cpu: '4', 'requests.cpu': '4', 'limits.cpu': '5', memory: '1Mi', 'requests.memory': '1Mi' },
    ],
  ])('a pod: %s', (_, spec, used) => {
    expect(usage('pods', pod(spec))).toEqual({ 'count/pods': '1', pods: '1', ...used });
  });

  it.each([
    ['has ended', { status: { phase: 'Succeeded' } }, {}],
    ['should be gone', {}, { deletionTimestamp: '2025-12-31T23:59:00Z', deletionGracePeriodSeconds: 30 }],
  ])('a pod that %s is only counted', (_, rest, metadata) => {
    expect(usage('pods', { ...pod({}, metadata), ...rest } as KubeObject)).toEqual({ 'count/pods': '1' });
  });

  it.each([
    [{ type: 'ClusterIP', ports: [{}] }, '0', '0'],
    [{ type: 'NodePort', ports: [{}, {}] }, '2', '0'],
    [{ type: 'LoadBalancer', ports: [{}, {}] }, '2', '1'],
    [{ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ports: [{}, { nodePort: 30000 }] }, '1', '1'],
  ])('a service %j', (spec, nodePorts, loadBalancers) => {
    expect(usage('services', object({ spec }))).toEqual({
      'count/services': '1',
      services: '1',
      'services.nodeports': nodePorts,
      'services.loadbalancers': loadBalancers,
    });
  });

  it('a claim, also by its storage class', () => {
    const spec = { storageClassName: 'gold', resources: { requests: { storage: '1500m' } } };
    expect(usage('persistentvolumeclaims', object({ spec }))).toEqual({
      'count/persistentvolumeclaims': '1',
      persistentvolumeclaims: '1',
      'requests.storage': '2',
      'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '1',
      'gold.storageclass.storage.k8s.io/requests.storage': '2',
    });
    const given = { spec, status: { allocatedResources: { storage: '5' } } };
    expect(usage('persistentvolumeclaims', object(given))?.['requests.storage']).toBe('5');
  });

  it('a claim for devices, by their class', () => {
    const request = (deviceClassName: string, count: number) => ({
      deviceClassName,
      allocationMode: 'ExactCount',
      count,
    });
    const requests = [
      { exactly: request('gpu', 2) },
      { firstAvailable: [request('gpu', 1), request('gpu', 3), { deviceClassName: 'fpga', allocationMode: 'All' }] },
    ];
    expect(usage('resourceclaims', object({ spec: { devices: { requests } } }), 'resource.k8s.io')).toEqual({
      'count/resourceclaims.resource.k8s.io': '1',
      'gpu.deviceclass.resource.k8s.io/devices': '5',
      'fpga.deviceclass.resource.k8s.io/devices': '32',
    });
  });

  it('anything else by its number, some also under a short name; events not at all', () => {
    expect(usage('deployments', object({}), 'apps')).toEqual({ 'count/deployments.apps': '1' });
    expect(usage('gadgets', object({}), 'example.com')).toEqual({ 'count/gadgets.example.com': '1' });
    expect(usage('secrets', object({}))).toEqual({ 'count/secrets': '1', secrets: '1' });
    expect(evaluatorFor({ group: '', resource: 'events' })).toBeUndefined();
  });
});

describe('the scopes of a quota', () => {
  const across = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ namespaces: ['b'] }] } };
  const burstable = { containers: [container({ requests: { cpu: '1' } })] };
  it.each([
    ['Terminating', 'Exists', [], { activeDeadlineSeconds: 5 }, {}],
    ['NotTerminating', 'Exists', [], {}, { activeDeadlineSeconds: 5 }],
    ['BestEffort', 'Exists', [], {}, burstable],
    ['NotBestEffort', 'Exists', [], burstable, {}],
    ['PriorityClass', 'Exists', [], { priorityClassName: 'high' }, {}],
    ['PriorityClass', 'DoesNotExist', [], {}, { priorityClassName: 'high' }],
    ['PriorityClass', 'In', ['high'], { priorityClassName: 'high' }, { priorityClassName: 'low' }],
    ['PriorityClass', 'NotIn', ['high'], {}, { priorityClassName: 'high' }],
    ['CrossNamespacePodAffinity', 'Exists', [], { affinity: across }, {}],
  ])('%s %s %j', (scopeName, operator, values, inside, outside) => {
    const evaluator = evaluatorFor({ group: '', resource: 'pods' });
    const matches = (spec: object) => evaluator && isInScopes(evaluator, [{ scopeName, operator, values }], pod(spec));
    expect(matches(inside)).toBe(true);
    expect(matches(outside)).toBe(false);
  });

  it('are never those of other kinds', () => {
    const services = evaluatorFor({ group: '', resource: 'services' });
    const scope = { scopeName: 'NotTerminating', operator: 'Exists' };
    expect(services && isInScopes(services, [scope], object({}))).toBe(false);
  });
});
