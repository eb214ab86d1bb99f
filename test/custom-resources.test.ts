import { define } from './support/definitions.ts';
import type { Sent } from './support/wire.ts';
import { leases } from './verb-suite/builtins.ts';
import type { VerbSubject } from './verb-suite/subject.ts';
import { verbSuite } from './verb-suite.ts';

interface Shape {
  readonly group: string;
  readonly kind: string;
  readonly resource: string;
  readonly spec: object;
  readonly columns?: readonly object[];
  readonly selectableFields?: readonly object[];
}

/** A resource with one version and the fields of its spec. */
function definition(shape: Shape, scope: 'Namespaced' | 'Cluster'): object {
  const { group, kind, resource, spec, columns = [], selectableFields = [] } = shape;
  const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', properties: spec } } };
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${resource}.${group}` },
    spec: {
      group,
      scope,
      names: { plural: resource, singular: kind.toLowerCase(), kind, listKind: `${kind}List` },
      versions: [{ ...version, additionalPrinterColumns: columns, selectableFields }],
    },
  };
}

/** What is true of every custom resource. */
const custom = {
  version: 'v1',
  protobuf: false,
  deletesCollections: true,
  tracksGeneration: true,
  updateNeedsVersion: true,
} as const;

const widget: Shape = {
  group: 'stable.example.com',
  kind: 'Widget',
  resource: 'widgets',
  spec: { paint: { type: 'string' }, size: { type: 'integer' } },
  columns: [
    { name: 'Paint', type: 'string', jsonPath: '.spec.paint' },
    { name: 'Size', type: 'integer', jsonPath: '.spec.size', priority: 1 },
  ],
  selectableFields: [{ jsonPath: '.spec.paint' }],
};

const widgets: VerbSubject = {
  ...custom,
  ...widget,
  listKind: 'WidgetList',
  namespaced: true,
  columns: ['Name', 'Paint'],
  selectable: { matching: 'spec.paint=red', other: 'spec.paint=blue' },
  sample: (name) => ({
    apiVersion: 'stable.example.com/v1',
    kind: 'Widget',
    metadata: { name },
    spec: { paint: 'red', size: 3 },
  }),
  change: (object) => {
    object.spec = { ...(object.spec as object), size: 4 };
  },
  setUp: async (client) => {
    await define(client, definition(widget, 'Namespaced'));
  },
};

const planet: Shape = {
  group: 'space.example.com',
  kind: 'Planet',
  resource: 'planets',
  spec: { moons: { type: 'integer' } },
};

const planets: VerbSubject = {
  ...custom,
  ...planet,
  listKind: 'PlanetList',
  namespaced: false,
  columns: ['Name', 'Age'],
  sample: (name) => ({
    apiVersion: 'space.example.com/v1',
    kind: 'Planet',
    metadata: { name },
    spec: { moons: 1 },
  }),
  change: (object) => {
    object.spec = { moons: 2 };
  },
  setUp: async (client) => {
    await define(client, definition(planet, 'Cluster'));
  },
};

const microTime = { type: 'string', format: 'date-time' };

/** A built-in, as it would be if it had been defined: what it can do must be the same. */
const lease: Shape = {
  group: 'coordination.example.com',
  kind: 'Lease',
  resource: 'leases',
  spec: {
    holderIdentity: { type: 'string' },
    leaseDurationSeconds: { type: 'integer', format: 'int32', minimum: 1 },
    leaseTransitions: { type: 'integer', format: 'int32', minimum: 0 },
    acquireTime: microTime,
    renewTime: microTime,
  },
  columns: [
    { name: 'Holder', type: 'string', jsonPath: '.spec.holderIdentity' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
  ],
};

const { createsOnUpdate: _, ...asBuiltIn } = leases;
const definedLeases: VerbSubject = {
  ...asBuiltIn,
  ...custom,
  group: lease.group,
  sample: (name): Sent => ({ ...leases.sample(name), apiVersion: `${lease.group}/v1` }),
  setUp: async (client) => {
    await define(client, definition(lease, 'Namespaced'));
  },
};

for (const subject of [widgets, planets, definedLeases]) verbSuite(subject);
