import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { namespaces } from './namespace.ts';

const { read, write, cells, context } = tryOut(namespaces);
const namespace = (rest: object = {}) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'n' }, ...rest });
const unqualified = 'name is neither a standard finalizer name nor is it fully qualified';

describe('a Namespace', () => {
  it('is born active, labelled with its name, and kept by the finalizer of its content', async () => {
    const { object, faults } = await write(
      namespace({
        metadata: { name: 'n', labels: { 'kubernetes.io/metadata.name': 'wrong' } },
        status: { phase: 'Terminating' },
      }),
    );
    expect(faults).toEqual([]);
    expect(object).toEqual({
      ...namespace(),
      metadata: { name: 'n', labels: { 'kubernetes.io/metadata.name': 'n' } },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    });
  });

  it('keeps finalizers that it was made with', async () => {
    const { object } = await write(namespace({ spec: { finalizers: ['example.com/more'] } }));
    expect(object.spec).toEqual({ finalizers: ['example.com/more', 'kubernetes'] });
  });

  it.each([
    [
      'a dot in its name',
      { metadata: { name: 'a.b' } },
      ['metadata.name: Invalid value: "a.b": must not contain dots'],
    ],
    [
      'an unqualified finalizer',
      { spec: { finalizers: ['short'] } },
      [`spec.finalizers: Invalid value: "short": ${unqualified}`],
    ],
    [
      'an unqualified finalizer in its metadata',
      { metadata: { name: 'n', finalizers: ['short'] } },
      [`metadata.finalizers[0]: Invalid value: "short": ${unqualified}`],
    ],
  ])('with %s', async (_, rest, faults) => {
    expect((await write(namespace(rest))).faults).toEqual(faults);
  });

  it('cannot be changed in finalizers and status by an ordinary update', async () => {
    const live = read(namespace({ spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } }));
    const { object } = await write(namespace({ spec: { finalizers: [] }, status: { phase: 'Terminating' } }), { live });
    expect(object).toMatchObject({ spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } });
  });

  it('changes its finalizers through finalize, and nothing of its status', async () => {
    const live = read(namespace({ spec: { finalizers: ['kubernetes'] }, status: { phase: 'Terminating' } }));
    const cleared = await write(namespace({ status: { phase: 'Active' } }), { live, subresource: 'finalize' });
    expect(cleared.object).toMatchObject({ spec: {}, status: { phase: 'Terminating' } });
    const bad = await write(namespace({ spec: { finalizers: ['bogus'] } }), { live, subresource: 'finalize' });
    expect(bad.faults).toEqual([`spec.finalizers[0]: Invalid value: "bogus": ${unqualified}`]);
  });

  it.each([
    [
      undefined,
      'Terminating',
      ['status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty'],
    ],
    [undefined, 'Active', []],
    [
      '2024-01-01T00:00:00Z',
      'Active',
      ['status.Phase: Invalid value: "Active": may only be \'Terminating\' if `deletionTimestamp` is not empty'],
    ],
    ['2024-01-01T00:00:00Z', 'Terminating', []],
  ])('marked for deletion at %s may have the phase %s', async (deletionTimestamp, phase, faults) => {
    const metadata = { name: 'n', ...(deletionTimestamp === undefined ? {} : { deletionTimestamp }) };
    const live = read(namespace({ metadata, spec: { finalizers: ['kubernetes'] } }));
    const { object, faults: found } = await write(namespace({ metadata, status: { phase } }), {
      live,
      subresource: 'status',
    });
    expect(found).toEqual(faults);
    expect(object.spec).toEqual({ finalizers: ['kubernetes'] });
  });

  it('is only marked by the first deletion, stays while it has finalizers, and goes with the next', () => {
    const object = read(namespace({ spec: { finalizers: ['kubernetes'] } }));
    const { beginDelete, mayVanish } = namespaces.strategy;
    expect(beginDelete?.(object, context)).toBe(true);
    expect(object).toMatchObject({ metadata: { deletionTimestamp: context.now }, status: { phase: 'Terminating' } });
    expect(beginDelete?.(object, context)).toBe(true);
    expect(mayVanish?.(object)).toBe(false);
    object.spec = {};
    expect(mayVanish?.(object)).toBe(true);
    expect(beginDelete?.(object, context)).toBe(false);
  });

  it('without finalizers is also only marked by the first deletion', () => {
    const object = read(namespace());
    expect(namespaces.strategy.beginDelete?.(object, context)).toBe(true);
    expect(namespaces.strategy.beginDelete?.(object, context)).toBe(false);
  });

  it('has no finalizers where it is asked to leave what depends on it to others', () => {
    const object = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'n' },
      spec: { finalizers: ['kubernetes'] },
    };
    namespaces.strategy.beginDelete?.(object, context, { dryRun: [], propagationPolicy: 'Background' });
    expect(object.metadata).toEqual({ name: 'n', deletionTimestamp: context.now });
  });

  it('shows its phase', () => {
    expect(cells(namespace({ metadata: { name: 'n' } }))).toEqual(['n', 'Active', '<unknown>']);
  });
});
