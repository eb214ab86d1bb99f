import { describe, expect, it } from 'vitest';
import { type Pod, type PodSpec, resources } from '../objects.ts';
import type { AdmissionPlugin } from '../plugin.ts';
import { admit, lookupIn, pod, refusal, requestFor, type Stored, stored } from '../testing/admission-requests.ts';
import { defaultTolerationSeconds } from './default-toleration-seconds.ts';
import { podResizeValidator } from './pod-resize-validator.ts';
import { podTopologyLabels } from './pod-topology-labels.ts';
import { priority } from './priority.ts';
import { runtimeClass } from './runtime-class.ts';

async function specAfter(plugin: AdmissionPlugin, spec: object): Promise<PodSpec> {
  return ((await admit(plugin, requestFor({ object: pod(spec) }))) as Pod).spec ?? {};
}
const refusedPod = (plugin: AdmissionPlugin, spec: object) => refusal(plugin, requestFor({ object: pod(spec) }));

describe('DefaultTolerationSeconds', () => {
  const key = (name: string) => `node.kubernetes.io/${name}`;
  it.each([
    ['none', [], [key('not-ready'), key('unreachable')]],
    ['all keys', [{ operator: 'Exists' }], []],
    ['one of them', [{ key: key('not-ready'), effect: 'NoExecute' }], [key('unreachable')]],
    ['another effect', [{ key: key('not-ready'), effect: 'NoSchedule' }], [key('not-ready'), key('unreachable')]],
  ])('adds what is missing to a pod that tolerates %s', async (_, tolerations, added) => {
    const spec = await specAfter(defaultTolerationSeconds(), { tolerations });
    const missing = added.map((name) => ({
      key: name,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 300,
    }));
    expect(spec.tolerations ?? []).toEqual([...tolerations, ...missing]);
  });
});

describe('Priority', () => {
  const high = stored(resources.priorityClasses, 'high', { value: 7, preemptionPolicy: 'Never' });
  const low = stored(resources.priorityClasses, 'low', { value: 3, globalDefault: true });
  const lower = stored(resources.priorityClasses, 'lower', { value: 2, globalDefault: true });
  const plugin = (...known: Stored[]) => priority(lookupIn(known));

  it('is zero where nobody says anything', async () => {
    const spec = await specAfter(plugin(high), {});
    expect(spec).toMatchObject({ priority: 0, preemptionPolicy: 'PreemptLowerPriority' });
    expect(spec).not.toHaveProperty('priorityClassName');
  });
  it('comes from the class that is named', async () => {
    const spec = await specAfter(plugin(high, low), { priorityClassName: 'high' });
    expect(spec).toMatchObject({ priority: 7, preemptionPolicy: 'Never' });
  });
  it('comes from the lowest default class', async () => {
    const spec = await specAfter(plugin(high, low, lower), {});
    expect(spec).toMatchObject({ priority: 2, priorityClassName: 'lower' });
  });
  it.each([
    [{ priorityClassName: 'x' }, 'no PriorityClass with name x was found'],
    [
      { priority: 5 },
      'the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
    ],
    [
      { priorityClassName: 'high', preemptionPolicy: 'PreemptLowerPriority' },
      'the string value of PreemptionPolicy (PreemptLowerPriority) must not be provided in pod spec; priority admission controller computed Never from the given PriorityClass name',
    ],
  ])('refuses %j', async (spec, why) => {
    expect(await refusedPod(plugin(high), spec)).toBe(`pods "p" is forbidden: ${why}`);
  });
  it('stays when an update leaves it out', async () => {
    const oldObject = pod({ priority: 7, preemptionPolicy: 'Never' });
    const after = await admit(plugin(), requestFor({ operation: 'UPDATE', object: pod(), oldObject }));
    expect(after).toMatchObject({ spec: { priority: 7, preemptionPolicy: 'Never' } });
  });
  it('has one default class', async () => {
    const request = (name: string, operation: 'CREATE' | 'UPDATE') =>
      requestFor({
        operation,
        kind: { group: 'scheduling.k8s.io', version: 'v1', kind: 'PriorityClass' },
        resource: { ...resources.priorityClasses, version: 'v1' },
        object: stored(resources.priorityClasses, name, { value: 1, globalDefault: true }).object,
        oldObject: operation === 'UPDATE' ? low.object : null,
      });
    expect(await refusal(plugin(low), request('new', 'CREATE'))).toBe(
      'priorityclasses.scheduling.k8s.io "new" is forbidden: PriorityClass low is already marked as default. Only one default can exist',
    );
    expect(await refusal(plugin(low), request('low', 'UPDATE'))).toBeUndefined();
    expect(await refusal(plugin(high), request('new', 'CREATE'))).toBeUndefined();
  });
});

