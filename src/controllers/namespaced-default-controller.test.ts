import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { House } from './testing/house.ts';

let house: House;
beforeEach(async () => {
  house = await House.open();
  await house.create('namespaces/a');
});
afterEach(() => house[Symbol.asyncDispose]());

const inAll = (resource: string, name: string, namespaces: readonly string[]): string[] =>
  namespaces.map((namespace) => `${resource}/${namespace}/${name}`);

describe.each([
  ['serviceaccounts', 'default'],
  ['configmaps', 'kube-root-ca.crt'],
])('%s %s', (resource, name) => {
  it('is in each namespace, those that were there before and those that come', async () => {
    const { settle } = house.start(['*']);
    await settle();
    expect(await house.paths(resource)).toEqual(inAll(resource, name, ['a']));
    await house.create('namespaces/b');
    await settle();
    expect(await house.paths(resource)).toEqual(inAll(resource, name, ['a', 'b']));
  });

  it('comes back when it is deleted', async () => {
    const { settle } = house.start(['*']);
    await settle();
    const before = await house.reference(`${resource}/a/${name}`);
    await house.remove(`${resource}/a/${name}`);
    await settle();
    expect((await house.reference(`${resource}/a/${name}`)).uid).not.toBe(before.uid);
  });

  it('does not come back in a namespace that is on its way out', async () => {
    const { settle } = house.start(['*']);
    await house.create('configmaps/a/stay', { finalizers: ['example.com/hold'] });
    await settle();
    await house.remove('namespaces/a');
    await settle();
    expect(await house.get(`${resource}/a/${name}`)).toBeNull();
    expect(house.warnings).toEqual([]);
    await house.edit('configmaps/a/stay', ({ metadata }) => {
      delete metadata.finalizers;
    });
    await settle();
    expect(await house.paths('namespaces')).toEqual([]);
  });
});

describe('the certificate of the server', () => {
  it('is told with what it is for', async () => {
    await house.start(['root-ca-certificate-publisher']).settle();
    const configMap = await house.get('configmaps/a/kube-root-ca.crt');
    expect(configMap?.data).toEqual({ 'ca.crt': 'PEM' });
    expect(configMap?.metadata.annotations?.['kubernetes.io/description']).toMatch(/^Contains a CA bundle/);
  });

  it('is put right when somebody changes it, and what else they added to its metadata stays', async () => {
    await house.create(
      'configmaps/a/kube-root-ca.crt',
      { labels: { mine: 'x' } },
      { data: { 'ca.crt': 'old', b: 'c' } },
    );
    const { settle } = house.start(['root-ca-certificate-publisher']);
    await settle();
    const path = 'configmaps/a/kube-root-ca.crt';
    expect((await house.get(path))?.data).toEqual({ 'ca.crt': 'PEM' });
    expect((await house.get(path))?.metadata.labels).toEqual({ mine: 'x' });
    await house.edit(path, (object) => {
      object.data = { 'ca.crt': 'evil' };
    });
    await settle();
    expect((await house.get(path))?.data).toEqual({ 'ca.crt': 'PEM' });
  });
});
