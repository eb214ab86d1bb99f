import { expect, it } from 'vitest';
import type { ServedResource } from '#machinery';
import type { Hub } from '#meta';
import type { Access } from './access.ts';
import { Held } from './held.ts';

/** Notes what is done about it. */
function noting(notes: string[], subresource: string): Access {
  const note = (what: string) => async () => void notes.push(what);
  const strategy = {
    async reserve() {
      notes.push('reserve');
      return { commit: note('commit'), release: note('release') };
    },
  };
  return { resource: { definition: { strategy } } as unknown as ServedResource, subresource } as Access;
}
const object = { metadata: {} } as Hub;

it('gives back what was reserved before it reserves again, and what it keeps once', async () => {
  const notes: string[] = [];
  const held = new Held();
  const access = noting(notes, '');
  await held.reserve(access, object);
  await held.reserve(access, object);
  await held.commit();
  await held.release();
  expect(notes).toEqual(['reserve', 'release', 'reserve', 'commit']);
});

it('reserves nothing for a subresource', async () => {
  const notes: string[] = [];
  const held = new Held();
  await held.reserve(noting(notes, 'status'), object);
  await held.commit();
  expect(notes).toEqual([]);
});
