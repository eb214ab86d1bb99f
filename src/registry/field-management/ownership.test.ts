import { describe, expect, it } from 'vitest';
import { excluding, FieldSet, mapOf, pathOf, scalarType, structType, type Versions } from '#merge';
import type { JsonObject, KubeObject } from '#meta';
import { type Equality, sameJson, strictlyEqual } from '#meta';
import { type AppliedConfig, applyConfig, type Conflicts } from './apply-config.ts';
import { conflictError } from './conflict-error.ts';
import { allowedByLastApplied, renewLastApplied } from './last-applied.ts';
import { type Managed, nobody, writeManaged } from './managed.ts';
import { trackUpdate } from './track-update.ts';
import { keepTimesIfUnchanged } from './unchanged-times.ts';
import type { Writer } from './writer.ts';

const text = scalarType('string');
const metadata = structType({
  fields: { name: text, uid: text, generation: scalarType('numeric'), annotations: mapOf(text) },
});
const type = structType({
  fields: { apiVersion: text, kind: text, metadata, data: mapOf(text), status: mapOf(text) },
});
const versions: Versions = { typeOf: (version) => (version === 'v1' ? type : undefined), convert: (value) => value };
const writer = (name: string, more: Partial<Writer> = {}): Writer => ({
  name,
  version: 'v1',
  subresource: '',
  now: '2026-01-01T00:00:00Z',
  versions,
  ...more,
});
const object = (data: JsonObject, more: JsonObject = {}): JsonObject => ({
  metadata: { name: 'a', uid: 'u' },
  data,
  ...more,
});
const fields = (managed: Managed) =>
  Object.fromEntries((writeManaged(managed) ?? []).map(({ manager, fieldsV1 }) => [manager, fieldsV1]));
const empty: JsonObject = { metadata: {} };

describe('an update', () => {
  it('gives what it changed to the writer, but nothing that belongs to the server', async () => {
    const next = { ...object({ a: '1' }), metadata: { name: 'a', uid: 'u', generation: 1 } };
    const managed = await trackUpdate(nobody, { live: empty, next }, writer('w'));
    expect(fields(managed)).toEqual({ w: { 'f:data': { '.': {}, 'f:a': {} } } });
  });

  it('adds to what the writer had, and takes from others', async () => {
    const one = await trackUpdate(nobody, { live: empty, next: object({ a: '1', b: '1' }) }, writer('one'));
    const change = { live: object({ a: '1', b: '1' }), next: object({ a: '2', b: '1' }) };
    const two = await trackUpdate(one, change, writer('two', { now: '2026-01-01T00:00:09Z' }));
    expect(fields(two)).toEqual({ one: { 'f:data': { '.': {}, 'f:b': {} } }, two: { 'f:data': { 'f:a': {} } } });
    expect(writeManaged(two)?.map(({ time }) => time)).toEqual(['2026-01-01T00:00:00Z', '2026-01-01T00:00:09Z']);
  });

  it('that changes nothing leaves times and managers alone', async () => {
    const one = await trackUpdate(nobody, { live: empty, next: object({ a: '1' }) }, writer('one'));
    const same = { live: object({ a: '1' }), next: object({ a: '1' }) };
    expect(writeManaged(await trackUpdate(one, same, writer('two')))).toEqual(writeManaged(one));
  });

  it('neither gives nor takes what it cannot change', async () => {
    const filters = new Map([['v1', excluding(FieldSet.of(pathOf('status')))]]);
    const status = { status: { s: '1' } };
    const held = await trackUpdate(nobody, { live: empty, next: object({}, status) }, writer('ctl'));
    const change = { live: object({}, status), next: object({ a: '1' }, { status: { s: '2' } }) };
    const managed = await trackUpdate(held, change, writer('w', { filters }));
    expect(fields(managed)).toMatchObject({ ctl: { 'f:status': { 'f:s': {} } }, w: { 'f:data': { 'f:a': {} } } });
    expect(fields(managed).w).not.toHaveProperty('f:status');
  });
});

