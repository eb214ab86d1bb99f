import { describe, expect, it } from 'vitest';
import { brief } from '../support/watch-stream.ts';
import type { WireEvent } from '../support/wire.ts';
import type { Get, VerbSubject } from './subject.ts';

export function watches(subject: VerbSubject, stage: Get): void {
  const lingers = subject.release !== undefined;
  describe('a watch', () => {
    it('is answered at once, as a stream of JSON', async () => {
      const watch = await stage().client.watch(stage().path, { resourceVersion: await stage().revision() });
      expect(watch.status).toBe(200);
      expect(watch.response.headers).toMatchObject({
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
        'cache-control': 'no-cache, private',
      });
    });
    it('shows objects as a get would, and what is removed as it was, at the version of its removal', async () => {
      const watch = await stage().client.watch(stage().path, { resourceVersion: await stage().revision() });
      const created = await stage().create('a');
      const changed = await stage().change('a');
      await stage().remove('a');
      const events = await watch.until(({ type }) => type === 'DELETED');
      expect(events[0]).toEqual({ type: 'ADDED', object: created });
      expect(events[1]).toEqual({ type: 'MODIFIED', object: changed });
      const last = events.at(-1)?.object.metadata;
      expect(last?.uid).toBe(created.metadata.uid);
      expect(last?.resourceVersion).toBe(await stage().revision());
      if (!lingers) expect(events).toHaveLength(3);
    });
    it('shows the mark of a deletion that waits, then the removal', async () => {
      await stage().create('a', { finalizers: ['example.com/hold'] });
      const watch = await stage().client.watch(stage().path, { resourceVersion: await stage().revision() });
      const { body } = await stage().client.delete(stage().at('a'));
      await stage().client.put(stage().at('a'), { ...body, metadata: { ...body.metadata, finalizers: [] } });
      await subject.release?.(stage().client, stage().at('a'));
      const events = await watch.until(({ type }) => type === 'DELETED');
      expect(events[0]?.type).toBe('MODIFIED');
      expect(events[0]?.object.metadata.deletionTimestamp).toBeDefined();
    });
    it('shows the same to everybody, in the order of the versions', async () => {
      const from = { resourceVersion: await stage().revision() };
      const watchers = await Promise.all(Array.from({ length: 5 }, () => stage().client.watch(stage().path, from)));
      await Promise.all(Array.from({ length: 20 }, (_, index) => stage().create(`c${index}`)));
      const seen = await Promise.all(watchers.map((watch) => watch.take(20)));
      for (const events of seen) expect(events).toEqual(seen[0]);
      const versions = (seen[0] as WireEvent[]).map(({ object }) => Number(object.metadata.resourceVersion));
      expect(versions).toEqual([...versions].sort((a, b) => a - b));
      expect(new Set(versions).size).toBe(20);
    });
    it('of labels shows what begins to match as ADDED and what stops as DELETED', async () => {
      const query = { labelSelector: 'color=red', resourceVersion: await stage().revision() };
      const watch = await stage().client.watch(stage().path, query);
      await stage().create('a', { labels: { color: 'red' } });
      await stage().create('b', { labels: { color: 'blue' } });
      await stage().label('b', { color: 'red' });
      await stage().label('a', { color: 'blue' });
      await stage().label('b', { color: 'red', size: 'big' });
      const events = await watch.take(4);
      expect(events.map(brief)).toEqual(['ADDED a', 'ADDED b', 'DELETED a', 'MODIFIED b']);
      expect(events[2]?.object.metadata.labels).toMatchObject({ color: 'red' });
    });
    it('of fields shows only what matches', async () => {
      const query = { fieldSelector: 'metadata.name=b', resourceVersion: await stage().revision() };
      const watch = await stage().client.watch(stage().path, query);
      await stage().createAll('a', 'b', 'b2', 'b-c', 'c');
      await stage().change('b');
      expect((await watch.take(2)).map(brief)).toEqual(['ADDED b', 'MODIFIED b']);
    });
    it('of a name shows the one that is there, then what becomes of it', async () => {
      await stage().createAll('b', 'b2');
      const watch = await stage().client.watch(stage().path, { fieldSelector: 'metadata.name=b' });
      await stage().change('b2');
      await stage().change('b');
      await stage().remove('b');
      const events = await watch.until(({ type }) => type === 'DELETED');
      expect(new Set(events.map(({ object }) => object.metadata.name))).toEqual(new Set(['b']));
      expect(events[0]?.type).toBe('ADDED');
    });
    it.runIf(subject.namespaced)('of a name, across namespaces, shows those of all', async () => {
      const from = { resourceVersion: await stage().revision(), fieldSelector: 'metadata.name=b' };
      const everywhere = await stage().client.watch(stage().everywhere, from);
      const fieldSelector = `metadata.name=b,metadata.namespace=${stage().namespace}`;
      const here = await stage().client.watch(stage().everywhere, { ...from, fieldSelector });
      await stage().client.post(stage().elsewhere, stage().object('b'));
      await stage().createAll('a', 'b');
      expect((await everywhere.take(2)).map(brief)).toEqual(['ADDED b', 'ADDED b']);
      expect((await here.take(1)).map(({ object }) => object.metadata.namespace)).toEqual([stage().namespace]);
    });
    it.runIf(subject.namespaced)('across namespaces shows all, and in one only what is there', async () => {
      const from = { resourceVersion: await stage().revision() };
      const here = await stage().client.watch(stage().path, from);
      const everywhere = await stage().client.watch(stage().everywhere, from);
      await stage().client.post(stage().elsewhere, stage().object('there'));
      await stage().create('here');
      expect((await everywhere.take(2)).map(brief)).toEqual(['ADDED there', 'ADDED here']);
      expect((await here.take(1)).map(brief)).toEqual(['ADDED here']);
    });
    it('ends when its time is up', async () => {
      const query = { resourceVersion: await stage().revision(), timeoutSeconds: 120 };
      const watch = await stage().client.watch(stage().path, query);
      await stage().create('a');
      expect((await watch.take(1)).map(brief)).toEqual(['ADDED a']);
      stage().clock.advance(119_000);
      await stage().create('b');
      expect((await watch.take(1)).map(brief)).toEqual(['ADDED b']);
      stage().clock.advance(1_000);
      expect(await watch.rest()).toEqual([]);
    });
    it('that is idle gets a bookmark each minute, with the newest version, if it wants them', async () => {
      const from = { resourceVersion: await stage().revision() };
      const plain = await stage().client.watch(stage().path, { ...from, fieldSelector: 'metadata.name=mine' });
      const marked = await stage().client.watch(stage().path, {
        ...from,
        fieldSelector: 'metadata.name=mine',
        allowWatchBookmarks: true,
      });
      const { metadata } = await stage().create('other');
      const [bookmark] = (await stage().clock.advanceUntil(marked.take(1), 20_000)) as [WireEvent];
      expect(bookmark.type).toBe('BOOKMARK');
      expect(bookmark.object.metadata).toMatchObject({ resourceVersion: metadata.resourceVersion });
      expect(bookmark.object.metadata.annotations).toBeUndefined();
      await stage().create('mine');
      expect((await plain.take(1)).map(brief)).toEqual(['ADDED mine']);
    });
    it('can be had at its old path, also of one object', async () => {
      const { root } = stage();
      const old = stage().path.replace(root, `${root}/watch`);
      const watch = await stage().client.watch(`${old}/b`, { resourceVersion: await stage().revision() });
      await stage().createAll('a', 'b');
      expect((await watch.take(1)).map(brief)).toEqual(['ADDED b']);
    });
  });
}
