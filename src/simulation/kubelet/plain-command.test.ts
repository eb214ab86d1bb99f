import { describe, expect, it } from 'vitest';
import { plainCommand } from './plain-command.ts';

describe('a command that is plain', () => {
  it.each([
    [['sleep', '30'], { runMs: 30_000, exitCode: 0 }],
    [['/bin/sleep', 'infinity'], { runMs: undefined, exitCode: 0 }],
    [['sleep', '1.5h'], { runMs: 5_400_000, exitCode: 0 }],
    [['tail', '-f', '/dev/null'], { runMs: undefined, exitCode: 0 }],
    [['sh', '-c', 'echo hi; tail -f /dev/null'], { runMs: undefined, exitCode: 0 }],
    [['true'], { runMs: 0, exitCode: 0 }],
    [['/bin/false'], { runMs: 0, exitCode: 1 }],
    [['sh', '-c', 'exit 3'], { runMs: 0, exitCode: 3 }],
    [['/bin/bash', '-c', 'sleep 2 && exit 1'], { runMs: 2000, exitCode: 1 }],
    [['pause'], { runMs: undefined, exitCode: 0 }],
    [['/bin/sh', '-c', 'trap exit TERM; while true; do sleep 1; done'], { runMs: undefined, exitCode: 0 }],
    [['sh', '-c', 'while :; do exit 4; done'], { runMs: 0, exitCode: 4 }],
  ])('does what it says: %j', (command, expected) => {
    expect(plainCommand({ command })).toEqual(expected);
    expect(plainCommand({ args: command })).toEqual(expected);
  });

  it.each([
    ['0', 0],
    ['1', 1],
  ])('decides by numbers that it is given: %s', (index, exitCode) => {
    const script = `
      if [ $(expr \${JOB_COMPLETION_INDEX} % 2) -ne 0 ]; then
        exit 1
      else
        exit 0
      fi`;
    const command = ['sh', '-c', script];
    expect(plainCommand({ command }, { JOB_COMPLETION_INDEX: index })).toEqual({ runMs: 0, exitCode });
    expect(plainCommand({ command })).toBeUndefined();
    const short = ['sh', '-c', 'sleep 1; exit $(( $A / 16384 ))'];
    expect(plainCommand({ command: short }, { A: '20000' })).toEqual({ runMs: 1000, exitCode: 1 });
  });

  it.each([
    'if [[ -r /data/foo ]]; then exit 0; else touch /data/foo; exit 1; fi',
    'exit $(( 1 / 0 ))',
    'if [ 1 -eq 1 ]; then exit 0',
    'exit 0; fi',
    'while true; do sleep 1',
    'while true; do date; done',
    'while [ 1 -eq 1 ]; do sleep 1; done',
    'exit 1 2',
    'cat /tmp/health && exit 0',
    'exit $constructor',
  ])('cannot be told without running it: %s', (script) => {
    expect(plainCommand({ command: ['sh', '-c', script] }, {})).toBeUndefined();
  });

  it.each([
    [[]],
    [['echo', 'hi']],
    [['sh', '-c', 'make']],
    [['sh', '-c', '']],
    [['sleep', 'soon']],
    [['tail', '-f', 'log']],
  ])('is not %j', (command) => {
    expect(plainCommand({ image: 'nginx', command })).toBeUndefined();
  });

  it('is that of the image pause', () => {
    expect(plainCommand({ image: 'registry.example/pause:3.10' })).toEqual({ runMs: undefined, exitCode: 0 });
    expect(plainCommand({ image: 'registry.example/pauses' })).toBeUndefined();
    expect(plainCommand({ image: 'agnhost:2', args: ['netexec'] })).toBeUndefined();
  });
});
