import { describe, expect, it } from 'vitest';
import type { JsonObject, KubeObject } from '../../../api/types.ts';
import { differences, exampleManifest } from './try-apply.ts';

const owned = (manager: string, ...fields: string[]) => ({
  manager,
  operation: 'Apply',
  fieldsV1: { 'f:spec': Object.fromEntries(fields.map((field) => [`f:${field}`, {}])) },
});
const web = (spec: JsonObject, ...managedFields: object[]): KubeObject =>
  ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'a', managedFields },
    spec,
  }) as never;

describe('what an apply would do', () => {
  it('tells whose values it takes, and which only change', () => {
    const before = web({ replicas: 1, paused: true, image: 'a' }, owned('hpa', 'replicas'), owned('me', 'image'));
    const after = web({ replicas: 2, paused: true, image: 'b' }, owned('me', 'replicas', 'image'));
    expect(differences(before, after, 'me')).toEqual({
      taken: [{ field: 'spec.replicas', from: ['hpa'], before: 1, after: 2 }],
      changed: [{ field: 'spec.image', from: [], before: 'a', after: 'b' }],
    });
  });
  it('takes nothing that is shared with the same value', () => {
    const before = web({ replicas: 1 }, owned('hpa', 'replicas'));
    const after = web({ replicas: 1 }, owned('hpa', 'replicas'), owned('me', 'replicas'));
    expect(differences(before, after, 'me')).toEqual({ taken: [], changed: [] });
  });
});
it('begins with a manifest of one field of the object', () => {
  expect(exampleManifest(web({ replicas: 1, paused: true }))).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'a' },
    spec: { replicas: 1 },
  });
});
