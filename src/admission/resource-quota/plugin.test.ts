import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#meta';
import type { AdmissionRequest } from '../plugin.ts';
import { admit, pod, requestFor } from '../testing/admission-requests.ts';
import type { QuotaBook } from './gate.ts';
import { QuotaLedger } from './ledger.ts';
import { resourceQuota } from './plugin.ts';
import type { ResourceQuota } from './resource-quota.ts';

/** Quotas in memory that others may write between a look and a write. */
class Book implements QuotaBook {
  readonly quotas = new Map<string, ResourceQuota>();
  writes = 0;
  /** Runs before each write. */
  meddle: () => void = () => {};

  add(name: string, status: object, spec: object = {}): void {
    const metadata = { name, namespace: 'ns', uid: `uid-${name}`, resourceVersion: '1' };
    this.quotas.set(name, { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec, status } as ResourceQuota);
  }
  used(name: string) {
    return this.quotas.get(name)?.status?.used;
  }
  set(quota: ResourceQuota): void {
    const resourceVersion = String(Number(quota.metadata.resourceVersion) + 1);
    this.quotas.set(quota.metadata.name ?? '', { ...quota, metadata: { ...quota.metadata, resourceVersion } });
  }
  async list() {
    return [...this.quotas.values()];
  }
  async write(quota: ResourceQuota) {
    this.writes++;
    this.meddle();
    const now = this.quotas.get(quota.metadata.name ?? '');
    if (now?.metadata.resourceVersion !== quota.metadata.resourceVersion) return false;
    this.set(quota);
    return true;
  }
}

function house() {
  const book = new Book();
  const ledger = new QuotaLedger(() => 0);
  const plugin = resourceQuota({ book, ledger, now: () => 0 });
  const ask = (request: Partial<AdmissionRequest>) =>
    admit(plugin, requestFor(request)).then(
      () => 'yes',
      (error: Error) => error.message,
    );
  return { book, ledger, ask };
}

const asking = (cpu: string, name = 'p'): KubeObject =>
  pod({ containers: [{ name: 'c', resources: { requests: { cpu } } }] }, { name });
const services = {
  kind: { group: '', version: 'v1', kind: 'Service' },
  resource: { group: '', version: 'v1', resource: 'services' },
};
const service = (type: string, ports: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 's', namespace: 'ns', resourceVersion: '5' },
  spec: { type, ports: Array.from({ length: ports }, () => ({})) },
});