describe('an apply', () => {
  const applying = (live: JsonObject, config: JsonObject, force = false) => ({ live, config, force, empty });

  it('has no time where it only comes to own what was so already', async () => {
    const one = (await applyConfig(nobody, applying(empty, object({ a: '1' })), writer('one'))) as AppliedConfig;
    const two = (await applyConfig(
      one.managed,
      applying(one.object, object({ a: '1' })),
      writer('two'),
    )) as AppliedConfig;
    expect(writeManaged(two.managed)?.map(({ manager, time }) => [manager, time])).toEqual([
      ['two', undefined],
      ['one', '2026-01-01T00:00:00Z'],
    ]);
  });

  it('meets whoever was before, where nobody was known', async () => {
    const conflicts = (await applyConfig(
      nobody,
      applying(object({ a: '1' }), object({ a: '2' })),
      writer('w'),
    )) as Conflicts;
    expect(conflictError(conflicts, 'w').message).toBe(
      'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.a',
    );
  });

  it('tells whoever is in conflict what to do, and with itself that it is', async () => {
    const held = await trackUpdate(nobody, { live: empty, next: object({ a: '1' }) }, writer('one'));
    const hintFor = async (name: string) => {
      const outcome = await applyConfig(held, applying(object({ a: '1' }), object({ a: '2' })), writer(name));
      return conflictError(outcome as Conflicts, name).hint;
    };
    expect(await hintFor('two')).toMatch(/^To become the only manager of these fields, apply again with force=true\./);
    expect(await hintFor('one')).toMatch(/^One of the managers in conflict has the name of the applier: .* force=true/);
  });

  it('is refused where the configuration is not of its type', () => {
    const wrong = () => applyConfig(nobody, applying(empty, { spec: 1 }), writer('w'));
    expect(wrong).toThrow('.spec: field not declared in schema');
  });
});

describe('what kubectl applied from the client', () => {
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration';
  const applied = (last: string, data: JsonObject) => ({ metadata: { annotations: { [annotation]: last } }, data });
  const last = JSON.stringify({ apiVersion: 'v1', data: { a: '1', b: '1' } });

  it('is its own while it is as it was', () => {
    const allowed = allowedByLastApplied(applied(last, { a: '1', b: '2' }), writer('kubectl'));
    expect([allowed?.has(pathOf('data', 'a')), allowed?.has(pathOf('data', 'b'))]).toEqual([true, false]);
  });

  it.each([
    ['', 'nothing is noted'],
    ['{', 'the note is broken'],
    ['[]', 'the note is no object'],
    ['{"apiVersion":"v2"}', 'it is of another version'],
    ['{"apiVersion":"v1","spec":1}', 'it is of another type'],
  ])('cannot be told from %j: %s', (note) => {
    expect(allowedByLastApplied(applied(note, {}), writer('kubectl'))).toBeUndefined();
  });

  it('is noted anew, in the order of keys and without the note itself', () => {
    const object = applied(last, {});
    renewLastApplied(
      object,
      { kind: 'K', apiVersion: 'v1', metadata: { annotations: { [annotation]: 'x' } } },
      writer('kubectl'),
    );
    expect(object.metadata.annotations[annotation]).toBe(
      '{"apiVersion":"v1","kind":"K","metadata":{"annotations":{}}}\n',
    );
  });

  it('is not noted by others, nor where there was no note', () => {
    const object = applied(last, {});
    renewLastApplied(object, {}, writer('other'));
    expect(object).toEqual(applied(last, {}));
    const bare = { metadata: { annotations: {} } };
    renewLastApplied(bare, {}, writer('kubectl'));
    expect(bare).toEqual({ metadata: { annotations: {} } });
  });
});

describe('a write that changes only times', () => {
  const at = (time: string, data: JsonObject = { a: '1' }): KubeObject => ({
    apiVersion: 'v1',
    kind: 'K',
    metadata: { name: 'a', managedFields: [{ manager: 'm', time, fieldsV1: { 'f:data': {} } }] },
    data,
  });
  const timeAfter = (next: KubeObject, same: Equality) => {
    keepTimesIfUnchanged(next, at('1'), same);
    return next.metadata.managedFields?.[0]?.time;
  };
  it.each<[string, KubeObject, Equality, string]>([
    ['keeps them', at('2'), sameJson, '1'],
    ['changes them with the content', at('2', { a: '2' }), sameJson, '2'],
    ['keeps them where something empty came and went', { ...at('2'), more: [] }, sameJson, '1'],
    ['changes them where an empty struct came', { ...at('2'), more: {} }, sameJson, '2'],
    ['changes them where that is a difference', { ...at('2'), more: {} }, strictlyEqual, '2'],
  ])('%s', (_, next, same, time) => {
    expect(timeAfter(next, same)).toBe(time);
  });
});
