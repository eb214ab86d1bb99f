import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Collection, type Engine, type Entry, ObjectStore, openJournal, TransformedEngine } from '#storage';
import { temporaryDirectory, testIds } from '../../storage/testing/disk.ts';
import { bytes, quickClock, silentLog, text } from '../../storage/testing/world.ts';
import { EncryptedValues } from './encrypted-values.ts';
import type { EncryptionProviderName } from './encryption-provider.ts';

const PREFIX = '/registry/secrets/default/';
const PLAIN = 'this must not be readable';
const names = Array.from({ length: 20 }, (_, at) => `secret-${at + 10}`);
const plainOf = (name: string): string => `${PLAIN}: ${name}`;
const newest = { need: 'newest' } as const;

describe.each<EncryptionProviderName>(['aescbc', 'aesgcm', 'secretbox'])('%s over values on disk', (provider) => {
  let place: Awaited<ReturnType<typeof temporaryDirectory>>;
  let journal: Engine;
  let engine: Engine;
  let store: ObjectStore;
  let secrets: Collection;

  const encryptedWith = (key: string): Engine => {
    const keys = [{ name: key, secret: Buffer.alloc(32, key) }];
    return new TransformedEngine(journal, new EncryptedValues(() => [{ name: provider, keys }]));
  };
  /** Of which no value stays in memory. */
  const start = async (): Promise<void> => {
    journal = await openJournal({ directory: place.directory, ids: testIds, log: silentLog });
    engine = encryptedWith('one');
    store = await ObjectStore.open({ engine, clock: quickClock(), log: silentLog, valueBytes: 0 });
    secrets = store.collection(PREFIX);
  };
  const stop = async (): Promise<void> => {
    await store[Symbol.asyncDispose]();
    await engine[Symbol.asyncDispose]();
  };
  const nothing = async (): Promise<void> => {};
  const restart = async (): Promise<void> => {
    await stop();
    await start();
  };
  const commit = (into: Engine, name: string) => into.commit(PREFIX + name, bytes(plainOf(name)), null);

  beforeEach(async () => {
    place = await temporaryDirectory();
    await start();
    for (const name of names) await commit(engine, name);
  });
  afterEach(async () => {
    await stop();
    await place.remove();
  });

  const list = async (): Promise<readonly Entry[]> => (await secrets.list({ under: '', freshness: newest })).entries;
  const shown = async (): Promise<(string | null)[]> => (await list()).map(({ value }) => text(value));
  const one = async (name: string): Promise<Entry> => (await secrets.get(name, newest)) as Entry;
  const damaged = async (): Promise<(string | undefined)[]> =>
    (await list()).filter(({ damage }) => damage !== undefined).map(({ damage }) => damage?.key);

  const segments = async (): Promise<string[]> =>
    (await readdir(place.directory)).filter((file) => file.endsWith('.journal')).map((f) => join(place.directory, f));
  /** Changes one byte of what was made of a value, where it lies. */
  const damage = async (name: string): Promise<void> => {
    for (const file of await segments()) {
      const content = await readFile(file);
      const key = content.indexOf(PREFIX + name);
      if (key === -1) continue;
      const at = content.indexOf('k8s:enc:', key) + 60;
      await using writer = await open(file, 'r+');
      await writer.write(Buffer.of((content[at] as number) ^ 1), 0, 1, at);
    }
  };

  it('reads each of them again, one by one and in lists, also after a restart', async () => {
    const isCold = async (): Promise<boolean> => {
      await list();
      return secrets.peek('secret-12')?.isInMemory === false;
    };
    for (const next of [nothing, restart]) {
      await next();
      expect(await isCold()).toBe(true);
      for (const name of names) expect(text((await one(name)).value)).toBe(plainOf(name));
      expect(await isCold()).toBe(true);
      expect(await shown()).toEqual(names.map(plainOf));
    }
  });

  it('leaves nothing on disk that could be read', async () => {
    const stored = (await Promise.all((await segments()).map((file) => readFile(file, 'latin1')))).join('');
    expect(stored.split(`k8s:enc:${provider}:v1:one:`)).toHaveLength(names.length + 1);
    expect(stored).not.toContain(PLAIN);
  });

  it('says which one is damaged, and gives the others', async () => {
    expect(await damaged()).toEqual([]);
    await damage('secret-12');
    const key = `${PREFIX}secret-12`;
    const message = new RegExp(`^${key}, written at revision 3, cannot be read: `);
    for (const next of [nothing, restart]) {
      await next();
      expect((await one('secret-12')).damage).toMatchObject({ key, message: expect.stringMatching(message) });
      expect(await damaged()).toEqual([key]);
      expect(text((await one('secret-13')).value)).toBe(plainOf('secret-13'));
    }
  });

  it('says which one is encrypted with another key, and gives the others', async () => {
    await commit(encryptedWith('another'), 'secret-09');
    await commit(engine, 'secret-30');
    const key = `${PREFIX}secret-09`;
    expect(await damaged()).toEqual([key]);
    expect(() => secrets.peek('secret-09')?.value).toThrow(
      `${key}, written at revision 21, cannot be read: it is encrypted with the key "another" of ${provider}`,
    );
    expect(text((await one('secret-10')).value)).toBe(plainOf('secret-10'));
  });
});
