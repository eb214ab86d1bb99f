import { expect, it } from 'vitest';
import { describeTypes } from '#schema';
import { goValue } from './go-value.ts';

const types = describeTypes(
  { package: 'io.k8s.api.test.v1', goPackage: 'v1' },
  `
Thing
  1 apiGroup string
  2 count int32
  3 on bool
  4 parts [Part]
  5 main Part
  6 spare Part?
  7 since time
Part
  1 nodeID string
`,
);

it('a value is shown with the field names of Go, absent fields and all', () => {
  expect(goValue(types.type('Thing'), { apiGroup: 'g', parts: [{ nodeID: 'n' }] })).toEqual({
    APIGroup: 'g',
    Count: 0,
    On: false,
    Parts: [{ NodeID: 'n' }],
    Main: { NodeID: '' },
    Spare: null,
    Since: null,
  });
});
