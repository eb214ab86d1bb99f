/** Good objects to begin with, one of each kind, by the path of their collection. */
export interface FuzzedKind {
  readonly path: string;
  readonly sample: object;
  /** `seed` for most. */
  readonly name?: string;
  /** The subresources that are written to as well. */
  readonly parts?: readonly string[];
}

/** The path of the good object. */
export const seedOf = ({ path, name = 'seed' }: FuzzedKind): string => `${path}/${name}`;

const namespace = '/namespaces/fuzz';
const meta = (name: string) => ({
  name,
  labels: { app: 'fuzz', 'example.com/part': 'one' },
  annotations: { note: 'some words' },
  finalizers: ['example.com/hold'],
});
const core = (kind: string, rest: object) => ({ apiVersion: 'v1', kind, metadata: meta('seed'), ...rest });

const builtinKinds: readonly FuzzedKind[] = [
  {
    path: `/api/v1${namespace}/configmaps`,
    sample: core('ConfigMap', { data: { a: 'b', c: 'd' }, binaryData: { e: 'AAEC' }, immutable: false }),
  },
  {
    path: `/api/v1${namespace}/secrets`,
    sample: core('Secret', { type: 'Opaque', data: { a: 'Yg==' }, stringData: { c: 'd' } }),
  },
  {
    path: `/api/v1${namespace}/services`,
    sample: core('Service', {
      spec: {
        selector: { app: 'fuzz' },
        type: 'ClusterIP',
        ports: [
          { name: 'web', port: 80, targetPort: 'web' },
          { name: 'dns', port: 53, protocol: 'UDP', targetPort: 53 },
        ],
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10 } },
        sessionAffinity: 'ClientIP',
      },
    }),
  },
  {
    path: `/api/v1${namespace}/serviceaccounts`,
    sample: core('ServiceAccount', { secrets: [{ name: 'a' }], imagePullSecrets: [{ name: 'b' }] }),
  },
  {
    path: `/api/v1${namespace}/endpoints`,
    sample: core('Endpoints', { subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ name: 'a', port: 80 }] }] }),
  },
  {
    path: `/api/v1${namespace}/events`,
    sample: core('Event', {
      involvedObject: { kind: 'ConfigMap', namespace: 'fuzz', name: 'a' },
      reason: 'Because',
      count: 3,
      firstTimestamp: '2026-01-01T00:00:00Z',
      type: 'Normal',
      source: { component: 'x' },
    }),
  },
  { path: '/api/v1/namespaces', sample: core('Namespace', { spec: { finalizers: ['kubernetes'] } }) },
  {
    path: `/apis/coordination.k8s.io/v1${namespace}/leases`,
    sample: {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: meta('seed'),
      spec: { holderIdentity: 'a', leaseDurationSeconds: 10, renewTime: '2026-01-01T00:00:00.123456Z' },
    },
  },
  {
    path: `/apis/discovery.k8s.io/v1${namespace}/endpointslices`,
    sample: {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: meta('seed'),
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.1.2.3'], conditions: { ready: true }, hints: { forZones: [{ name: 'z' }] } }],
      ports: [{ name: 'web', port: 80, protocol: 'TCP' }],
    },
  },
];

const integer = { type: 'integer', format: 'int64', minimum: 0 };
const part = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 20 }, protocol: { type: 'string', default: 'TCP' }, count: integer },
};
const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { ...integer, default: 1 },
        names: { type: 'array', items: { type: 'string', pattern: '^[a-z]+$' }, 'x-kubernetes-list-type': 'set' },
        parts: { type: 'object', additionalProperties: { type: 'object', properties: { count: integer } } },
        list: {
          type: 'array',
          items: part,
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name', 'protocol'],
        },
        port: { 'x-kubernetes-int-or-string': true },
        when: { type: 'string', format: 'date-time', nullable: true },
        choice: {
          type: 'object',
          properties: { a: integer, b: integer },
          oneOf: [{ required: ['a'] }, { required: ['b'] }],
        },
        child: { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
        anything: { 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    status: { type: 'object', properties: { replicas: integer, selector: { type: 'string' } } },
  },
};
const subresources = {
  status: {},
  scale: {
    specReplicasPath: '.spec.size',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.selector',
  },
};
const version = (name: string, storage: boolean) => ({
  name,
  served: true,
  storage,
  schema: { openAPIV3Schema: schema },
  subresources,
  additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.list[*].count' }],
  selectableFields: [{ jsonPath: '.spec.size' }],
});
const definition = (plural: string, kind: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.fuzz.example.com` },
  spec: {
    group: 'fuzz.example.com',
    scope: 'Namespaced',
    names: { plural, kind },
    versions: [version('v1', true), version('v1beta1', false)],
  },
});

/** The definition of the widgets; the definition that is fuzzed is another one. */
export const widgetDefinition = definition('widgets', 'Widget');

export const widgets: FuzzedKind = {
  path: `/apis/fuzz.example.com/v1${namespace}/widgets`,
  parts: ['status', 'scale'],
  sample: {
    apiVersion: 'fuzz.example.com/v1',
    kind: 'Widget',
    metadata: meta('seed'),
    spec: {
      size: 3,
      names: ['a', 'b'],
      parts: { a: { count: 1 } },
      list: [{ name: 'web' }, { name: 'dns', protocol: 'UDP', count: 2 }],
      port: 'web',
      when: '2026-01-01T00:00:00Z',
      choice: { a: 1 },
      child: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'child', labels: { a: 'b' } }, spec: {} },
      anything: { goes: [1, 'x', null] },
    },
    status: { replicas: 1, selector: 'app=fuzz' },
  },
};

const definitions: FuzzedKind = {
  path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  name: 'gadgets.fuzz.example.com',
  parts: ['status'],
  sample: definition('gadgets', 'Gadget'),
};

export const kinds: readonly FuzzedKind[] = [
  ...builtinKinds,
  widgets,
  { ...widgets, path: `/apis/fuzz.example.com/v1beta1${namespace}/widgets`, name: 'seed-beta', sample: betaSample() },
  definitions,
];

function betaSample(): object {
  const { metadata, ...rest } = widgets.sample as { metadata: object };
  return { ...rest, apiVersion: 'fuzz.example.com/v1beta1', metadata: { ...metadata, name: 'seed-beta' } };
}
