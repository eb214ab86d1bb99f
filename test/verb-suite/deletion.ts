import { describe, expect, it } from 'vitest';
import { namesOf } from '../support/wire.ts';
import { type Get, good, isCustom, refused, type VerbSubject } from './subject.ts';

export function deletion(subject: VerbSubject, stage: Get): void {
  const lingers = subject.release !== undefined;
  describe('delete', () => {
    it.skipIf(lingers)('removes the object and tells what it was', async () => {
      const { metadata } = await stage().create('a');
      const { group, resource } = subject;
      expect(good(await stage().client.delete(stage().at('a')))).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Success',
        details: { name: 'a', ...(group && { group }), kind: resource, uid: metadata.uid },
      });
      const gone = await stage().client.get(stage().at('a'));
      expect(refused(gone, 404, 'NotFound')).toBe(`${stage().named('a')} not found`);
    });
    it.runIf(lingers)('marks the object, which then can be let go', async () => {
      await stage().create('a');
      expect(good(await stage().client.delete(stage().at('a'))).metadata.deletionTimestamp).toBeDefined();
      await subject.release?.(stage().client, stage().at('a'));
      refused(await stage().client.get(stage().at('a')), 404, 'NotFound');
    });
    it('gives the name free for another object', async () => {
      const first = await stage().create('a');
      await stage().remove('a');
      const second = await stage().create('a');
      expect(second.metadata.uid).not.toBe(first.metadata.uid);
      expect(BigInt(second.metadata.resourceVersion)).toBeGreaterThan(BigInt(first.metadata.resourceVersion));
    });
    it('refuses what is not there', async () => {
      const answer = await stage().client.delete(stage().at('none'));
      expect(refused(answer, 404, 'NotFound')).toBe(`${stage().named('none')} not found`);
    });
    it('heeds the preconditions', async () => {
      const { metadata } = await stage().create('a');
      const on = (preconditions: object) => stage().client.delete(stage().at('a'), { preconditions });
      // Namespaces and definitions look at them by themselves, in other words than the rest.
      const conflict = (what: string, wanted: string, is: string) =>
        new RegExp(
          `the ${what} in the precondition \\(${wanted}\\) does not match the ${what} in record \\(${is}\\)|` +
            `[Pp]recondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${is}$`,
        );
      expect(refused(await on({ uid: 'other' }), 409, 'Conflict')).toMatch(conflict('UID', 'other', metadata.uid));
      expect(refused(await on({ resourceVersion: '1' }), 409, 'Conflict')).toMatch(
        conflict('ResourceVersion', '1', metadata.resourceVersion),
      );
      good(await on({ uid: metadata.uid, resourceVersion: metadata.resourceVersion }));
    });
    it('marks what has finalizers, once, and waits for them', async () => {
      const before = await stage().create('a', { finalizers: ['example.com/hold'] });
      const first = good(await stage().client.delete(stage().at('a')));
      expect(first.metadata).toMatchObject({
        uid: before.metadata.uid,
        finalizers: ['example.com/hold'],
        deletionTimestamp: expect.any(String),
      });
      expect(await stage().get('a')).toEqual(first);
      expect(good(await stage().client.delete(stage().at('a')))).toEqual(first);
    });
    it('lets nobody add a finalizer to what waits for deletion', async () => {
      await stage().create('a', { finalizers: ['example.com/hold'] });
      const waiting = good(await stage().client.delete(stage().at('a')));
      const more = { ...waiting.metadata, finalizers: ['example.com/hold', 'example.com/more'] };
      const answer = await stage().client.put(stage().at('a'), { ...waiting, metadata: more });
      expect(refused(answer, 422, 'Invalid')).toContain(
        'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted',
      );
    });
    it('says of a name that waits for deletion that it is being deleted', async () => {
      await stage().create('a', { finalizers: ['example.com/hold'] });
      await stage().client.delete(stage().at('a'));
      const answer = await stage().client.post(stage().path, stage().object('a'));
      expect(refused(answer, 409, 'AlreadyExists')).toBe(
        `object is being deleted: ${stage().named('a')} already exists`,
      );
    });
    it.skipIf(lingers).each([
      ['Orphan', 'orphan'],
      ['Foreground', 'foregroundDeletion'],
    ])('with propagation policy %s waits for the garbage collector', async (propagationPolicy, finalizer) => {
      await stage().create('a');
      const { metadata } = good(await stage().client.delete(stage().at('a'), { propagationPolicy }));
      expect(metadata).toMatchObject({ finalizers: [finalizer], deletionTimestamp: expect.any(String) });
    });
    it('refuses options that do not fit together', async () => {
      await stage().create('a');
      const both = { orphanDependents: true, propagationPolicy: 'Background' };
      refused(await stage().client.delete(stage().at('a'), both), 422, 'Invalid');
      refused(await stage().client.delete(stage().at('a'), { propagationPolicy: 'Sideways' }), 422, 'Invalid');
      await stage().get('a');
    });
  });
  if (subject.deletesCollections) collectionDeletion(subject, stage);
}

function collectionDeletion(subject: VerbSubject, stage: Get): void {
  const { listKind } = subject;
  describe('deletecollection', () => {
    it('removes all and answers with the list of what it removed', async () => {
      await stage().createAll('a', 'b', 'c');
      const before = await stage().list();
      const removed = good(await stage().client.delete(stage().path));
      expect(removed.kind).toBe(listKind);
      expect(namesOf(removed)).toEqual(namesOf(before));
      expect((await stage().list()).items).toEqual([]);
    });
    it('removes only what is selected', async () => {
      await stage().create('a', { labels: { color: 'red' } });
      await stage().create('b', { labels: { color: 'blue' } });
      await stage().create('c', { labels: { color: 'red' } });
      good(await stage().client.delete(stage().path, undefined, { labelSelector: 'color=red' }));
      expect((await stage().client.get(stage().at('a'))).status).toBe(404);
      await stage().get('b');
      good(await stage().client.delete(stage().path, undefined, { fieldSelector: 'metadata.name=b' }));
      expect((await stage().client.get(stage().at('b'))).status).toBe(404);
    });
    it('marks what has finalizers', async () => {
      await stage().create('a', { finalizers: ['example.com/hold'] });
      await stage().create('b');
      good(await stage().client.delete(stage().path));
      expect((await stage().get('a')).metadata.deletionTimestamp).toBeDefined();
      expect((await stage().client.get(stage().at('b'))).status).toBe(404);
    });
    it('removes nothing in a dry run', async () => {
      await stage().createAll('a', 'b');
      const before = await stage().list();
      good(await stage().client.delete(stage().path, undefined, { dryRun: 'All' }));
      expect(await stage().list()).toEqual(before);
    });
    it.runIf(subject.namespaced)('is not done across namespaces', async () => {
      await stage().create('a');
      const answer = await stage().client.delete(stage().everywhere);
      await stage().get('a');
      if (isCustom(subject)) return expect(answer.text).toBe('404 page not found\n');
      expect(refused(answer, 405, 'MethodNotAllowed')).toBe(
        'the server does not allow this method on the requested resource',
      );
    });
  });
}
