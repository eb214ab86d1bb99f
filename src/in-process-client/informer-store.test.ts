import { describe, expect, it } from 'vitest';
import type { ServedResource } from '#machinery';
import { Entry } from '../storage/testing/entry.ts';
import { InformerStore } from './informer-store.ts';

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

describe('the informer store', () => {
  it('finds objects by namespace and by controller, as they are now', () => {
    const store = new InformerStore();
    store.record({ type: 'ADDED', served, entry: entry('a/x', owned('u1')) });
    store.record({ type: 'ADDED', served, entry: entry('a/y', {}) });
    store.record({ type: 'ADDED', served, entry: entry('b/z', owned('u1')) });
    const pods = store.ofKind('Pod');
    expect(keys(pods.inNamespace('a'))).toEqual(['a/x', 'a/y']);
    expect(keys(pods.controlledBy('u1'))).toEqual(['a/x', 'b/z']);
    expect(keys(pods.uncontrolled('a'))).toEqual(['a/y']);
    const change = store.record({ type: 'MODIFIED', served, entry: entry('a/x', { labels: { l: 'v' } }) });
    expect(change.before?.controller?.uid).toBe('u1');
    expect(change.after?.labels).toEqual({ l: 'v' });
    expect(keys(pods.controlledBy('u1'))).toEqual(['b/z']);
    store.record({ type: 'DELETED', served, entry: entry('a/y', {}) });
    expect(keys(pods.uncontrolled('a'))).toEqual(['a/x']);
  });

  it('takes in each change once, however many tell it', () => {
    const store = new InformerStore();
    const told = { type: 'ADDED', served, entry: entry('a/x', {}) } as const;
    expect(store.record(told)).toBe(store.record({ ...told }));
  });

  it('forgets what is not told again', () => {
    const store = new InformerStore();
    const [x, y] = [entry('a/x', {}), entry('a/y', {})];
    for (const one of [x, y]) store.record({ type: 'ADDED', served, entry: one });
    store.beginReplace(served);
    store.record({ type: 'ADDED', served, entry: y });
    store.endReplace(served);
    expect(keys(store.ofKind('Pod').inNamespace('a'))).toEqual(['a/y']);
  });
});
