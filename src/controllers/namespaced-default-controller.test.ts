import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCluster } from './testing/test-cluster.ts';

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await TestCluster.open();
  await cluster.create('namespaces/a');
});
afterEach(() => cluster[Symbol.asyncDispose]());

const inAll = (resource: string, name: string, namespaces: readonly string[]): string[] =>
  namespaces.map((namespace) => `${resource}/${namespace}/${name}`);

describe.each([
  ['serviceaccounts', 'default'],
  ['configmaps', 'kube-root-ca.crt'],
])('%s %s', (resource, name) => {
  it('is in each namespace, those that were there before and those that come', async () => {
    const { settle } = cluster.start(['*']);
    await settle();
    expect(await cluster.paths(resource)).toEqual(inAll(resource, name, ['a']));
    await cluster.create('namespaces/b');
    await settle();
    expect(await cluster.paths(resource)).toEqual(inAll(resource, name, ['a', 'b']));
  });

  it('comes back when it is deleted', async () => {
    const { settle } = cluster.start(['*']);
    await settle();
    const before = await cluster.reference(`${resource}/a/${name}`);
    await cluster.remove(`${resource}/a/${name}`);
    await settle();
    expect((await cluster.reference(`${resource}/a/${name}`)).uid).not.toBe(before.uid);
  });

  it('does not come back in a namespace that is on its way out', async () => {
    const { settle } = cluster.start(['*']);
    await cluster.create('configmaps/a/stay', { finalizers: ['example.com/hold'] });
    await settle();
    await cluster.remove('namespaces/a');
    await settle();
    expect(await cluster.get(`${resource}/a/${name}`)).toBeNull();
    expect(cluster.warnings).toEqual([]);
    await cluster.edit('configmaps/a/stay', ({ metadata }) => {
      delete metadata.finalizers;
    });
    await settle();
    expect(await cluster.paths('namespaces')).toEqual([]);
  });
});

describe('the certificate of the server', () => {
  it('is told with what it is for', async () => {
    await cluster.start(['root-ca-certificate-publisher']).settle();
    const configMap = await cluster.get('configmaps/a/kube-root-ca.crt');
    expect(configMap?.data).toEqual({ 'ca.crt': 'PEM' });
    expect(configMap?.metadata.annotations?.['kubernetes.io/description']).toMatch(/^Contains a CA bundle/);
  });

  it('is put right when somebody changes it, and what else they added to its metadata stays', async () => {
    await cluster.create(
      'configmaps/a/kube-root-ca.crt',
      { labels: { mine: 'x' } },
      { data: { 'ca.crt': 'old', b: 'c' } },
    );
    const { settle } = cluster.start(['root-ca-certificate-publisher']);
    await settle();
    const path = 'configmaps/a/kube-root-ca.crt';
    expect((await cluster.get(path))?.data).toEqual({ 'ca.crt': 'PEM' });
    expect((await cluster.get(path))?.metadata.labels).toEqual({ mine: 'x' });
    await cluster.edit(path, (object) => {
      object.data = { 'ca.crt': 'evil' };
    });
    await settle();
    expect((await cluster.get(path))?.data).toEqual({ 'ca.crt': 'PEM' });
  });
});
