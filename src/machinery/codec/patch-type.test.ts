import { expect, it } from 'vitest';
import { describeTypes } from '#schema';
import { patchTypeOf } from './patch-type.ts';

const library = describeTypes(
  { package: 'io.k8s.api.example.v1', goPackage: 'v1', uses: {} },
  `
Volume | A volume.
  1 name string always required | Its name.
  2 source Source inline
Source | Where it comes from.
  1 hostPath HostPath? | A folder.
  2 items [HostPath] merge=path | Several.
HostPath | A folder.
  1 path string always required | Where it is.
`,
);
const volume = patchTypeOf(library.type('Volume'));

it('finds the fields of inline structs where they stand in JSON', () => {
  expect(volume.field('hostPath')?.type).toBe(patchTypeOf(library.type('HostPath')));
  expect(volume.field('items')).toMatchObject({ strategies: ['merge'], mergeKey: 'path' });
  expect(volume.field('HOSTPATH')).toBeDefined();
});

it('does not know an inline struct by its own name', () => {
  expect(volume.field('source')).toBeUndefined();
  expect(volume.field('bogus')).toBeUndefined();
});
