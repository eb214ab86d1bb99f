import { describe, expect, it } from 'vitest';
import type { Answer, Params } from '../support/client.ts';
import { type Get, good, refused, type VerbSubject } from './subject.ts';

const types = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const;

export function patches(subject: VerbSubject, stage: Get): void {
  const patch = (name: string, type: string, body: object, query: Params = {}): Promise<Answer> =>
    stage().client.ask('PATCH', stage().at(name), {
      query,
      body: JSON.stringify(body),
      headers: { 'content-type': type },
    });
  const labels = { metadata: { labels: { color: 'blue', size: null, shape: 'round' } } };

  describe('patch', () => {
    it.each(subject.protobuf ? (['merge', 'strategic'] as const) : (['merge'] as const))(
      'with a %s patch changes what it names and nothing else',
      async (type) => {
        const before = await stage().create('a', { labels: { color: 'red', size: 'big', age: 'old' } });
        const after = good(await patch('a', types[type], labels));
        expect(after.metadata.labels).toMatchObject({ color: 'blue', shape: 'round', age: 'old' });
        expect(after.metadata.labels).not.toHaveProperty('size');
        expect(Number(after.metadata.resourceVersion)).toBeGreaterThan(Number(before.metadata.resourceVersion));
        expect(after.metadata.uid).toBe(before.metadata.uid);
        expect(await stage().get('a')).toEqual(after);
      },
    );
    it('with a JSON patch does its operations in order', async () => {
      await stage().create('a', { labels: { color: 'red', size: 'big' } });
      const after = good(
        await patch('a', types.json, [
          { op: 'test', path: '/metadata/labels/color', value: 'red' },
          { op: 'replace', path: '/metadata/labels/color', value: 'blue' },
          { op: 'copy', from: '/metadata/labels/color', path: '/metadata/labels/shade' },
          { op: 'remove', path: '/metadata/labels/size' },
        ]),
      );
      expect(after.metadata.labels).toMatchObject({ color: 'blue', shade: 'blue' });
      expect(after.metadata.labels).not.toHaveProperty('size');
    });
    it('with a JSON patch whose test fails changes nothing', async () => {
      const before = await stage().create('a', { labels: { color: 'red' } });
      const operations = [
        { op: 'replace', path: '/metadata/labels/color', value: 'blue' },
        { op: 'test', path: '/metadata/labels/color', value: 'green' },
      ];
      refused(await patch('a', types.json, operations), 422, 'Invalid');
      expect(await stage().get('a')).toEqual(before);
    });
    it('that changes nothing keeps the version', async () => {
      const before = await stage().create('a', { labels: { color: 'red' } });
      expect(good(await patch('a', types.merge, { metadata: { labels: { color: 'red' } } }))).toEqual(before);
    });
    it('of many at once loses none of them', async () => {
      await stage().create('a');
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          patch('a', types.merge, { metadata: { labels: { [`by-${index}`]: 'yes' } } }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      const made = Object.keys((await stage().get('a')).metadata.labels ?? {}).filter((key) => key.startsWith('by-'));
      expect(made).toHaveLength(8);
    });
    it('with a stale resourceVersion is refused', async () => {
      const { metadata } = await stage().create('a');
      await stage().change('a');
      const stale = { metadata: { resourceVersion: metadata.resourceVersion, labels: { color: 'red' } } };
      refused(await patch('a', types.merge, stale), 409, 'Conflict');
    });
    it('in a dry run answers as if, and changes nothing', async () => {
      const before = await stage().create('a', { labels: { color: 'red', size: 'big' } });
      const shown = good(await patch('a', types.merge, labels, { dryRun: 'All' }));
      expect(shown.metadata.labels).toMatchObject({ color: 'blue' });
      expect(await stage().get('a')).toEqual(before);
    });
    it('that takes the last finalizer of what waits for deletion removes it', async () => {
      await stage().create('a', { finalizers: ['example.com/hold'] });
      good(await stage().client.delete(stage().at('a')));
      good(await patch('a', types.merge, { metadata: { finalizers: null } }));
      await subject.release?.(stage().client, stage().at('a'));
      expect((await stage().client.get(stage().at('a'))).status).toBe(404);
    });
    it('cannot rename', async () => {
      await stage().create('a');
      expect((await patch('a', types.merge, { metadata: { name: 'b' } })).status).toBe(400);
    });
    it('refuses what is not there, and what does not become an object of its kind', async () => {
      refused(await patch('none', types.merge, labels), 404, 'NotFound');
      await stage().create('a');
      const answer = await patch('a', types.merge, { metadata: { labels: 'red' } });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    });
    it('is 415 of a kind that nobody knows', async () => {
      await stage().create('a');
      refused(await patch('a', 'application/json', labels), 415, 'UnsupportedMediaType');
      if (!subject.protobuf) refused(await patch('a', types.strategic, labels), 415, 'UnsupportedMediaType');
    });
  });
}
