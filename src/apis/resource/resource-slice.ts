import { describeKind } from '#machinery';
import { type FieldError, goQuote, path } from '#meta';
import { ageColumn, type BuiltinStrategy, column, nameColumn, versionedResource } from '#resource';
import { refusesOthers } from '../field-refusals.ts';
import { betasDeprecated } from './deprecated.ts';
import { validateSlice } from './slice-validation.ts';
import type { Types } from './v1/types.gen.ts';
import { resourceV1 } from './v1/types.ts';
import { sliceFromHub, sliceToHub } from './v1beta1/conversion.ts';
import { resourceV1beta1 } from './v1beta1/types.ts';
import { resourceV1beta2 } from './v1beta2/types.ts';

type ResourceSlice = Types['ResourceSlice'];

function stampTaints({ spec }: ResourceSlice, now: string): void {
  for (const { taints = [] } of spec?.devices ?? []) {
    for (const taint of taints) taint.timeAdded ??= now;
  }
}

const lists = ['ints', 'bools', 'strings', 'versions'] as const;

/** Attributes with several values are lost, unless the slice has such already: no driver is told to write them yet. */
function dropLists(slice: ResourceSlice, live?: ResourceSlice): void {
  const before = attributesOf(live);
  if (before.some((attribute) => lists.some((list) => attribute[list] !== undefined))) return;
  for (const attribute of attributesOf(slice)) {
    for (const list of lists) delete attribute[list];
  }
}

/** Nor does anybody yet count devices as resources of their node. */
function dropMappings({ spec }: ResourceSlice, live?: ResourceSlice): void {
  const before = live?.spec?.devices ?? [];
  if (before.some(({ nodeAllocatableResourceMappings }) => nodeAllocatableResourceMappings !== undefined)) return;
  for (const device of spec?.devices ?? []) delete device.nodeAllocatableResourceMappings;
}

const attributesOf = (slice: ResourceSlice | undefined) =>
  (slice?.spec?.devices ?? []).flatMap(({ attributes = {} }) => Object.values(attributes));

const validate = (slice: ResourceSlice, live?: ResourceSlice): FieldError[] =>
  validateSlice(path('spec'), slice.spec ?? {}, live?.spec);

const strategy: BuiltinStrategy<ResourceSlice> = {
  returnsDeletedObject: true,
  tracksGeneration: true,
  repeats: ['change'],
  prepareForCreate(slice, { now }) {
    stampTaints(slice, now);
    dropLists(slice);
    dropMappings(slice);
  },
  prepareForUpdate(slice, live, { now }) {
    stampTaints(slice, now);
    dropLists(slice, live);
    dropMappings(slice, live);
  },
  validateCreate: (slice) => validate(slice),
  validateUpdate: (slice, live) => validate(slice, live),
  warnings: ({ spec: { driver = '' } = {} }) =>
    driver === driver.toLowerCase()
      ? []
      : [`spec.driver: driver names should be lowercase; ${goQuote(driver)} contains uppercase characters`],
};

const hub = resourceV1.type('ResourceSlice');
const slices = describeKind({ group: 'resource.k8s.io', kind: 'ResourceSlice', hub })
  .version('v1', { type: hub })
  .version('v1beta2', { type: resourceV1beta2.type('ResourceSlice') })
  .version('v1beta1', { type: resourceV1beta1.type('ResourceSlice'), toHub: sliceToHub, fromHub: sliceFromHub })
  .storedAs('v1');

export const resourceSlices = versionedResource(slices, {
  resource: 'resourceslices',
  namespaced: false,
  deprecated: betasDeprecated,
  strategy,
  selectableFields: {
    'spec.driver': ({ spec }: ResourceSlice) => spec?.driver ?? '',
    'spec.nodeName': ({ spec }: ResourceSlice) => spec?.nodeName ?? '',
  },
  refusesField: refusesOthers(
    ['spec.driver', 'spec.nodeName'],
    (field) => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${field}`,
  ),
  columns: [
    nameColumn,
    column('Node', 'The node that has them.', ({ spec }: ResourceSlice) => spec?.nodeName ?? ''),
    column('Driver', 'The driver.', ({ spec }: ResourceSlice) => spec?.driver ?? ''),
    column('Pool', 'The pool.', ({ spec }: ResourceSlice) => spec?.pool?.name ?? ''),
    ageColumn,
  ],
});
