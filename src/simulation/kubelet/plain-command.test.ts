import { describe, expect, it } from 'vitest';
import { plainCommand } from './plain-command.ts';

describe('a command that is plain', () => {
  it.each([
    [['sleep', '30'], { runMs: 30_000, exitCode: 0 }],
    [['/bin/sleep', 'infinity'], { runMs: undefined, exitCode: 0 }],
    [['true'], { runMs: 0, exitCode: 0 }],
    [['/bin/false'], { runMs: 0, exitCode: 1 }],
    [['sh', '-c', 'exit 3'], { runMs: 0, exitCode: 3 }],
    [['/bin/bash', '-c', 'sleep 2 && exit 1'], { runMs: 2000, exitCode: 1 }],
    [['pause'], { runMs: undefined, exitCode: 0 }],
  ])('does what it says: %j', (command, expected) => {
    expect(plainCommand({ command })).toEqual(expected);
    expect(plainCommand({ args: command })).toEqual(expected);
  });

  it.each([[[]], [['echo', 'hi']], [['sh', '-c', 'make']], [['sh', '-c', '']], [['sleep', 'soon']]])(
    'is not %j',
    (command) => {
      expect(plainCommand({ image: 'nginx', command })).toBeUndefined();
    },
  );

  it('is that of the image pause', () => {
    expect(plainCommand({ image: 'registry.example/pause:3.10' })).toEqual({ runMs: undefined, exitCode: 0 });
    expect(plainCommand({ image: 'registry.example/pauses' })).toBeUndefined();
    expect(plainCommand({ image: 'agnhost:2', args: ['netexec'] })).toBeUndefined();
  });
});
