import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import { systemClockLike } from '../../client/testing/clock.ts';
import { TestCluster } from '../testing/test-cluster.ts';
import { noServers } from './aggregated-servers.ts';
import type { ApiService } from './availability.ts';

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await TestCluster.open({ clock: systemClockLike() });
  await cluster.create('namespaces/ns');
});
afterEach(() => cluster[Symbol.asyncDispose]());

const definitions = { changed: () => undefined, webhookHealth: () => undefined };
/** What asking a server has shown, and of which it is known what it serves. */
let fault: string | undefined;
let refreshed: string[] = [];
const aggregatedServers = {
  ...noServers,
  isFixed: ({ name = '' }) => name === 'elsewhere',
  fault: async () => fault,
  refresh: async (name: string) => void refreshed.push(name),
};
const start = () => cluster.start([], { definitions, aggregatedServers });

const schema = { openAPIV3Schema: { type: 'object' } };
const define = (versions: Record<string, boolean>) =>
  cluster.create(
    'customresourcedefinitions/things.example.com',
    {},
    {
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
        versions: Object.entries(versions).map(([name, served], at) => ({ name, served, storage: at === 0, schema })),
        conversion: { strategy: 'None' },
      },
    },
  );
const register = (name: string, service?: object) =>
  cluster.create(
    `apiservices/${name}.other.example.com`,
    {},
    { spec: { group: 'other.example.com', version: name, groupPriorityMinimum: 1, versionPriority: 1, service } },
  );
const registered = async (name: string) => (await cluster.get(`apiservices/${name}`)) as ApiService | null;
async function availability(name: string): Promise<string> {
  const [condition] = (await registered(`${name}.other.example.com`))?.status?.conditions ?? [];
  return `${condition?.status} ${condition?.reason}: ${condition?.message}`;
}

describe('the versions that definitions serve', () => {
  it('are registered, and only those', async () => {
    const { settle } = start();
    await define({ v1: true, v2: true, v3: false });
    await settle();
    const { metadata, spec, status } = (await registered('v1.example.com')) ?? ({} as ApiService);
    expect(metadata.labels).toEqual({ 'kube-aggregator.kubernetes.io/automanaged': 'true' });
    expect(spec).toEqual({ group: 'example.com', version: 'v1', groupPriorityMinimum: 1000, versionPriority: 100 });
    expect(status?.conditions).toMatchObject([{ type: 'Available', status: 'True', reason: 'Local' }]);
    expect(await registered('v2.example.com')).not.toBe(null);
    expect(await registered('v3.example.com')).toBe(null);
  });

  it('stay registered whatever others do, and go with their definition', async () => {
    const { settle } = start();
    await define({ v1: true });
    await settle();
    await cluster.remove('apiservices/v1.example.com');
    await settle();
    expect(await registered('v1.example.com')).not.toBe(null);
    await cluster.edit('apiservices/v1.example.com', (object) => {
      (object as ApiService).spec = { ...(object as ApiService).spec, versionPriority: 7 };
    });
    await settle();
    expect((await registered('v1.example.com'))?.spec?.versionPriority).toBe(100);
    await cluster.edit('customresourcedefinitions/things.example.com', (object) => {
      (object as KubeObject & { spec: { versions: { served: boolean }[] } }).spec.versions = [
        { name: 'v1', served: false, storage: true, schema } as never,
      ];
    });
    await settle();
    expect(await registered('v1.example.com')).toBe(null);
  });

  it('are left alone where somebody has registered them already', async () => {
    const { settle } = start();
    const spec = { group: 'example.com', version: 'v1', groupPriorityMinimum: 5, versionPriority: 5 };
    await cluster.create('apiservices/v1.example.com', {}, { spec });
    await define({ v1: true });
    await settle();
    expect((await registered('v1.example.com'))?.spec).toEqual(spec);
  });
});

describe('an API that others are to serve', () => {
  const service = { namespace: 'ns', name: 's', port: 443 };
  const slice = (endpoints: object[]) =>
    cluster.create(
      'endpointslices/ns/s-1',
      { labels: { 'kubernetes.io/service-name': 's' } },
      { addressType: 'IPv4', endpoints, ports: [{ name: 'https', port: 443 }] },
    );

  it('says what it lacks, as it comes', async () => {
    const { settle } = start();
    await register('v1', service);
    await register('v2', { ...service, port: 80 });
    await settle();
    expect(await availability('v1')).toBe('False ServiceNotFound: service/s in "ns" is not present');
    await cluster.create('services/ns/s', {}, { spec: { ports: [{ name: 'https', port: 443 }] } });
    await settle();
    expect(await availability('v2')).toBe('False ServicePortError: service/s in "ns" is not listening on port 80');
    expect(await availability('v1')).toBe('False EndpointsNotFound: cannot find endpointslices for service/s in "ns"');
    await slice([]);
    await settle();
    expect(await availability('v1')).toBe(
      'False MissingEndpoints: endpointslices for service/s in "ns" have no addresses with port name "https"',
    );
    await cluster.remove('endpointslices/ns/s-1');
    fault = 'failing or missing response';
    await slice([{ addresses: ['10.1.1.1'] }]);
    await settle();
    expect(await availability('v1')).toBe('False FailedDiscoveryCheck: failing or missing response');
  });

  it('is available when its server answers, wherever the service is said to be', async () => {
    const { settle } = start();
    [fault, refreshed] = [undefined, []];
    await register('v1', { ...service, name: 'elsewhere' });
    await settle();
    expect(await availability('v1')).toBe('True Passed: all checks passed');
    expect(refreshed).toContain('v1.other.example.com');
  });

  it('is available when it is given back to this server', async () => {
    const { settle } = start();
    await register('v1', service);
    await settle();
    await cluster.edit('apiservices/v1.other.example.com', (object) => {
      delete (object as ApiService).spec?.service;
    });
    await settle();
    expect(await availability('v1')).toBe('True Local: Local APIServices are always available');
  });
});
