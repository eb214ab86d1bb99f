import { describe, expect, it } from 'vitest';
import type { Node, Pod } from './evict.ts';
import { untilEviction } from './taint-eviction.ts';
import { taintsAfter } from './taint-unready.ts';

const NOW = '2026-01-01T00:00:00Z';
type Tolerations = NonNullable<Pod['spec']>['tolerations'];

const pod = (tolerations: Tolerations): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: { ...(tolerations && { tolerations }) },
});

describe('how long a pod bears taints', () => {
  const sick = { key: 'sick', effect: 'NoExecute' };
  const bears = (tolerationSeconds?: number) => ({
    key: 'sick',
    operator: 'Exists',
    ...(tolerationSeconds !== undefined && { tolerationSeconds }),
  });

  it('is for ever without taints, and with a toleration that has no end', () => {
    expect(untilEviction(pod(undefined), [])).toBe(Number.POSITIVE_INFINITY);
    expect(untilEviction(pod([bears()]), [sick])).toBe(Number.POSITIVE_INFINITY);
  });

  it('is as long as the shortest toleration says, and not at all without one', () => {
    expect(untilEviction(pod([bears(60), bears(30)]), [sick])).toBe(30_000);
    expect(untilEviction(pod([bears(-5)]), [sick])).toBe(0);
    expect(untilEviction(pod([bears(60)]), [sick, { key: 'other', effect: 'NoExecute' }])).toBe(0);
  });
});

describe('the taint of a node that is not ready', () => {
  const node = (ready: string, keys: readonly string[]): Node => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n' },
    spec: { taints: keys.map((key) => ({ key: `node.kubernetes.io/${key}`, effect: 'NoExecute' })) },
    status: { conditions: [{ type: 'Ready', status: ready }] },
  });
  const keysAfter = (ready: string, keys: readonly string[]) =>
    taintsAfter(node(ready, keys), NOW)?.map(({ key }) => key);

  it('comes and goes with the condition, and leaves those of others alone', () => {
    expect(keysAfter('False', [])).toEqual(['node.kubernetes.io/not-ready']);
    expect(keysAfter('Unknown', ['not-ready'])).toEqual(['node.kubernetes.io/unreachable']);
    expect(keysAfter('True', ['not-ready', 'out-of-service'])).toEqual(['node.kubernetes.io/out-of-service']);
    expect(keysAfter('True', ['out-of-service'])).toBeUndefined();
    expect(keysAfter('False', ['not-ready'])).toBeUndefined();
  });
});
