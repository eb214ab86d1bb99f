import { describe, expect, it } from 'vitest';
import { describeKind, type VersionedKind } from '#machinery';
import { describeTypes, metaV1 } from '#schema';
import { frobbers } from '../machinery/testing/frobbers.ts';
import { compareDefinitions } from './compare-definitions.ts';
import { readDescribedKind } from './read-described-kind.ts';
import { lossesOf } from './round-trip.ts';

/** A kind with one version. */
function widgets(spec: string, defaults: (spec: Record<string, unknown>) => void = () => {}): VersionedKind {
  const types = describeTypes(
    { package: 'com.example.widgets.v1', goPackage: 'v1', group: 'example.com', uses: { meta: metaV1 } },
    `\nWidget | A widget.\n  1 metadata meta.ObjectMeta | Facts.\n  2 spec WidgetSpec | What is wanted.\nWidgetSpec | It.\n${spec}`,
  );
  return describeKind({ group: 'example.com', kind: 'Widget', hub: types.type('Widget') })
    .version('v1', {
      type: types.type('Widget'),
      default: (widget) => defaults((widget as unknown as { spec: Record<string, unknown> }).spec),
    })
    .storedAs('v1') as unknown as VersionedKind;
}
const read = (kind: VersionedKind) => readDescribedKind(kind, 'a.js', { resource: 'widgets', namespaced: true });
const told = (old: VersionedKind, next: VersionedKind) =>
  compareDefinitions(read(old), read(next)).map(({ rule, path }) => `${rule} ${path}`);
const size = '  1 size int32 | How large.\n';

describe('a described kind', () => {
  it('has the names and versions that were given', () => {
    const { name, scope, versions } = readDescribedKind(frobbers as unknown as VersionedKind, 'a.js');
    expect({ name, scope }).toEqual({ name: 'frobbers.frob.example.com', scope: '' });
    expect(versions.map((version) => [version.name, version.storage])).toEqual([
      ['v7beta1', false],
      ['v6', true],
    ]);
  });
  it('is compared by the same rules as a definition', () => {
    expect(told(widgets(size), widgets(`${size}  2 color string | Which.\n`))).toEqual([]);
    expect(told(widgets(`${size}  2 color string | Which.\n`), widgets(size))).toEqual(['field-removed spec.color']);
    expect(told(widgets(size), widgets('  1 size string | How large.\n'))).toEqual(['type-changed spec.size']);
  });
  it('has the defaults that its code sets', () => {
    const set = (value: number) => (spec: Record<string, unknown>) => {
      spec.size ??= value;
    };
    expect(told(widgets(size, set(1)), widgets(size, set(1)))).toEqual([]);
    expect(told(widgets(size, set(1)), widgets(size, set(2)))).toEqual(['default-changed spec.size']);
    expect(told(widgets(size), widgets(size, set(2)))).toEqual(['default-added spec.size']);
  });
  it('loses what its own conversions lose', () => {
    const losses = lossesOf(readDescribedKind(frobbers as unknown as VersionedKind, 'a.js'));
    expect(losses.map(({ from, to, path }) => `${from} ${to} ${path}`)).toEqual([
      'v7beta1 v6 spec.size',
      'v6 v7beta1 spec.color',
    ]);
  });
});
