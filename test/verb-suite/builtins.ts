import type { TestClient } from '../support/client.ts';
import type { Sent } from '../support/wire.ts';
import type { VerbSubject } from './subject.ts';

const core = { group: '', version: 'v1', protobuf: true } as const;

/** Sets one field below the object, whatever is there. */
function set(object: Sent, field: string, value: Record<string, unknown>): void {
  object[field] = { ...(object[field] as object | undefined), ...value };
}

export const configMaps: VerbSubject = {
  ...core,
  resource: 'configmaps',
  kind: 'ConfigMap',
  listKind: 'ConfigMapList',
  namespaced: true,
  deletesCollections: true,
  columns: ['Name', 'Data', 'Age'],
  sample: (name) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { key: 'value' } }),
  change: (object) => set(object, 'data', { key: 'another value' }),
};

export const secrets: VerbSubject = {
  ...core,
  resource: 'secrets',
  kind: 'Secret',
  listKind: 'SecretList',
  namespaced: true,
  deletesCollections: true,
  columns: ['Name', 'Type', 'Data', 'Age'],
  selectable: { matching: 'type=Opaque', other: 'type=kubernetes.io/tls' },
  sample: (name) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    type: 'Opaque',
    data: { key: 'dmFsdWU=' },
  }),
  change: (object) => set(object, 'data', { key: 'YW5vdGhlcg==' }),
};

export const leases: VerbSubject = {
  group: 'coordination.k8s.io',
  version: 'v1',
  protobuf: true,
  resource: 'leases',
  kind: 'Lease',
  listKind: 'LeaseList',
  namespaced: true,
  deletesCollections: true,
  createsOnUpdate: true,
  updateNeedsVersion: true,
  columns: ['Name', 'Holder', 'Age'],
  sample: (name) => ({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name },
    spec: { holderIdentity: 'somebody', leaseDurationSeconds: 30 },
  }),
  change: (object) => set(object, 'spec', { holderIdentity: 'somebody else' }),
};

export const namespaces: VerbSubject = {
  ...core,
  resource: 'namespaces',
  kind: 'Namespace',
  listKind: 'NamespaceList',
  namespaced: false,
  columns: ['Name', 'Status', 'Age'],
  selectable: { matching: 'status.phase=Active', other: 'status.phase=Terminating' },
  sample: (name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }),
  // All else of a namespace is the server's.
  change: (object) => {
    object.metadata.annotations = { changed: 'yes' };
  },
  release: letNamespaceGo,
};

/** Does what the namespace's controller does in the end; that one may be faster. */
async function letNamespaceGo(client: TestClient, path: string): Promise<void> {
  const { status, body } = await client.get(path);
  if (status === 404) return;
  await client.put(`${path}/finalize`, { ...body, spec: { finalizers: [] } });
  await client.delete(path);
}

export const endpointSlices: VerbSubject = {
  group: 'discovery.k8s.io',
  version: 'v1',
  protobuf: true,
  resource: 'endpointslices',
  kind: 'EndpointSlice',
  listKind: 'EndpointSliceList',
  namespaced: true,
  deletesCollections: true,
  tracksGeneration: true,
  columns: ['Name', 'AddressType', 'Ports', 'Endpoints', 'Age'],
  sample: (name) => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name },
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.1.2.3'] }],
    ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
  }),
  change: (object) => {
    object.endpoints = [{ addresses: ['10.1.2.4'] }];
  },
};
