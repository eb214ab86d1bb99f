import { describe, expect, it } from 'vitest';
import { Cleanup } from './cleanup.ts';
import { makeLog, randomIds, systemClock } from './world.ts';

describe('the world', () => {
  it('makes suffixes without vowels, of the length asked for', () => {
    for (let i = 0; i < 100; i++) expect(randomIds.suffix(5)).toMatch(/^[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  });
  it('wakes a sleeper when its signal fires', async () => {
    const signal = AbortSignal.timeout(5);
    await systemClock.sleep(2 ** 31 - 1, signal);
    expect(signal.aborted).toBe(true);
  });
  it.each(['cause', 'error'])('logs lines of text with fields and the stack of what stands as %s', async (name) => {
    const lines: string[] = [];
    const log = makeLog({ level: 'info', format: 'text', write: (line) => lines.push(line) });
    log.debug('too small');
    log.info('hello', { port: 1 });
    log.error('bad', { [name]: new Error('inner') });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^\S+T\S+Z INFO {2}hello port=1\n$/);
    expect(lines[1]).toMatch(/ ERROR bad\n {2}Error: inner\n/);
  });
  it('logs JSON', async () => {
    const lines: string[] = [];
    const log = makeLog({ level: 'warn', format: 'json', write: (line) => lines.push(line) });
    log.warn('hello', { port: 1 });
    expect(JSON.parse(lines[0] as string)).toMatchObject({ level: 'warn', msg: 'hello', port: 1 });
  });
});

describe('cleanup', () => {
  it('undoes in reverse, once, and goes on after a failure', async () => {
    const done: string[] = [];
    const cleanup = new Cleanup();
    cleanup.add(() => done.push('first'));
    cleanup.add(() => {
      throw new Error('stuck');
    });
    cleanup.add(() => done.push('last'));
    await expect(cleanup.run()).rejects.toThrow('stuck');
    await expect(cleanup.run()).rejects.toThrow('stuck');
    expect(done).toEqual(['last', 'first']);
  });
});
