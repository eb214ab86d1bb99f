import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { WireEvent } from '../support/wire.ts';
import { type Get, good, refused, type VerbSubject } from './subject.ts';

const as = (kind: string, version = 'v1'): { accept: string } => ({
  accept: `application/json;as=${kind};v=${version};g=meta.k8s.io`,
});

export function representations(subject: VerbSubject, stage: Get): void {
  tables(subject, stage);
  partials(subject, stage);
  describe('YAML', () => {
    it('is read, and written when asked for', async () => {
      const answer = await stage().client.ask('POST', stage().path, {
        body: stringify(stage().object('a', { labels: { answer: 'yes' } }), { version: '1.1' }),
        headers: { 'content-type': 'application/yaml', accept: 'application/yaml' },
      });
      expect(answer.status).toBe(201);
      expect(answer.headers['content-type']).toBe('application/yaml');
      expect(parse(answer.text)).toEqual(await stage().get('a'));
      const list = await stage().client.get(stage().path, {}, { accept: 'application/yaml' });
      expect(parse(list.text)).toEqual(await stage().list());
    });
    it('is not written in a watch', async () => {
      const answer = await stage().client.get(stage().path, { watch: true }, { accept: 'application/yaml' });
      expect(answer.status).toBe(406);
    });
  });
  describe('JSON', () => {
    it('is compact with a line break behind it, or indented for people', async () => {
      await stage().create('a');
      const compact = (await stage().client.get(stage().at('a'))).text;
      expect(compact).toBe(`${JSON.stringify(JSON.parse(compact))}\n`);
      for (const [query, headers] of [
        [{ pretty: 'true' }, {}],
        [{}, { 'user-agent': 'curl/8.0.0' }],
      ] as const) {
        const { text } = await stage().client.get(stage().at('a'), query, headers);
        expect(text).toBe(JSON.stringify(JSON.parse(compact), null, 2));
      }
    });
  });
}

function tables({ columns }: VerbSubject, stage: Get): void {
  describe('a Table', () => {
    it.each(['v1', 'v1beta1'])('of meta.k8s.io/%s shows an object and a list', async (version) => {
      await stage().create('a');
      const one = good(await stage().client.get(stage().at('a'), {}, as('Table', version)));
      expect(one).toMatchObject({ kind: 'Table', apiVersion: `meta.k8s.io/${version}` });
      const shown = (one.columnDefinitions ?? []).filter(({ priority }) => priority === 0);
      expect(shown.map(({ name }) => name)).toEqual(columns);
      expect(one.rows).toHaveLength(1);
      expect(one.rows[0]?.cells[0]).toBe('a');
      expect(one.rows[0]?.object).toMatchObject({
        kind: 'PartialObjectMetadata',
        apiVersion: `meta.k8s.io/${version}`,
        metadata: { name: 'a' },
      });
      const list = good(await stage().client.get(stage().path, {}, as('Table', version)));
      const plain = await stage().list();
      expect(list.rows.map(({ cells }) => cells[0])).toEqual(plain.items.map(({ metadata }) => metadata.name));
      expect({ ...plain.metadata, ...list.metadata }).toEqual(plain.metadata);
      expect(list.metadata).not.toHaveProperty('continue');
    });
    it('shows of each object what is asked for', async () => {
      const created = await stage().create('a');
      const row = async (includeObject: string) =>
        good(await stage().client.get(stage().at('a'), { includeObject }, as('Table'))).rows[0]?.object;
      expect(await row('None')).toBeNull();
      expect(await row('Metadata')).toEqual({
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: created.metadata,
      });
      expect(await row('Object')).toEqual(created);
      refused(await stage().client.get(stage().at('a'), { includeObject: 'Half' }, as('Table')), 400, 'BadRequest');
    });
    it('is not made where something else of the objects is asked for than there is', async () => {
      const wrong = { includeObject: 'Everything' };
      expect((await stage().client.get(stage().at('a'), wrong, as('Table'))).status).toBe(404);
      refused(await stage().client.get(stage().path, wrong, as('Table')), 400, 'BadRequest');
      const asked = { body: stage().object('a'), query: wrong, headers: as('Table') };
      refused(await stage().client.ask('POST', stage().path, asked), 400, 'BadRequest');
      expect((await stage().client.get(stage().at('a'))).status).toBe(404);
      await stage().create('a');
      refused(await stage().client.get(stage().at('a'), wrong, as('Table')), 400, 'BadRequest');
    });
    it('pages like a list', async () => {
      await stage().createAll('a', 'b', 'c');
      const page = good(await stage().client.get(stage().path, { limit: 2 }, as('Table')));
      expect(page.rows).toHaveLength(2);
      expect(page.metadata.continue).toBeDefined();
    });
    it('comes in a watch too, with its columns in the first event only', async () => {
      const from = { resourceVersion: await stage().revision() };
      const watch = await stage().client.watch(stage().path, from, as('Table'));
      await stage().createAll('a', 'b');
      const [first, second] = (await watch.take(2)) as [WireEvent, WireEvent];
      expect(first.object.columnDefinitions?.length).toBeGreaterThan(0);
      expect(second.object.columnDefinitions).toBeNull();
      expect(second.object.rows[0]?.cells[0]).toBe('b');
    });
  });
}