describe('RuntimeClass', () => {
  const overhead = { podFixed: { cpu: '250m' } };
  const toleration = { key: 'kata', operator: 'Exists' };
  const scheduling = { nodeSelector: { kata: 'yes' }, tolerations: [toleration] };
  const plugin = runtimeClass(
    lookupIn([
      stored(resources.runtimeClasses, 'kata', { handler: 'k', overhead, scheduling }),
      stored(resources.runtimeClasses, 'plain', { handler: 'p' }),
    ]),
  );
  it('gives a pod its overhead, and where it can run', async () => {
    const narrow = { key: 'kata', operator: 'Equal', value: 'a', effect: 'NoSchedule' };
    const other = { key: 'other', operator: 'Exists' };
    const given = { runtimeClassName: 'kata', nodeSelector: { a: 'b' }, tolerations: [narrow, other] };
    expect(await specAfter(plugin, given)).toMatchObject({
      overhead: { cpu: '250m' },
      nodeSelector: { a: 'b', kata: 'yes' },
      tolerations: [other, toleration],
    });
  });
  it('takes an overhead that says the same in other words', async () => {
    const spec = await specAfter(plugin, { runtimeClassName: 'kata', overhead: { cpu: '0.25' } });
    expect(spec.overhead).toEqual({ cpu: '250m' });
  });
  it.each([
    [{ runtimeClassName: 'ghost' }, 'pod rejected: RuntimeClass "ghost" not found'],
    [
      { runtimeClassName: 'kata', overhead: { cpu: '1' } },
      "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead",
    ],
    [
      { runtimeClassName: 'kata', nodeSelector: { kata: 'no' } },
      'conflict: runtimeClass.scheduling.nodeSelector[kata] = yes; pod.spec.nodeSelector[kata] = no',
    ],
    [
      { runtimeClassName: 'plain', overhead: { cpu: '1' } },
      'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
    ],
    [{ overhead: { cpu: '1' } }, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'],
  ])('refuses %j', async (spec, why) => {
    expect(await refusedPod(plugin, spec)).toBe(`pods "p" is forbidden: ${why}`);
  });
});

describe('PodTopologyLabels', () => {
  const labels = { 'topology.kubernetes.io/zone': 'z', other: 'o' };
  const plugin = podTopologyLabels(lookupIn([stored(resources.nodes, 'n', { metadata: { labels } })]));
  it('tells a pod the zone of its node', async () => {
    const after = await admit(plugin, requestFor({ object: pod({ nodeName: 'n' }) }));
    expect(after?.metadata.labels).toEqual({ 'topology.kubernetes.io/zone': 'z' });
  });
  it('tells a binding, from which the pod will learn it', async () => {
    const object = stored(resources.pods, 'p', { target: { kind: 'Node', name: 'n' } }).object;
    await admit(plugin, requestFor({ subresource: 'binding', object }));
    expect(object.metadata.labels).toEqual({ 'topology.kubernetes.io/zone': 'z' });
  });
  it('leaves a pod alone that is bound to nothing, or to what nobody knows', async () => {
    expect((await admit(plugin, requestFor({ object: pod() })))?.metadata).not.toHaveProperty('labels');
    expect((await admit(plugin, requestFor({ object: pod({ nodeName: 'x' }) })))?.metadata).not.toHaveProperty(
      'labels',
    );
  });
});

describe('PodResizeValidator', () => {
  const node = (name: string, labels: object = {}) =>
    stored(resources.nodes, name, { metadata: { labels }, status: { allocatable: { cpu: '2', memory: '1Gi' } } });
  const plugin = (requests: { [resource: string]: string }) =>
    podResizeValidator(lookupIn([node('n'), node('w', { 'kubernetes.io/os': 'windows' })]), () => requests);
  const resize = (nodeName: string, generation = 2) =>
    requestFor({
      operation: 'UPDATE',
      subresource: 'resize',
      object: pod(nodeName === '' ? {} : { nodeName }, { generation }),
      oldObject: pod({}, { generation: 1 }),
    });
  const tooMuch = { cpu: '2500m', memory: '2Gi' };
  it.each<[string, { [resource: string]: string }, string | undefined]>([
    ['', tooMuch, undefined],
    ['n', { cpu: '2', memory: '1Gi' }, undefined],
    [
      'n',
      tooMuch,
      "node didn't have enough allocatable resources: cpu, requested: 2500, allocatable: 2000; memory, requested: 2147483648, allocatable: 1073741824",
    ],
    ['w', {}, 'pod resize is only supported on linux nodes, node "w" is "windows"'],
    ['gone', {}, 'node "gone" not found'],
  ])('on node %j with %j: %s', async (nodeName, requests, why) => {
    const expected = why === undefined ? undefined : `pods "p" is forbidden: ${why}`;
    expect(await refusal(plugin(requests), resize(nodeName))).toBe(expected);
  });
  it('does not look where nothing changes', async () => {
    expect(await refusal(plugin(tooMuch), resize('n', 1))).toBeUndefined();
  });
});
