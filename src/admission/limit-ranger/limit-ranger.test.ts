import { describe, expect, it } from 'vitest';
import type { Pod } from '#apis';
import type { KubeObject } from '#meta';
import { admit, lookupIn, pod, requestFor } from '../testing/admission-requests.ts';
import { limitRanger } from './limit-ranger.ts';

const resource = { group: '', resource: 'limitranges' };
const range = (...limits: object[]): KubeObject => ({
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'r', namespace: 'ns' },
  spec: { limits: limits as never },
});
const ranger = (...ranges: KubeObject[]) => limitRanger(lookupIn(ranges.map((object) => ({ resource, object }))));
const container = (name: string, resources?: object) => ({ name, image: 'i', ...(resources && { resources }) });

const refusal = async (limits: object[], object: KubeObject): Promise<string> => {
  const kind = { group: '', version: 'v1', kind: object.kind };
  const resources = object.kind === 'Pod' ? 'pods' : 'persistentvolumeclaims';
  const request = requestFor({ object, kind, resource: { group: '', version: 'v1', resource: resources } });
  return admit(ranger(range(...limits)), request).then(
    () => '',
    (error: Error) => error.message.replace(/^.* is forbidden: /, ''),
  );
};

describe('a pod in a namespace with a limit range', () => {
  const defaults = { type: 'Container', default: { cpu: '2', memory: '1Gi' }, defaultRequest: { cpu: '1' } };

  it('gets the limits and requests that its containers leave open, and is told so', async () => {
    const spec = {
      containers: [container('a'), container('b', { limits: { cpu: '3' }, requests: { cpu: '2' } })],
      initContainers: [container('i', { requests: { cpu: '2' } })],
    };
    const { metadata, spec: got } = (await admit(ranger(range(defaults)), requestFor({ object: pod(spec) }))) as Pod;
    expect(got?.containers?.map(({ resources }) => resources)).toEqual([
      { requests: { cpu: '1' }, limits: { cpu: '2', memory: '1Gi' } },
      { requests: { cpu: '2' }, limits: { cpu: '3', memory: '1Gi' } },
    ]);
    expect(metadata.annotations).toEqual({
      'kubernetes.io/limit-ranger':
        'LimitRanger plugin set: cpu request for container a; cpu, memory limit for container a; memory limit for container b; cpu, memory limit for init container i',
    });
  });

  it('is left alone when there is nothing to give, when it is changed, and when it goes', async () => {
    const whole = { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '1' } };
    const full = pod({ containers: [container('a', whole)] });
    expect((await admit(ranger(range(defaults)), requestFor({ object: full })))?.metadata.annotations).toBeUndefined();
    const plain = { operation: 'UPDATE', object: pod(), oldObject: pod() } as const;
    expect(await admit(ranger(range(defaults)), requestFor(plain))).toEqual(pod());
    const going = {
      ...plain,
      subresource: 'resize',
      oldObject: pod({}, { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    };
    expect(await admit(ranger(range(defaults)), requestFor(going))).toEqual(pod());
  });

  it('is looked at again when it is resized', async () => {
    const object = pod({ containers: [container('a', { requests: { cpu: '1' } })] });
    const request = requestFor({ operation: 'UPDATE', subresource: 'resize', object, oldObject: pod() });
    await expect(admit(ranger(range({ type: 'Container', min: { cpu: '2' } })), request)).rejects.toThrow(
      'pods "p" is forbidden: minimum cpu usage per Container is 2, but request is 1',
    );
  });

  it.each([
    [{ min: { cpu: '1' } }, {}, 'minimum cpu usage per Container is 1.  No request is specified'],
    [{ min: { cpu: '1' } }, { requests: { cpu: '999m' } }, 'minimum cpu usage per Container is 1, but request is 999m'],
    [
      { min: { cpu: '1' } },
      { requests: { cpu: '1' }, limits: { cpu: '500m' } },
      'minimum cpu usage per Container is 1, but limit is 500m',
    ],
    [{ max: { cpu: '1' } }, { requests: { cpu: '1' } }, 'maximum cpu usage per Container is 1.  No limit is specified'],
    [{ max: { cpu: '1' } }, { limits: { cpu: '1001m' } }, 'maximum cpu usage per Container is 1, but limit is 1001m'],
    [
      { max: { cpu: '1' } },
      { limits: { cpu: '1' }, requests: { cpu: '2' } },
      'maximum cpu usage per Container is 1, but request is 2',
    ],
    [
      { maxLimitRequestRatio: { cpu: '1500m' } },
      { limits: { cpu: '2' }, requests: { cpu: '1' } },
      'cpu max limit to request ratio per Container is 1500m, but provided ratio is 2.000000',
    ],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      { limits: { cpu: '2' } },
      'cpu max limit to request ratio per Container is 2, but no request is specified or request is 0',
    ],
    [
      { maxLimitRequestRatio: { cpu: '2' } },
      { requests: { cpu: '2' } },
      'cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0',
    ],
    [{ min: { cpu: '1' }, max: { cpu: '2' } }, { requests: { cpu: '1' }, limits: { cpu: '2' } }, ''],
    [
      { min: { memory: '1Gi', cpu: '1' }, max: { cpu: '2' } },
      { requests: { cpu: '3' }, limits: { cpu: '3' } },
      '[minimum memory usage per Container is 1Gi.  No request is specified, maximum cpu usage per Container is 2, but limit is 3]',
    ],
  ])('within %j, with %j: %s', async (limit, resources, why) => {
    const object = pod({ containers: [container('c', resources)] });
    expect(await refusal([{ type: 'Container', ...limit }], object)).toBe(why);
  });

  it('is measured as a whole: init containers by their peak, pod-level resources instead of the sum', async () => {
    const cpu = (amount: string) => ({ requests: { cpu: amount }, limits: { cpu: amount } });
    const limit = [{ type: 'Pod', max: { cpu: '3' } }];
    const two = [container('a', cpu('2')), container('b', cpu('1'))];
    expect(await refusal(limit, pod({ containers: two }))).toBe('');
    const peak = { containers: two, initContainers: [container('i', cpu('4'))] };
    expect(await refusal(limit, pod(peak))).toBe('maximum cpu usage per Pod is 3, but limit is 4');
    expect(await refusal(limit, pod({ containers: two, resources: cpu('5') }))).toMatch(/but limit is 5$/);
  });

  it('compares amounts that are too large for thousandths', async () => {
    const object = pod({ containers: [container('c', { limits: { memory: '9Ei' } })] });
    expect(await refusal([{ type: 'Container', max: { memory: '1Ei' } }], object)).toMatch(/^maximum memory usage/);
  });
});

describe('a claim in a namespace with a limit range', () => {
  const claim = (requests: object): KubeObject => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'c', namespace: 'ns' },
    spec: { resources: { requests: requests as never } },
  });
  it.each([
    [{ storage: '2Gi' }, ''],
    [{ storage: '1Mi' }, 'minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1Mi'],
    [{ storage: '4Gi' }, 'maximum storage usage per PersistentVolumeClaim is 3Gi, but request is 4Gi'],
    [
      {},
      '[minimum storage usage per PersistentVolumeClaim is 1Gi.  No request is specified, maximum storage usage per PersistentVolumeClaim is 3Gi.  No request is specified]',
    ],
  ])('that asks for %j: %s', async (requests, why) => {
    const limits = [{ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '3Gi' } }];
    expect(await refusal(limits, claim(requests))).toBe(why);
  });
});
