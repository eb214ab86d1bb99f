import { describe, expect, it } from 'vitest';
import { metaSchemas } from './meta-schemas.ts';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';

describe('metaSchemas', () => {
  it('refer only to each other', () => {
    const text = JSON.stringify([...metaSchemas().values()]);
    const targets = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name as string);
    expect(targets).toContain(`${META}.ListMeta`);
    expect(targets.filter((name) => !metaSchemas().has(name))).toEqual([]);
  });
  it('describe DeleteOptions as a kind of version v1', () => {
    const options = metaSchemas().get(`${META}.DeleteOptions`);
    expect(options?.['x-kubernetes-group-version-kind']).toEqual([{ group: '', kind: 'DeleteOptions', version: 'v1' }]);
    expect(options?.properties).toMatchObject({
      apiVersion: { type: 'string' },
      gracePeriodSeconds: { type: 'integer', format: 'int64' },
      preconditions: { allOf: [{ $ref: `#/components/schemas/${META}.Preconditions` }] },
      dryRun: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'atomic' },
    });
  });
  it('tell strategic merge how to merge finalizers and owners', () => {
    expect(metaSchemas().get(`${META}.ObjectMeta`)?.properties).toMatchObject({
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
