import { afterEach, describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { engineContract } from '../testing/engine-contract.ts';
import { openMemory } from './memory.ts';

engineContract('memory', async () => ({ engine: openMemory(), discard: async () => {} }));
// A fork of an engine that has a past is an engine like any other.
engineContract('fork of memory', async () => ({ engine: await openMemory().fork(), discard: async () => {} }));

describe('a fork of an engine', () => {
  const opened: Engine[] = [];
  afterEach(async () => {
    for (const engine of opened.splice(0)) await engine[Symbol.asyncDispose]();
  });
  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
  const rows = async (engine: Engine): Promise<readonly string[]> =>
    (await engine.read('/')).rows.map(({ key, value }) => `${key}=${Buffer.from(value as Uint8Array)}`);
  const keep = <E extends Engine>(engine: E): E => {
    opened.push(engine);
    return engine;
  };

  it('has the same rows and revision, and goes its own way', async () => {
    const origin = keep(openMemory());
    await origin.commit('/a', bytes('1'), null);
    await origin.commit('/b', bytes('1'), null);
    const fork = keep(await origin.fork());
    expect([await rows(fork), await fork.revision()]).toEqual([['/a=1', '/b=1'], 2]);
    await fork.commit('/a', null, 1);
    await fork.commit('/c', bytes('2'), null);
    await origin.commit('/b', bytes('3'), 2);
    expect(await rows(origin)).toEqual(['/a=1', '/b=3']);
    expect(await rows(fork)).toEqual(['/b=1', '/c=2']);
    expect([await origin.revision(), await fork.revision()]).toEqual([3, 4]);
  });

  it('knows the past, also when its origin has forgotten it', async () => {
    const origin = keep(openMemory());
    await origin.commit('/a', bytes('1'), null);
    await origin.commit('/a', bytes('2'), 1);
    const fork = keep(await origin.fork());
    const second = keep(await origin.fork());
    await origin.compact(2);
    const past = async (engine: Engine) =>
      (await engine.read('/', { revision: 1 })).rows.map(({ value }) => String(value));
    expect(await past(fork)).toEqual(await past(second));
    await expect(past(origin)).rejects.toThrow('no longer kept');
    expect(await rows(keep(await origin.fork()))).toEqual(['/a=2']);
  });

  it('lets expire what its origin would have', async () => {
    const origin = keep(openMemory());
    await origin.commit('/a', bytes('1'), { expected: null, expires: 10 });
    const fork = keep(await origin.fork());
    expect(await fork.expired(20)).toMatchObject([{ key: '/a', revision: 1 }]);
    expect(await origin.expired(20)).toMatchObject([{ key: '/a', revision: 1 }]);
  });
});
