import { describe, expect, it } from 'vitest';
import { brief } from '../support/watch-stream.ts';
import { namesOf, type WireEvent } from '../support/wire.ts';
import { type Get, refused, type VerbSubject } from './subject.ts';

const isInitialEnd = ({ type, object }: WireEvent): boolean =>
  type === 'BOOKMARK' && object.metadata.annotations?.['k8s.io/initial-events-end'] === 'true';

/** Where a watch begins: the table of resourceVersion, resourceVersionMatch and sendInitialEvents. */
export function watchBeginnings({ kind, group, version }: VerbSubject, stage: Get): void {
  const match = { resourceVersionMatch: 'NotOlderThan' };
  describe('a watch begins', () => {
    it.each([
      ['no version', {}],
      ['version 0', { resourceVersion: '0' }],
      ['sendInitialEvents', { sendInitialEvents: true, ...match }],
      ['sendInitialEvents and version 0', { sendInitialEvents: true, resourceVersion: '0', ...match }],
    ])('with %s by showing what is there, then goes on', async (_, query) => {
      await stage().createAll('a', 'b');
      const there = namesOf(await stage().list());
      const watch = await stage().client.watch(stage().path, query);
      const initial = await watch.take(there.length);
      expect(initial.map(brief)).toEqual(there.map((name) => `ADDED ${name}`));
      await stage().create('c');
      expect((await watch.take(1)).map(brief)).toEqual(['ADDED c']);
    });
    it.each([
      ['no version', {}],
      ['version 0', { resourceVersion: '0' }],
      ['sendInitialEvents', { sendInitialEvents: true, ...match }],
    ])('with %s and marks the end of that with a bookmark, if those are wanted', async (_, query) => {
      await stage().create('a');
      const list = await stage().list();
      const watch = await stage().client.watch(stage().path, { ...query, allowWatchBookmarks: true });
      const initial = await watch.until(isInitialEnd);
      expect(initial.slice(0, -1).map(brief)).toEqual(namesOf(list).map((name) => `ADDED ${name}`));
      const bookmark = initial.at(-1)?.object;
      expect(bookmark).toMatchObject({ kind, apiVersion: group === '' ? version : `${group}/${version}` });
      expect(bookmark?.metadata.resourceVersion).toBe(list.metadata.resourceVersion);
    });
    it('at a known version, with everything that happened after it', async () => {
      const first = await stage().create('a');
      await stage().create('b');
      await stage().change('a');
      const { resourceVersion } = first.metadata;
      const watch = await stage().client.watch(stage().path, { resourceVersion });
      expect((await watch.take(2)).map(brief)).toEqual(['ADDED b', 'MODIFIED a']);
    });
    it('with all that is there, not older than a known version, if asked for', async () => {
      const { metadata } = await stage().create('a');
      const { resourceVersion } = metadata;
      const query = { sendInitialEvents: true, allowWatchBookmarks: true, resourceVersion, ...match };
      const events = await (await stage().client.watch(stage().path, query)).until(isInitialEnd);
      expect(events.map(brief)).toContain('ADDED a');
    });
    it('now, when sendInitialEvents is false', async () => {
      await stage().create('a');
      const watch = await stage().client.watch(stage().path, { sendInitialEvents: false, ...match });
      await stage().create('b');
      expect((await watch.take(1)).map(brief)).toEqual(['ADDED b']);
    });
    it('at a version to come, with what happens after that', async () => {
      const resourceVersion = Number(await stage().revision()) + 1;
      const watch = await stage().client.watch(stage().path, { resourceVersion });
      await stage().createAll('a', 'b');
      expect((await watch.take(1)).map(brief)).toEqual(['ADDED b']);
    });
    it('not at all with all that is there at a version that does not come', async () => {
      const resourceVersion = Number(await stage().revision()) + 1000;
      const watch = await stage().client.watch(stage().path, { sendInitialEvents: true, resourceVersion, ...match });
      const [event] = (await stage().clock.advanceUntil(watch.take(1))) as [WireEvent];
      expect(event).toMatchObject({ type: 'ERROR', object: { code: 504, reason: 'Timeout' } });
    });
    it.each([
      [{ sendInitialEvents: true }, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'],
      [
        { sendInitialEvents: true, resourceVersionMatch: 'Exact' },
        'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
      ],
      [match, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'],
    ])('not with %o', async (query, message) => {
      const answer = await stage().client.get(stage().path, { watch: true, ...query });
      expect(refused(answer, 422, 'Invalid')).toContain(message);
    });
  });
}
