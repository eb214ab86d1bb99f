import { describe, expect, it } from 'vitest';
import type { ServedResource } from '#machinery';
import { Entry } from '../storage/testing/entry.ts';
import { Stock } from './stock.ts';

const served = { group: '', definition: { kind: 'Pod', namespaced: true } } as unknown as ServedResource;
let revision = 0;
/** As it lies in the store: a header of four bytes, then JSON. */
function entry(key: string, metadata: object): Entry {
  const [namespace, name] = key.split('/');
  const json = JSON.stringify({ metadata: { namespace, name, ...metadata } });
  return new Entry(key, ++revision, Buffer.concat([Buffer.from([1, 0, 0, 1]), Buffer.from(json)]));
}
const owned = (uid: string) => ({
  ownerReferences: [{ apiVersion: 'v1', kind: 'O', name: 'o', uid, controller: true }],
});
const keys = (items: Iterable<{ readonly entry: Entry }>) => [...items].map((item) => item.entry.key);

describe('the stock', () => {
  it('finds objects by namespace and by controller, as they are now', () => {
    const stock = new Stock();
    stock.take({ type: 'ADDED', served, entry: entry('a/x', owned('u1')) });
    stock.take({ type: 'ADDED', served, entry: entry('a/y', {}) });
    stock.take({ type: 'ADDED', served, entry: entry('b/z', owned('u1')) });
    const shelf = stock.shelf('Pod');
    expect(keys(shelf.inNamespace('a'))).toEqual(['a/x', 'a/y']);
    expect(keys(shelf.controlledBy('u1'))).toEqual(['a/x', 'b/z']);
    expect(keys(shelf.loose('a'))).toEqual(['a/y']);
    const change = stock.take({ type: 'MODIFIED', served, entry: entry('a/x', { labels: { l: 'v' } }) });
    expect(change.before?.controller?.uid).toBe('u1');
    expect(change.after?.labels).toEqual({ l: 'v' });
    expect(keys(shelf.controlledBy('u1'))).toEqual(['b/z']);
    stock.take({ type: 'DELETED', served, entry: entry('a/y', {}) });
    expect(keys(shelf.loose('a'))).toEqual(['a/x']);
  });

  it('takes in each change once, however many tell it', () => {
    const stock = new Stock();
    const told = { type: 'ADDED', served, entry: entry('a/x', {}) } as const;
    expect(stock.take(told)).toBe(stock.take({ ...told }));
  });

  it('forgets what is not told again', () => {
    const stock = new Stock();
    const [x, y] = [entry('a/x', {}), entry('a/y', {})];
    for (const one of [x, y]) stock.take({ type: 'ADDED', served, entry: one });
    stock.doubt(served);
    stock.take({ type: 'ADDED', served, entry: y });
    stock.confirm(served);
    expect(keys(stock.shelf('Pod').inNamespace('a'))).toEqual(['a/y']);
  });
});
