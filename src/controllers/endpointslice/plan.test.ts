import { describe, expect, it } from 'vitest';
import { type EndpointSlice, planSlices } from './plan.ts';

const ports = [{ name: 'http', port: 80, protocol: 'TCP' }];
const endpoints = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => ({ addresses: [`10.0.0.${from + i}`], targetRef: { uid: `u${from + i}` } }));
const group = (from: number, count: number) => ({ addressType: 'IPv4', ports, endpoints: endpoints(from, count) });
const slice = (name: string, from: number, count: number, own = ports): EndpointSlice => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: { name },
  addressType: 'IPv4',
  ports: own,
  endpoints: endpoints(from, count),
});

describe('the slices of a service', () => {
  it.each([
    ['are made, as many as it takes', [group(0, 7)], [], { create: [3, 3, 1], edit: {}, remove: [] }],
    ['stay as they are', [group(0, 2)], [slice('a', 0, 2)], { create: [], edit: { a: 2 }, remove: [] }],
    [
      'are filled up',
      [group(0, 5)],
      [slice('a', 0, 1), slice('b', 1, 2)],
      { create: [], edit: { a: 2, b: 3 }, remove: [] },
    ],
    [
      'go when nobody is left',
      [group(0, 1)],
      [slice('a', 0, 1), slice('b', 5, 2)],
      { create: [], edit: { a: 1 }, remove: ['b'] },
    ],
    [
      'are for one set of ports',
      [group(0, 1)],
      [slice('a', 0, 1, [{ name: 'http', port: 81, protocol: 'TCP' }])],
      { create: [1], edit: {}, remove: ['a'] },
    ],
    [
      'say that there is nobody',
      [{ ...group(0, 0), ports: [] }],
      [slice('a', 0, 1)],
      { create: [0], edit: {}, remove: ['a'] },
    ],
    ['are all gone without a group', [], [slice('a', 0, 1)], { create: [], edit: {}, remove: ['a'] }],
  ] as const)('%s', (_, groups, slices, expected) => {
    const plan = planSlices(groups, slices, 3);
    expect({
      create: plan.create.map((made) => made.endpoints.length),
      edit: Object.fromEntries(
        plan.edit.map(({ slice: { metadata }, group: g }) => [metadata.name, g.endpoints.length]),
      ),
      remove: plan.remove.map(({ metadata }) => metadata.name),
    }).toEqual(expected);
  });
});
