import { describe, expect, it } from 'vitest';
import { namesOf } from '../support/wire.ts';
import { type Get, refused, type Stage, type VerbSubject } from './subject.ts';

const encode = (token: object): string => Buffer.from(JSON.stringify(token)).toString('base64url');

export function paging(_: VerbSubject, stage: Get): void {
  describe('a list in pages', () => {
    it.each([1, 2, 3, 7, 100])('of %i shows everything once, in order', async (limit) => {
      await stage().createAll('a', 'b', 'c', 'd', 'e', 'f', 'g');
      const all = namesOf(await stage().list());
      const pages = await stage().pages(limit);
      expect(pages.flat()).toEqual(all);
      expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
      expect(pages).toHaveLength(Math.ceil(all.length / limit));
    });
    it('tells how many remain, and the last page has neither that nor a token', async () => {
      await stage().createAll('a', 'b', 'c');
      const all = namesOf(await stage().list()).length;
      const first = await stage().list({ limit: 2 });
      expect(first.metadata.remainingItemCount).toBe(all - 2);
      const rest = await stage().list({ limit: 100, continue: first.metadata.continue as string });
      expect(rest.metadata).not.toHaveProperty('remainingItemCount');
      expect(rest.metadata.continue ?? '').toBe('');
    });
    it('shows one moment on all pages, whatever others write meanwhile', async () => {
      await stage().createAll('a', 'b', 'c', 'd');
      const then = await stage().list();
      const first = await stage().list({ limit: 1 });
      await stage().remove('d');
      await stage().change('c');
      await stage().create('b1');
      const rest = await stage().list({ continue: first.metadata.continue as string });
      expect([...first.items, ...rest.items]).toEqual(then.items);
      expect(rest.metadata.resourceVersion).toBe(then.metadata.resourceVersion);
    });
    it('begins at an exact version of the past', async () => {
      await stage().createAll('a', 'b', 'c');
      const then = await stage().list();
      await stage().remove('a');
      const { resourceVersion } = then.metadata;
      const first = await stage().list({ limit: 1, resourceVersion });
      const rest = await stage().list({ continue: first.metadata.continue as string });
      expect([...namesOf(first), ...namesOf(rest)]).toEqual(namesOf(then));
    });
    it('that is selected fills its pages with what matches and does not tell how many remain', async () => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        await stage().create(name, { labels: { color: 'bd'.includes(name) ? 'red' : 'blue' } });
      }
      const first = await stage().list({ limit: 2, labelSelector: 'color=blue' });
      expect(namesOf(first)).toEqual(['a', 'c']);
      expect(first.metadata).not.toHaveProperty('remainingItemCount');
      const pages = await stage().pages(1, { labelSelector: 'color=blue' });
      expect(pages.flat()).toEqual(['a', 'c', 'e']);
    });
    it('can go on with another limit and with resourceVersion 0', async () => {
      await stage().createAll('a', 'b', 'c', 'd', 'e');
      const all = namesOf(await stage().list());
      const first = await stage().list({ limit: 1 });
      const token = first.metadata.continue as string;
      const second = await stage().list({ limit: 2, continue: token });
      expect(namesOf(second)).toEqual(all.slice(1, 3));
      expect(namesOf(await stage().list({ continue: token, resourceVersion: '0' }))).toEqual(all.slice(1));
    });
    it('goes on from the newest state with a token that says so', async () => {
      await stage().createAll('a', 'b', 'c');
      const token = encode({ v: 'meta.k8s.io/v1', rv: -1, start: 'b\u0000' });
      await stage().create('d');
      const page = await stage().list({ continue: token });
      expect(namesOf(page)).toEqual(namesOf(await stage().list()).filter((name) => name > 'b'));
    });
    it.each([
      ['a token and a resourceVersion', async (on: Stage) => ({ continue: await tokenOf(on), resourceVersion: '1' })],
      ['a token that is no base64', async () => ({ continue: '!!!' })],
      ['a token that is no JSON', async () => ({ continue: Buffer.from('no').toString('base64url') })],
      ['a token of another version', async () => ({ continue: encode({ v: 'v9', rv: 1, start: 'a\u0000' }) })],
      ['a token without a version', async () => ({ continue: encode({ v: 'meta.k8s.io/v1', start: 'a\u0000' }) })],
      ['a token without a start', async () => ({ continue: encode({ v: 'meta.k8s.io/v1', rv: 1 }) })],
      [
        'a token that climbs out',
        async () => ({ continue: encode({ v: 'meta.k8s.io/v1', rv: 1, start: '../../secrets/' }) }),
      ],
      ['a limit that is no number', async () => ({ limit: 'many' })],
    ])('refuses %s', async (_name, query) => {
      await stage().createAll('a', 'b');
      refused(await stage().client.get(stage().path, { limit: 1, ...(await query(stage())) }), 400, 'BadRequest');
    });
    it('takes a limit below zero as none', async () => {
      await stage().createAll('a', 'b');
      expect(await stage().list({ limit: -1 })).toEqual(await stage().list());
    });
  });
}

async function tokenOf(stage: Stage): Promise<string> {
  return (await stage.list({ limit: 1 })).metadata.continue as string;
}