describe('a quota', () => {
  it('is charged before the object is written', async () => {
    const { book, ledger, ask } = house();
    book.add('q', { hard: { pods: '2', 'requests.cpu': '2' }, used: { pods: '0', 'requests.cpu': '0' } });
    expect(await ask({ object: asking('1500m') })).toBe('yes');
    expect(book.used('q')).toEqual({ pods: '1', 'requests.cpu': '1500m' });
    const amounts = { pods: '1', 'requests.cpu': '1500m' };
    expect(ledger.pending('ns')).toMatchObject([{ key: 'ns/p', quota: 'uid-q', amounts, basis: 1 }]);
  });

  it.each([
    [
      'is used up, and limits what the pod does not say,',
      { hard: { pods: '1', 'requests.cpu': '2', memory: '1' }, used: { pods: '1', 'requests.cpu': '2', memory: '0' } },
      'failed quota: q: must specify memory for: c',
    ],
    [
      'would be exceeded',
      { hard: { pods: '1', 'requests.cpu': '2' }, used: { pods: '1', 'requests.cpu': '1500m' } },
      'exceeded quota: q, requested: pods=1,requests.cpu=1, used: pods=1,requests.cpu=1500m, limited: pods=1,requests.cpu=2',
    ],
    [
      'would be exceeded in one respect',
      { hard: { pods: '9', 'requests.cpu': '2' }, used: { pods: '1', 'requests.cpu': '1500m' } },
      'exceeded quota: q, requested: requests.cpu=1, used: requests.cpu=1500m, limited: requests.cpu=2',
    ],
    ['has not been calculated', { hard: { pods: '1', secrets: '1' } }, 'status unknown for quota: q, resources: pods'],
    [
      'wants what the container does not say',
      { hard: { 'limits.cpu': '1', 'limits.memory': '1' }, used: {} },
      'failed quota: q: must specify limits.cpu for: c; limits.memory for: c',
    ],
  ])('that %s refuses', async (_, status, why) => {
    const { book, ask } = house();
    book.add('q', status);
    expect(await ask({ object: asking('1') })).toBe(`pods "p" is forbidden: ${why}`);
    expect(book.writes).toBe(0);
  });

  it.each([
    ['without a status', undefined, {}],
    ['of other things', { hard: { secrets: '0' }, used: { secrets: '0' } }, {}],
    ['of other pods', { hard: { pods: '0' }, used: { pods: '0' } }, { scopes: ['Terminating'] }],
  ])('%s does not count', async (_, status, spec) => {
    const { book, ask } = house();
    book.add('q', status as object, spec);
    expect(await ask({ object: asking('1') })).toBe('yes');
    expect(book.writes).toBe(0);
  });

  it('is checked but not charged on a dry run', async () => {
    const { book, ask } = house();
    book.add('q', { hard: { pods: '1' }, used: { pods: '0' } });
    expect(await ask({ object: asking('1'), dryRun: true })).toBe('yes');
    expect(book.used('q')).toEqual({ pods: '0' });
    book.add('q', { hard: { pods: '1' }, used: { pods: '1' } });
    expect(await ask({ object: asking('1'), dryRun: true })).toMatch(/exceeded quota/);
  });

  it('is charged for what an update adds, and nothing is given back', async () => {
    const { book, ask } = house();
    book.add('q', { hard: { 'services.nodeports': '3' }, used: { 'services.nodeports': '1' } });
    const update = { ...services, operation: 'UPDATE' } as const;
    expect(await ask({ ...update, object: service('NodePort', 3), oldObject: service('NodePort', 1) })).toBe('yes');
    expect(book.used('q')).toEqual({ 'services.nodeports': '3' });
    expect(await ask({ ...update, object: service('ClusterIP', 3), oldObject: service('NodePort', 3) })).toBe('yes');
    expect(book.used('q')).toEqual({ 'services.nodeports': '3' });
    expect(await ask({ ...update, object: service('NodePort', 4), oldObject: service('NodePort', 3) })).toMatch(
      /requested: services.nodeports=1, used: services.nodeports=3/,
    );
  });

  it('lets through exactly what fits, with few writes, when many come at once', async () => {
    const { book, ask } = house();
    book.add('q', { hard: { pods: '20' }, used: { pods: '0' } });
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => ask({ object: asking('1', `p${at}`) })));
    expect(answers.filter((answer) => answer === 'yes')).toHaveLength(20);
    expect(book.used('q')).toEqual({ pods: '20' });
    expect(book.writes).toBeLessThan(5);
  });

  it('is looked at again when somebody else wrote it in between', async () => {
    const { book, ask } = house();
    book.add('a', { hard: { pods: '5' }, used: { pods: '0' } });
    book.add('b', { hard: { pods: '5' }, used: { pods: '0' } });
    book.meddle = () => {
      if (book.writes !== 2) return;
      const quota = book.quotas.get('b') as ResourceQuota;
      book.set({ ...quota, status: { ...quota.status, used: { pods: '3' } } });
    };
    expect(await ask({ object: asking('1') })).toBe('yes');
    expect([book.used('a'), book.used('b')]).toEqual([{ pods: '1' }, { pods: '4' }]);
  });

  it('gives up when somebody else writes it without end', async () => {
    const { book, ledger, ask } = house();
    book.add('q', { hard: { pods: '5' }, used: { pods: '0' } });
    book.meddle = () => book.set(book.quotas.get('q') as ResourceQuota);
    expect(await ask({ object: asking('1') })).toMatch(/^Operation cannot be fulfilled on resourcequotas "q"/);
    expect(ledger.pending('ns')).toEqual([]);
  });

  it('that is deleted meanwhile limits nothing', async () => {
    const { book, ask } = house();
    book.add('q', { hard: { pods: '5' }, used: { pods: '0' } });
    book.meddle = () => book.quotas.delete('q');
    expect(await ask({ object: asking('1') })).toBe('yes');
  });
});
