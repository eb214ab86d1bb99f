import { describe, expect, it } from 'vitest';
import type { ManagedFieldsEntry } from '../api/types.ts';
import { ownershipOf } from './field-owners.ts';

const object = {
  metadata: { name: 'web', labels: { app: 'web' }, finalizers: ['a/x', 'b/y'] },
  spec: {
    replicas: 3,
    selector: { matchLabels: { app: 'web' } },
    containers: [
      { name: 'main', image: 'nginx', ports: [{ containerPort: 80, protocol: 'TCP' }] },
      { name: 'side', image: 'envoy' },
    ],
  },
};
const entry = (manager: string, fieldsV1: ManagedFieldsEntry['fieldsV1'] & object): ManagedFieldsEntry => ({
  manager,
  operation: 'Apply',
  apiVersion: 'apps/v1',
  fieldsV1,
});
const container = (name: string, fields: object) => ({ [`k:{"name":"${name}"}`]: { '.': {}, ...fields } });
const entries = [
  entry('kubectl', {
    'f:metadata': { 'f:labels': { 'f:app': {} }, 'f:finalizers': { 'v:"b/y"': {} } },
    'f:spec': {
      'f:replicas': {},
      'f:selector': {},
      'f:containers': container('main', {
        'f:image': {},
        'f:ports': { 'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} } },
      }),
    },
  }),
  entry('scaler', { 'f:spec': { 'f:replicas': {}, 'f:containers': container('side', {}), 'f:gone': {} } }),
];
const { owners, ownersOf } = ownershipOf(object, entries);
const names = (...path: (string | number)[]): string[] => ownersOf(path).map(({ manager }) => manager);

describe('who owns a field', () => {
  it('is told by its own name, and several may', () => {
    expect(names('metadata', 'labels', 'app')).toEqual(['kubectl']);
    expect(names('spec', 'replicas')).toEqual(['kubectl', 'scaler']);
  });
  it('is nobody where no set names it', () => {
    expect(names('metadata', 'name')).toEqual([]);
    expect(names('spec')).toEqual([]);
  });
  it('is told of items by their keys and values', () => {
    expect(names('spec', 'containers', 0)).toEqual(['kubectl']);
    expect(names('spec', 'containers', 0, 'image')).toEqual(['kubectl']);
    expect(names('spec', 'containers', 0, 'ports', 0, 'containerPort')).toEqual(['kubectl']);
    expect(names('spec', 'containers', 1)).toEqual(['scaler']);
    expect(names('spec', 'containers', 1, 'image')).toEqual([]);
    expect(names('metadata', 'finalizers', 0)).toEqual([]);
    expect(names('metadata', 'finalizers', 1)).toEqual(['kubectl']);
  });
  it('owns all that is in what it owns as a whole', () => {
    expect(names('spec', 'selector', 'matchLabels', 'app')).toEqual(['kubectl']);
  });
  it('is counted by the values that are there', () => {
    expect(owners.map(({ manager, count, hue }) => [manager, count, hue])).toEqual([
      ['kubectl', 8, 0],
      ['scaler', 2, 1],
    ]);
  });
});
