import { describe, expect, it } from 'vitest';
import { metaSchemas } from './meta-schemas.ts';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

describe('metaSchemas', () => {
  it('come with all that they refer to', () => {
    const schemas = metaSchemas(['Status', 'Scale', 'Info']);
    const text = JSON.stringify([...schemas.values()].map((make) => make()));
    const targets = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name as string);
    expect(targets).toContain(`${META}.ListMeta`);
    expect(targets.filter((name) => !schemas.has(name))).toEqual([]);
    expect(schemas.has(`${META}.DeleteOptions`)).toBe(false);
  });
  it('describe DeleteOptions as a kind of version v1', () => {
    const options = metaSchemas(['DeleteOptions']).get(`${META}.DeleteOptions`)?.();
    expect(options?.['x-kubernetes-group-version-kind']).toEqual([{ group: '', kind: 'DeleteOptions', version: 'v1' }]);
    expect(options?.properties).toMatchObject({
      apiVersion: { type: 'string' },
      gracePeriodSeconds: { type: 'integer', format: 'int64' },
      preconditions: { allOf: [{ $ref: `#/components/schemas/${META}.Preconditions` }] },
      dryRun: { type: 'array', items: { type: 'string', default: '' }, 'x-kubernetes-list-type': 'atomic' },
    });
  });
  it('tell strategic merge how to merge finalizers and owners', () => {
    expect(metaSchemas(['ObjectMeta']).get(`${META}.ObjectMeta`)?.().properties).toMatchObject({
      ownerReferences: {
        'x-kubernetes-patch-strategy': 'merge',
        'x-kubernetes-patch-merge-key': 'uid',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['uid'],
      },
      finalizers: { 'x-kubernetes-patch-strategy': 'merge', 'x-kubernetes-list-type': 'set' },
    });
  });
});
