import { describe, expect, it } from 'vitest';
import { noTime } from '#registry';
import { TraceRing } from './trace-ring.ts';
import type { RequestTrace } from './trace-text.ts';

const traceOf = (path: string, more: Partial<RequestTrace> = {}): RequestTrace => ({
  at: 1,
  method: 'GET',
  verb: 'get',
  path,
  query: 'pretty',
  agent: 'kubectl/v1.36.4',
  user: 'jane',
  status: 200,
  bytes: 12,
  milliseconds: 1.5,
  authentication: 0.25,
  authorization: 0.5,
  stages: { ...noTime(), storage: 0.125 },
  isElsewhere: false,
  refusal: undefined,
  watch: undefined,
  ...more,
});

describe('a ring of traces', () => {
  it('has the newest ones, the newest first', () => {
    const ring = new TraceRing(3);
    expect(ring.newestFirst()).toEqual([]);
    for (const path of ['/a', '/b', '/c', '/d']) ring.remember(traceOf(path));
    expect(ring.newestFirst().map(({ path }) => path)).toEqual(['/d', '/c', '/b']);
  });

  it('keeps all of a trace, and nothing of the one whose place it takes', () => {
    const ring = new TraceRing(1);
    const refused = traceOf('/secrets', {
      at: 2,
      method: 'POST',
      verb: 'create',
      query: '',
      agent: '',
      user: 'joe',
      status: 403,
      bytes: 99,
      milliseconds: 7,
      stages: { admission: 1, conversion: 2, storage: 3, plugins: new Map([['x', 1]]), webhooks: new Map() },
      isElsewhere: true,
      refusal: { reason: 'Forbidden', message: 'no' },
    });
    ring.remember(refused);
    expect(ring.newestFirst()).toEqual([refused]);
    const plain = traceOf('/a');
    ring.remember(plain);
    expect(ring.newestFirst()).toEqual([plain]);
  });

  it('keeps nothing of a watch that is over', () => {
    const ring = new TraceRing(1);
    ring.remember(traceOf('/a', { watch: { revision: () => 5, behind: () => 3 } }));
    expect(ring.newestFirst()[0]?.watch).toBeUndefined();
  });
});
