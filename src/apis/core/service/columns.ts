import type { Column } from '#machinery';
import { ageColumn, column, nameColumn, wideColumn } from '#resource';
import { ingressOf, type Service } from './service.ts';

const orNone = (text: string): string => (text === '' ? '<none>' : text);

function externalAddress(service: Service): string {
  const { type, externalIPs = [], externalName = '' } = service.spec ?? {};
  if (type === 'ExternalName') return externalName;
  if (type === 'ClusterIP' || type === 'NodePort') return orNone(externalIPs.join(','));
  if (type !== 'LoadBalancer') return '<unknown>';
  const points = new Set(ingressOf(service).flatMap(({ ip, hostname }) => ip || hostname || []));
  return [...[...points].sort(), ...externalIPs].join(',') || '<pending>';
}

function formatPorts({ spec }: Service): string {
  const ports = (spec?.ports ?? []).map(({ port = 0, nodePort, protocol = '' }) =>
    nodePort ? `${port}:${nodePort}/${protocol}` : `${port}/${protocol}`,
  );
  return orNone(ports.join(','));
}

function formatSelector({ spec }: Service): string {
  const pairs = Object.entries(spec?.selector ?? {}).map(([key, value]) => `${key}=${value}`);
  return orNone(pairs.sort().join(','));
}

export const serviceColumns: readonly Column<Service>[] = [
  nameColumn,
  column('Type', 'How the service can be reached.', ({ spec }) => spec?.type ?? ''),
  column('Cluster-IP', 'Its address inside the cluster.', ({ spec }) => spec?.clusterIPs?.[0] ?? '<none>'),
  column('External-IP', 'Its addresses outside.', externalAddress),
  column('Port(s)', 'Its ports, and those on the nodes.', formatPorts),
  ageColumn,
  wideColumn('Selector', 'The labels of its pods.', formatSelector),
];
