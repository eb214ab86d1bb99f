import { describe, expect, it } from 'vitest';
import { UncaughtErrors } from './uncaught-errors.ts';
import { makeLog } from './world.ts';

function uncaught() {
  const lines: string[] = [];
  let now = 0;
  const log = makeLog({ level: 'info', format: 'text', write: (line) => lines.push(line) });
  const errors = new UncaughtErrors({ log, clock: { now: () => now, elapsed: () => now, sleep: async () => {} } });
  return { errors, lines, pass: (ms: number) => (now += ms) };
}

describe('errors that nobody caught', () => {
  it('are logged with their cause and counted by kind', () => {
    const { errors, lines } = uncaught();
    errors.report('rejection', new Error('lost', { cause: new Error('the reason') }));
    errors.report('rejection', new Error('lost again'));
    errors.report('exception', new Error('thrown'));
    expect(lines[0]).toMatch(/ERROR nobody caught this; serving on kind="rejection"\n.*Error: lost/);
    expect(lines[0]).toContain('the reason');
    expect(errors.reading.read()).toEqual([
      { labels: { kind: 'rejection' }, value: 2 },
      { labels: { kind: 'exception' }, value: 1 },
    ]);
  });
  it.each([undefined, null, 'a text', { message: 5 }, Object.create(null)])('may be anything: %j', (thrown) => {
    const { errors, lines } = uncaught();
    errors.report('rejection', thrown);
    expect(lines).toHaveLength(1);
  });
  it('in a flood are counted, and told again a minute later', () => {
    const { errors, lines, pass } = uncaught();
    for (let count = 0; count < 1000; count++) errors.report('rejection', new Error(`${count}`));
    expect(lines).toHaveLength(101);
    expect(lines[100]).toContain('only counted');
    pass(60_000);
    errors.report('rejection', new Error('later'));
    expect(lines[101]).toContain('later');
    expect(errors.reading.read()).toContainEqual({ labels: { kind: 'rejection' }, value: 1001 });
  });
});
