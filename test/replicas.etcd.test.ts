import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unwrapUnknown } from '#machinery';
import { ProtobufReader } from '#meta';
import { type Engine, openEtcd, type Row } from '#storage';
import { startEtcd, type TestEtcd, whyNoEtcd } from '../src/storage/testing/etcd.ts';
import { quickClock, silentLog } from '../src/storage/testing/world.ts';
import { TestClient } from './support/client.ts';
import { until } from './support/definitions.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';

const why = whyNoEtcd();
const base = '/api/v1/namespaces/default';
const ADDRESSES = '/apis/networking.k8s.io/v1/ipaddresses';

interface Service {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly clusterIP: string; readonly ports: { readonly nodePort: number }[] };
}

describe.skipIf(why !== undefined)(`two servers on one etcd${why === undefined ? '' : `: ${why}`}`, () => {
  let folder: string;
  let etcd: TestEtcd;
  /** The keys as they are. */
  let keys: Engine;
  let servers: TestServer[];
  let clients: TestClient[];
  const start = (name: string, address: string): Promise<TestServer> =>
    startTestServer({
      ephemeral: 'false',
      'etcd-servers': etcd.url,
      'data-dir': join(folder, name),
      'advertise-address': address,
      controllers: 'resourcequota',
    });
  const alternating = <T>(count: number, work: (client: TestClient, at: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, at) => work(clients[at % 2] as TestClient, at)));
  const client = (at: 0 | 1): TestClient => clients[at] as TestClient;
  const bytesOf = (row: Row | null): Uint8Array => row?.value as Uint8Array;
  const portsInUse = async (): Promise<number[]> =>
    portsIn(bytesOf(await keys.get('/registry/ranges/servicenodeports')));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pinnace-replicas-'));
    etcd = await startEtcd();
    const spaces = [{ ours: '/registry', theirs: '/registry' }] as const;
    keys = await openEtcd({ servers: [etcd.url], spaces, clock: quickClock(60_000), log: silentLog });
    // At the same time, on an empty etcd.
    servers = await Promise.all([start('first', '10.1.0.1'), start('second', '10.1.0.2')]);
    clients = servers.map(
      ({ running, token, ca }) => new TestClient({ url: `https://127.0.0.1:${running.port}`, token, ca }),
    );
  });
  afterAll(async () => {
    for (const one of clients) one[Symbol.dispose]();
    for (const server of servers) await server[Symbol.asyncDispose]();
    await keys[Symbol.asyncDispose]();
    await etcd.stop();
    await rm(folder, { recursive: true });
  });

  it('never give two services the same address or port, however many are made at once', async () => {
    const made = await alternating(24, (one, at) =>
      one.post(`${base}/services`, {
        metadata: { name: `s${at}` },
        spec: { type: 'NodePort', ports: [{ port: 80 }] },
      }),
    );
    const services = made.map(({ body }) => body as unknown as Service);
    const addresses = services.map(({ spec }) => spec.clusterIP);
    const ports = services.map(({ spec }) => spec.ports[0]?.nodePort as number);
    expect([new Set(addresses).size, new Set(ports).size]).toEqual([24, 24]);
    const { items } = (await client(0).get(ADDRESSES)).body as unknown as { items: { metadata: { name: string } }[] };
    expect(items.map(({ metadata }) => metadata.name).sort()).toEqual([...addresses, '10.96.0.1'].sort());
    expect(await portsInUse()).toEqual([...ports].sort());
    expect((await client(1).get(`${ADDRESSES}/${addresses[0]}`)).body).toMatchObject({
      metadata: {
        labels: {
          'ipaddress.kubernetes.io/ip-family': 'IPv4',
          'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
        },
      },
      spec: { parentRef: { resource: 'services', namespace: 'default', name: 's0' } },
    });
    await alternating(24, (one, at) => one.delete(`${base}/services/s${at}`));
    expect((await client(0).get(ADDRESSES)).body).toMatchObject({ items: [{ metadata: { name: '10.96.0.1' } }] });
    expect(await portsInUse()).toEqual([]);
  });

  it('give a certain address and port to one of those who ask for them, and to the next when they are free', async () => {
    const service = (name: string) => ({
      metadata: { name },
      spec: { type: 'NodePort', clusterIP: '10.96.5.5', ports: [{ port: 80, nodePort: 30_005 }] },
    });
    const tried = await alternating(8, (one, at) => one.post(`${base}/services`, service(`w${at}`)));
    const winner = tried.find(({ status }) => status === 201)?.body as unknown as Service;
    expect(tried.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422, 422, 422]);
    expect(tried.find(({ status }) => status === 422)?.body.message).toContain('provided IP is already allocated');
    for (const at of [0, 1, 0, 1] as const) {
      await client(at).delete(`${base}/services/${winner.metadata.name}`);
      const next = await client(at === 0 ? 1 : 0).post(`${base}/services`, service(winner.metadata.name));
      expect(next.status).toBe(201);
    }
    await client(0).delete(`${base}/services/${winner.metadata.name}`);
    expect((await client(0).post(`${base}/services`, service('dry'), { dryRun: 'All' })).status).toBe(201);
    expect(await portsInUse()).toEqual([]);
  });

  it('let exactly as much through as a quota allows', async () => {
    const quota = { metadata: { name: 'q' }, spec: { hard: { 'count/secrets': '10' } } };
    await client(0).post(`${base}/resourcequotas`, quota);
    const read = async () => (await client(1).get(`${base}/resourcequotas/q`)).body as { status?: { hard?: object } };
    await until(async () => (await read()).status?.hard, 'the quota to be counted');
    const tried = await alternating(40, (one, at) => one.post(`${base}/secrets`, { metadata: { name: `q${at}` } }));
    expect(tried.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(await read()).toMatchObject({ status: { used: { 'count/secrets': '10' } } });
    await client(0).delete(`${base}/resourcequotas/q`);
  });

  it('settle wherever the controllers run', async () => {
    const path = '/api/v1/namespaces/default/resourcequotas';
    for (const [round, { running }] of servers.entries()) {
      const names = Array.from({ length: 40 }, (_, at) => `settled-${round}-${at}`);
      const spec = { hard: { secrets: '900' } };
      await Promise.all(names.map((name) => client(0).post(path, { metadata: { name }, spec })));
      await running.settle();
      const { items } = (await client(1).get(path)).body as unknown as { items: { status: object }[] };
      expect(items.filter(({ status }) => !('hard' in status))).toEqual([]);
      await client(0).delete(path);
    }
  });

  it('go on with lists that the other one has begun', async () => {
    await alternating(7, (one, at) => one.post(`${base}/configmaps`, { metadata: { name: `l${at}` } }));
    const names: string[] = [];
    let next = '';
    for (let page = 0; page === 0 || next !== ''; page++) {
      const query = { limit: 2, ...(next !== '' && { continue: next }) };
      const { body } = await client(page % 2 === 0 ? 0 : 1).get(`${base}/configmaps`, query);
      const { items, metadata } = body as unknown as { items: Service[]; metadata: { continue?: string } };
      names.push(...items.map(({ metadata: { name } }) => name));
      next = metadata.continue ?? '';
    }
    expect(names.filter((name) => name.startsWith('l'))).toEqual(['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6']);
  });

  it('are the endpoints of default/kubernetes, without those that are dead', async () => {
    const listed = async (): Promise<string> => {
      const { body } = await client(0).get(`${base}/endpoints/kubernetes`);
      const { subsets = [] } = body as unknown as { subsets?: { addresses: { ip: string }[] }[] };
      return subsets.flatMap(({ addresses }) => addresses.map(({ ip }) => ip)).join();
    };
    const shown = (wanted: string) => until(async () => ((await listed()) === wanted ? true : undefined), wanted);
    await shown('10.1.0.1,10.1.0.2');
    const row = await keys.get('/registry/masterleases/10.1.0.2');
    expect(unwrapUnknown(bytesOf(row))).toMatchObject({ apiVersion: 'v1', kind: 'Endpoints' });
    // One that will not renew its lease.
    const lease = Buffer.from('k8s\0').compare(bytesOf(row).subarray(0, 4)) === 0 ? bytesOf(row) : new Uint8Array();
    const other = Buffer.from(Buffer.from(lease).toString('latin1').replace('10.1.0.2', '10.1.0.7'), 'latin1');
    await keys.commit('/registry/masterleases/10.1.0.7', other, { expected: null, expires: performance.now() + 1000 });
    await shown('10.1.0.1,10.1.0.2,10.1.0.7');
    await shown('10.1.0.1,10.1.0.2');
    const slice = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes';
    const sliced = async (): Promise<string> => {
      const { endpoints } = (await client(1).get(slice)).body as unknown as { endpoints: { addresses: string[] }[] };
      return endpoints.flatMap(({ addresses }) => addresses).join();
    };
    // It is written after the Endpoints.
    await until(async () => ((await sliced()) === '10.1.0.1,10.1.0.2' ? true : undefined), 'the slice');
    await servers[1]?.[Symbol.asyncDispose]();
    await shown('10.1.0.1');
  });
});

/** Those whose bit is set: the third field of a RangeAllocation is a number whose lowest bit is that of port 30000. */
function portsIn(value: Uint8Array): number[] {
  const reader = new ProtobufReader(unwrapUnknown(value).raw);
  let bits = 0n;
  while (!reader.done) {
    const { number } = reader.tag('RangeAllocation');
    const digits = reader.bytes().toString('hex');
    if (number === 3 && digits !== '') bits = BigInt(`0x${digits}`);
  }
  const ports: number[] = [];
  for (let port = 30_000; bits > 0n; port++, bits >>= 1n) if (bits % 2n === 1n) ports.push(port);
  return ports;
}
