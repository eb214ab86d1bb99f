import { describe, expect, it } from 'vitest';
import type { Sent } from '../support/wire.ts';
import { type Get, good, refused, type VerbSubject } from './subject.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function writes(subject: VerbSubject, stage: Get): void {
  creating(subject, stage);
  updating(subject, stage);
  dryRuns(subject, stage);
}

function creating(subject: VerbSubject, stage: Get): void {
  describe('create', () => {
    it('answers 201 with what it stored, and fills in the metadata', async () => {
      const created = await stage().create('a', { labels: { color: 'red' } });
      const { kind, version, group, namespaced, tracksGeneration } = subject;
      expect(created).toMatchObject({ kind, apiVersion: group === '' ? version : `${group}/${version}` });
      const { metadata } = created;
      expect(metadata).toMatchObject({ name: 'a', labels: { color: 'red' } });
      expect(metadata.uid).toMatch(uuid);
      expect(metadata.resourceVersion).toMatch(/^[1-9][0-9]*$/);
      expect(metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(metadata.namespace).toBe(namespaced ? stage().namespace : undefined);
      expect(metadata.generation).toBe(tracksGeneration ? 1 : undefined);
      expect(await stage().get('a')).toEqual(created);
    });
    it('does not let the client say what only the server knows', async () => {
      const uid = '11111111-2222-4333-8444-555555555555';
      const told = { uid, creationTimestamp: '2001-01-01T00:00:00Z', deletionTimestamp: '2001-01-01T00:00:00Z' };
      const { metadata } = await stage().create('a', { ...told, selfLink: '/somewhere' });
      expect(metadata.uid).not.toBe(uid);
      expect(metadata.creationTimestamp).not.toBe(told.creationTimestamp);
      expect(metadata).not.toHaveProperty('deletionTimestamp');
      expect(metadata).not.toHaveProperty('selfLink');
    });
    it('refuses a name that is taken', async () => {
      const before = await stage().create('a');
      const answer = await stage().client.post(stage().path, stage().object('a'));
      expect(refused(answer, 409, 'AlreadyExists')).toBe(`${stage().named('a')} already exists`);
      expect(await stage().get('a')).toEqual(before);
    });
    it('refuses a name that is taken in other words where a generateName was sent too', async () => {
      await stage().create('a');
      const answer = await stage().client.post(stage().path, stage().object('a', { generateName: 'a-' }));
      expect(refused(answer, 409, 'AlreadyExists')).toBe(
        `${stage().named('a')} already exists, the server was not able to generate a unique name for the object`,
      );
    });
    it('makes up a name from generateName', async () => {
      const { sample } = subject;
      const names = new Set<string>();
      for (let count = 0; count < 3; count++) {
        const object: Sent = { ...sample(''), metadata: { ...sample('').metadata, generateName: 'made-' } };
        delete object.metadata.name;
        const { metadata } = good(await stage().client.post(stage().path, object), 201);
        expect(metadata.generateName).toBe('made-');
        expect(metadata.name).toMatch(/^made-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
        names.add(metadata.name);
      }
      expect(names.size).toBe(3);
    });
    it.each([
      ['no name at all', undefined, 'metadata.name: Required value: name or generateName is required'],
      ['a name with a slash', 'a/b', 'metadata.name: Invalid value: "a/b"'],
      ['a name in capitals', 'Nope', 'metadata.name: Invalid value: "Nope"'],
    ])('refuses %s', async (_, name, message) => {
      const object = stage().object('x');
      if (name === undefined) delete object.metadata.name;
      else object.metadata.name = name;
      expect(refused(await stage().client.post(stage().path, object), 422, 'Invalid')).toContain(message);
    });
    it('refuses labels, annotations and finalizers that are not well formed, all at once', async () => {
      const object = stage().object('x', {
        labels: { ok: 'not ok!' },
        annotations: { 'not ok': '' },
        finalizers: ['nope nope'],
      });
      const message = refused(await stage().client.post(stage().path, object), 422, 'Invalid');
      for (const place of ['metadata.labels', 'metadata.annotations', 'metadata.finalizers']) {
        expect(message).toContain(`${place}: Invalid value`);
      }
    });
    it.runIf(subject.namespaced)('refuses a namespace other than the one in the path', async () => {
      const answer = await stage().client.post(stage().path, stage().object('x', { namespace: 'default' }));
      expect(refused(answer, 400, 'BadRequest')).toBe(
        'the namespace of the provided object does not match the namespace sent on the request',
      );
    });
    it.runIf(subject.namespaced)('refuses a namespace that does not exist', async () => {
      const path = stage().inNamespace('nowhere');
      const answer = await stage().client.post(path, stage().object('x'));
      expect(refused(answer, 404, 'NotFound')).toBe('namespaces "nowhere" not found');
    });
    it('reports or refuses unknown and repeated fields, as it is asked to', async () => {
      const { kind, version } = subject;
      const text = (name: string): string =>
        JSON.stringify({ spurious: true, ...stage().object(name) }).replace(/}$/, `,"kind":"${kind}"}`);
      const send = (name: string, query: { fieldValidation?: string }) =>
        stage().client.ask('POST', stage().path, {
          query,
          body: text(name),
          headers: { 'content-type': 'application/json' },
        });
      const strict = refused(await send('a', { fieldValidation: 'Strict' }), 400, 'BadRequest');
      expect(strict).toContain(
        `${kind} in version "${version}" cannot be handled as a ${kind}: strict decoding error: `,
      );
      expect(strict).toContain('unknown field "spurious"');
      expect(strict).toContain('duplicate field "kind"');
      const warned = await send('b', {});
      expect(warned.headers.warning).toContain('299 - "unknown field \\"spurious\\""');
      expect(warned.headers.warning).toContain('299 - "duplicate field \\"kind\\""');
      expect(good(warned, 201)).not.toHaveProperty('spurious');
      const ignored = await send('c', { fieldValidation: 'Ignore' });
      expect(ignored.headers.warning).toBeUndefined();
      expect(good(ignored, 201)).not.toHaveProperty('spurious');
    });
  });
}

function updating(subject: VerbSubject, stage: Get): void {
  const { updateNeedsVersion = false, createsOnUpdate = false, tracksGeneration = false } = subject;
  describe('update', () => {
    it('replaces the content and moves the version on', async () => {
      const before = await stage().create('a');
      const wanted = structuredClone(before) as unknown as Sent;
      subject.change(wanted);
      wanted.metadata.annotations = { note: 'changed' };
      const after = good(await stage().client.put(stage().at('a'), wanted));
      expect(BigInt(after.metadata.resourceVersion)).toBeGreaterThan(BigInt(before.metadata.resourceVersion));
      const { uid, creationTimestamp } = before.metadata;
      expect(after.metadata).toMatchObject({ uid, creationTimestamp, annotations: { note: 'changed' } });
      expect(after.metadata.generation).toBe(tracksGeneration ? 2 : undefined);
      expect(await stage().get('a')).toEqual(after);
    });
    it('counts no generation for a change of the annotations', async () => {
      const { metadata, ...content } = await stage().create('a');
      const wanted = { ...content, metadata: { ...metadata, annotations: { note: 'new' } } };
      const after = good(await stage().client.put(stage().at('a'), wanted));
      expect(after.metadata.generation).toBe(metadata.generation);
    });
    it('keeps the version when nothing changes', async () => {
      const before = await stage().create('a');
      expect(good(await stage().client.put(stage().at('a'), before))).toEqual(before);
      expect(await stage().revision()).toBe(before.metadata.resourceVersion);
    });
    it.runIf(updateNeedsVersion)('refuses a body without a resourceVersion', async () => {
      await stage().create('a');
      const message = refused(await stage().client.put(stage().at('a'), stage().object('a')), 422, 'Invalid');
      expect(message).toContain('metadata.resourceVersion: Invalid value: ');
      expect(message).toContain('must be specified for an update');
    });
    it.skipIf(updateNeedsVersion)('takes a body without a resourceVersion as it is', async () => {
      const before = await stage().create('a', { labels: { color: 'red' } });
      await stage().label('a', { color: 'blue' });
      const after = good(
        await stage().client.put(stage().at('a'), stage().object('a', { labels: { color: 'green' } })),
      );
      expect(after.metadata).toMatchObject({ uid: before.metadata.uid, labels: { color: 'green' } });
    });
    it('refuses a stale resourceVersion', async () => {
      const stale = await stage().create('a');
      const newer = await stage().change('a');
      const answer = await stage().client.put(stage().at('a'), stale);
      expect(refused(answer, 409, 'Conflict')).toBe(
        `Operation cannot be fulfilled on ${stage().named('a')}: the object has been modified; please apply your changes to the latest version and try again`,
      );
      expect(await stage().get('a')).toEqual(newer);
    });
    it('lets exactly one of many win who start from the same version', async () => {
      const before = await stage().create('a');
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          stage().client.put(stage().at('a'), {
            ...before,
            metadata: { ...before.metadata, labels: { winner: `w${index}` } },
          }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect((await stage().get('a')).metadata.labels).toMatchObject({ winner: `w${winner}` });
    });
    it('refuses another uid', async () => {
      const { metadata } = await stage().create('a');
      const wanted = stage().object('a', { uid: 'other', resourceVersion: metadata.resourceVersion });
      const answer = await stage().client.put(stage().at('a'), wanted);
      expect(refused(answer, 409, 'Conflict')).toContain(
        `Precondition failed: UID in precondition: other, UID in object meta: ${metadata.uid}`,
      );
    });
    it('refuses a name other than the one in the path', async () => {
      await stage().create('a');
      const answer = await stage().client.put(stage().at('a'), stage().object('b'));
      expect(refused(answer, 400, 'BadRequest')).toBe(
        'the name of the object (b) does not match the name on the URL (a)',
      );
    });
    it.runIf(createsOnUpdate)('creates what is not there', async () => {
      expect(good(await stage().client.put(stage().at('new'), stage().object('new')), 201).metadata.name).toBe('new');
    });
    it.runIf(createsOnUpdate)('creates what waits for deletion, and removes it next time', async () => {
      const deletionTimestamp = '2001-01-01T00:00:00Z';
      const created = good(
        await stage().client.put(stage().at('new'), stage().object('new', { deletionTimestamp })),
        201,
      );
      expect(created.metadata.deletionTimestamp).toBe(deletionTimestamp);
      const { resourceVersion } = created.metadata;
      good(await stage().client.put(stage().at('new'), stage().object('new', { resourceVersion })));
      expect((await stage().client.get(stage().at('new'))).status).toBe(404);
    });
    it.skipIf(createsOnUpdate)('tells of owners that are named twice also where nothing is', async () => {
      const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u' };
      const ownerReferences = [owner, owner];
      const answer = await stage().client.put(stage().at('new'), stage().object('new', { ownerReferences }));
      expect(answer.status).toBe(404);
      expect(answer.headers.warning).toContain('duplicate UID(s) observed: u');
    });
    it.skipIf(createsOnUpdate)('refuses what is not there', async () => {
      const answer = await stage().client.put(stage().at('new'), stage().object('new'));
      expect(refused(answer, 404, 'NotFound')).toBe(`${stage().named('new')} not found`);
    });
    it('removes what waits for deletion when its last finalizer goes', async () => {
      await stage().create('a', { finalizers: ['example.com/one', 'example.com/two'] });
      good(await stage().client.delete(stage().at('a')));
      const waiting = await stage().get('a');
      const one = { ...waiting, metadata: { ...waiting.metadata, finalizers: ['example.com/two'] } };
      good(await stage().client.put(stage().at('a'), one));
      const still = await stage().get('a');
      good(await stage().client.put(stage().at('a'), { ...still, metadata: { ...still.metadata, finalizers: [] } }));
      await subject.release?.(stage().client, stage().at('a'));
      expect((await stage().client.get(stage().at('a'))).status).toBe(404);
    });
  });
}

function dryRuns(subject: VerbSubject, stage: Get): void {
  const all = { dryRun: 'All' };
  describe('dry run', () => {
    it('of create answers as if, and stores nothing', async () => {
      const before = await stage().revision();
      const shown = good(await stage().client.post(stage().path, stage().object('a'), all), 201);
      expect(shown.metadata).toMatchObject({ name: 'a', uid: expect.stringMatching(uuid) });
      expect(shown.metadata).not.toHaveProperty('resourceVersion');
      expect((await stage().client.get(stage().at('a'))).status).toBe(404);
      expect(await stage().revision()).toBe(before);
    });
    it('of create still refuses a name that is taken', async () => {
      await stage().create('a');
      refused(await stage().client.post(stage().path, stage().object('a'), all), 409, 'AlreadyExists');
    });
    it('of update answers as if, and changes nothing', async () => {
      const before = await stage().create('a');
      const wanted = structuredClone(before) as unknown as Sent;
      subject.change(wanted);
      wanted.metadata.labels = { ...wanted.metadata.labels, color: 'red' };
      const shown = good(await stage().client.put(stage().at('a'), wanted, all));
      expect(shown.metadata.labels).toMatchObject({ color: 'red' });
      expect(await stage().get('a')).toEqual(before);
      expect(await stage().revision()).toBe(before.metadata.resourceVersion);
    });
    it('of update still refuses a stale version', async () => {
      const stale = await stage().create('a');
      await stage().change('a');
      refused(await stage().client.put(stage().at('a'), stale, all), 409, 'Conflict');
    });
    it('of delete answers as if, and removes nothing', async () => {
      const before = await stage().create('a');
      good(await stage().client.delete(stage().at('a'), undefined, all));
      expect(await stage().get('a')).toEqual(before);
    });
    it('of delete with a finalizer shows the mark and does not set it', async () => {
      const before = await stage().create('a', { finalizers: ['example.com/hold'] });
      const shown = good(await stage().client.delete(stage().at('a'), undefined, all));
      expect(shown.metadata.deletionTimestamp).toBeDefined();
      expect(await stage().get('a')).toEqual(before);
    });
    it('makes no event', async () => {
      const watch = await stage().client.watch(stage().path, { resourceVersion: await stage().revision() });
      await stage().client.post(stage().path, stage().object('ghost'), all);
      await stage().create('real');
      expect((await watch.take(1))[0]?.object.metadata.name).toBe('real');
    });
    it('knows no other kind of it than All', async () => {
      const answer = await stage().client.post(stage().path, stage().object('a'), { dryRun: 'Some' });
      expect(refused(answer, 422, 'Invalid')).toContain('dryRun: Unsupported value: ["Some"]: supported values: "All"');
    });
  });
}
