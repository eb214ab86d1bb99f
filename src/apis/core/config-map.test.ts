import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { configMaps } from './config-map.ts';

const { read, write, cells } = tryOut(configMaps);
const configMap = (rest: object) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, ...rest });
const keyRule =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const frozen = 'Forbidden: field is immutable when `immutable` is set';

describe('a ConfigMap', () => {
  it.each([
    ['an odd key', { data: { 'bad key!': 'x' } }, [`data[bad key!]: Invalid value: "bad key!": ${keyRule}`]],
    ['an odd binary key', { binaryData: { 'a/b': 'AA==' } }, [`binaryData[a/b]: Invalid value: "a/b": ${keyRule}`]],
    [
      'a key in both places',
      { data: { k: 'x' }, binaryData: { k: 'AAA=' } },
      ['data[k]: Invalid value: "k": duplicate of key present in binaryData'],
    ],
    ['too much data', { data: { k: 'x'.repeat(1048577) } }, [': Too long: may not be more than 1048576 bytes']],
    ['as much data as there may be', { data: { k: 'x'.repeat(1048576) } }, []],
    [
      'too much data in both places together',
      { data: { k: 'x'.repeat(1048576) }, binaryData: { b: 'AA==' } },
      [': Too long: may not be more than 1048576 bytes'],
    ],
    ['a key that is also a property of every object', JSON.parse('{"data":{"__proto__":"x"}}') as object, []],
  ])('with %s', async (_, rest, faults) => {
    expect((await write(configMap(rest))).faults).toEqual(faults);
  });

  it.each([
    ['changed data', { immutable: true, data: { a: '2' } }, [`data: ${frozen}`]],
    [
      'changed binary data',
      { immutable: true, data: { a: '1' }, binaryData: { b: 'AA==' } },
      [`binaryData: ${frozen}`],
    ],
    ['the mark taken off', { data: { a: '1' } }, [`immutable: ${frozen}`]],
    ['everything gone', {}, [`immutable: ${frozen}`, `data: ${frozen}`]],
    [
      'nothing changed but labels',
      { immutable: true, data: { a: '1' }, metadata: { name: 'a', labels: { x: 'y' } } },
      [],
    ],
  ])('that is immutable, with %s', async (_, rest, faults) => {
    const live = read(configMap({ immutable: true, data: { a: '1' } }));
    expect((await write(configMap(rest), { live })).faults).toEqual(faults);
  });

  it('shows how many values it holds', () => {
    const metadata = { name: 'a', creationTimestamp: '2024-01-01T00:00:00Z' };
    expect(cells(configMap({ metadata, data: { a: '1', b: '' }, binaryData: { c: 'AA==' } }))).toEqual(['a', 3, '10m']);
  });
});
