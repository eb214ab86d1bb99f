import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { LinkedAbort } from './linked-abort.ts';

const listenersOf = ({ signal }: AbortController): number => getEventListeners(signal, 'abort').length;

describe('a controller that follows signals', () => {
  it('fires with any of them, for the same reason', () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const linked = new LinkedAbort(first.signal, second.signal);
    second.abort('enough');
    expect([linked.signal.aborted, linked.signal.reason]).toEqual([true, 'enough']);
  });
  it('has fired when one of them has', () => {
    const [fired, other] = [new AbortController(), new AbortController()];
    fired.abort('before');
    expect(new LinkedAbort(other.signal, fired.signal, other.signal).signal.reason).toBe('before');
    expect(listenersOf(other)).toBe(0);
  });
  it('leaves nothing behind when it has fired, or is not needed any more', () => {
    const long = new AbortController();
    const ended = [new LinkedAbort(long.signal), new LinkedAbort(long.signal)] as const;
    expect(listenersOf(long)).toBe(2);
    ended[0].abort();
    ended[1][Symbol.dispose]();
    expect(listenersOf(long)).toBe(0);
    expect(ended.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect(ended[0].signal.reason).toMatchObject({ name: 'AbortError' });
  });
});
