import { describe, expect, it } from 'vitest';
import { totalRequests } from './pod-resources.ts';
import { qosClassOf } from './qos.ts';

const full = { cpu: '1', memory: '1Gi' };

describe('the quality of service of a pod', () => {
  it.each([
    ['BestEffort', {}],
    ['Guaranteed', { requests: full, limits: full }],
    ['Guaranteed', { requests: { cpu: '1000m', memory: '1Gi' }, limits: full }],
    ['Burstable', { requests: full }],
    ['Burstable', { requests: { cpu: '1' }, limits: { cpu: '1' } }],
    ['BestEffort', { requests: { 'example.com/gpu': '1' }, limits: { 'example.com/gpu': '1' } }],
  ])('is %s with %j', (wanted, resources) => {
    expect(qosClassOf({ containers: [{ resources }] })).toBe(wanted);
  });

  it('lies between its containers', () => {
    const guaranteed = { resources: { requests: full, limits: full } };
    expect(qosClassOf({ containers: [guaranteed], initContainers: [guaranteed] })).toBe('Guaranteed');
    expect(qosClassOf({ containers: [guaranteed, {}] })).toBe('Burstable');
  });

  it('is that of the whole pod where it has resources of its own', () => {
    expect(qosClassOf({ resources: { requests: full, limits: full }, containers: [{}] })).toBe('Guaranteed');
    expect(qosClassOf({ resources: {}, containers: [{ resources: { requests: full, limits: full } }] })).toBe(
      'BestEffort',
    );
  });
});

describe('what the containers of a pod ask for together', () => {
  const cpu = (amount: string, restartPolicy?: string) => ({
    resources: { requests: { cpu: amount } },
    ...(restartPolicy === undefined ? {} : { restartPolicy }),
  });

  it.each([
    ['the sum of those that run', '3', { containers: [cpu('1'), cpu('2')] }],
    [
      'the largest init container, when that is more',
      '5',
      { containers: [cpu('1')], initContainers: [cpu('5'), cpu('4')] },
    ],
    ['sidecars beside the containers', '3', { containers: [cpu('1')], initContainers: [cpu('2', 'Always')] }],
    [
      'sidecars beside later init containers',
      '7',
      { containers: [cpu('1')], initContainers: [cpu('2', 'Always'), cpu('5')] },
    ],
  ])('is %s', (_, wanted, spec) => {
    expect(totalRequests(spec)).toEqual({ cpu: wanted });
  });
});