function partials(subject: VerbSubject, stage: Get): void {
  describe('PartialObjectMetadata', () => {
    it('shows the metadata of an object, a list and a watch', async () => {
      const { metadata } = await stage().create('a');
      const partial = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata };
      expect(good(await stage().client.get(stage().at('a'), {}, as('PartialObjectMetadata')))).toEqual(partial);
      const list = good(await stage().client.get(stage().path, {}, as('PartialObjectMetadataList')));
      expect(list).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' });
      expect(list.items).toContainEqual(partial);
      const from = { resourceVersion: metadata.resourceVersion };
      const watch = await stage().client.watch(stage().path, from, as('PartialObjectMetadata'));
      const later = await stage().create('b');
      expect((await watch.take(1))[0]).toEqual({ type: 'ADDED', object: { ...partial, metadata: later.metadata } });
    });
    it('of a list is no list of it, and the other way round', async () => {
      await stage().create('a');
      expect((await stage().client.get(stage().path, {}, as('PartialObjectMetadata'))).status).toBe(406);
      const wrong = { fieldSelector: 'no.such=field' };
      expect((await stage().client.get(stage().path, wrong, as('PartialObjectMetadata'))).status).toBe(400);
      expect((await stage().client.get(stage().at('a'), {}, as('PartialObjectMetadataList'))).status).toBe(406);
    });
    it('of a list cannot be had of a write: nothing is done, and what else is wrong is told first', async () => {
      const before = await stage().create('a');
      const ask = (method: string, path: string, body?: object) =>
        stage().client.ask(method, path, { ...(body && { body }), headers: as('PartialObjectMetadataList') });
      refused(await ask('POST', stage().path, stage().object('b')), 406, 'NotAcceptable');
      refused(await stage().client.get(stage().at('b')), 404, 'NotFound');
      refused(await ask('POST', stage().path, stage().object('a')), 409, 'AlreadyExists');
      const labeled = { ...before, metadata: { ...before.metadata, labels: { color: 'red' } } };
      refused(await ask('PUT', stage().at('a'), labeled), 406, 'NotAcceptable');
      expect(await stage().get('a')).toEqual(before);
      refused(await ask('DELETE', stage().at('none')), 404, 'NotFound');
    });
    it.runIf(subject.deletesCollections)('of what is removed as a whole cannot be had: nothing is done', async () => {
      await stage().create('a');
      const before = await stage().list();
      const ask = (query: string) =>
        stage().client.ask('DELETE', `${stage().path}${query}`, { headers: as('PartialObjectMetadata') });
      refused(await ask(''), 406, 'NotAcceptable');
      refused(await ask('?fieldSelector=no.such%3Dfield'), 400, 'BadRequest');
      expect(await stage().list()).toEqual(before);
    });
  });
}
