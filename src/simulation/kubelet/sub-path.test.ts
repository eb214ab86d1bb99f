import { describe, expect, it } from 'vitest';
import type { CoreV1 } from '#apis';
import { subPathError } from './sub-path.ts';

type Env = NonNullable<CoreV1['Container']['env']>;

const errorOf = (subPathExpr: string, env: Env = [], annotations: { [name: string]: string } = {}) =>
  subPathError(
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', annotations } },
    { name: 'c', env, volumeMounts: [{ name: 'v', mountPath: '/v', subPathExpr }] },
  );
const from = (fieldPath: string): Env => [{ name: 'WHERE', valueFrom: { fieldRef: { fieldPath } } }];

describe('a part of a volume that variables name', () => {
  it('stays in the volume', () => {
    expect(errorOf('$(WHERE)/log', [{ name: 'WHERE', value: 'app' }])).toBeUndefined();
    expect(errorOf('$(WHERE)', [{ name: 'WHERE', value: '/tmp' }])).toContain('must not be an absolute path');
    expect(errorOf('a/$(WHERE)', [{ name: 'WHERE', value: '..' }])).toContain("must not contain '..'");
    expect(errorOf('$$(WHERE)')).toBeUndefined();
  });

  it('is empty where an annotation is missing, until it is there', () => {
    expect(errorOf('$(WHERE)/log', from("metadata.annotations['at']"))).toContain('`/log`');
    expect(errorOf('$(WHERE)/log', from("metadata.annotations['at']"), { at: 'app' })).toBeUndefined();
  });

  it('needs the variables that it names, wherever they come from', () => {
    expect(errorOf('$(WHERE)')).toBe('missing value for "WHERE"');
    const secret: Env = [{ name: 'WHERE', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }];
    expect(errorOf('$(WHERE)', secret)).toBeUndefined();
  });
});
