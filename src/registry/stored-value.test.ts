import { expect, it } from 'vitest';
import { DamagedRecord, Entry } from '#storage';
import { packValue, parseStored, parseStoredMetadata, wireJson, writeWireJson } from './stored-value.ts';

it.each([
  ['plain text', '{"metadata":{"name":"a","uid":"u","creationTimestamp":null}}'],
  ['text of more bytes than characters', '{"größe":"🚢","metadata":{"name":"ä","uid":"u","creationTimestamp":null}}'],
])('a stored object gets its resourceVersion on the way out: %s', (_, text) => {
  const revisionAt = text.indexOf('"creationTimestamp"');
  const entry = new Entry('a', 12, packValue({ text, revisionAt }));
  const expected = `${text.slice(0, revisionAt)}"resourceVersion":"12",${text.slice(revisionAt)}`;
  expect(wireJson(entry).toString()).toBe(expected);
  const written: Uint8Array[] = [];
  writeWireJson(entry, 1, {
    add: (text) => written.push(Buffer.from(text)),
    addPart: (bytes, from, to) => written.push(bytes.subarray(from, to)),
  });
  expect(Buffer.concat(written).toString()).toBe(expected.slice(1));
  expect(parseStored(entry)).toEqual(JSON.parse(expected));
});
it('a value of another format is not taken for one', () => {
  expect(() => wireJson(new Entry('a', 1, Buffer.from('{"kind":"x"}')))).toThrow('unknown format');
});
it.each([
  [
    '{"kind":"A","apiVersion":"v1","metadata":{"name":"a","labels":{"x":"}]\\"{"}},"spec":{"metadata":{"name":"b"}}}',
    { name: 'a', labels: { x: '}]"{' } },
  ],
  [
    '{"a":null,"b":[{"metadata":1},"]"],"c":1.5,"metadata":{"finalizers":["\\\\"],"name":"ä"}}',
    { finalizers: ['\\'], name: 'ä' },
  ],
  ['{"metadata":{}}', {}],
])('the metadata of %s is read without the rest', (text, metadata) => {
  expect(parseStoredMetadata(new Entry('a', 1, packValue({ text, revisionAt: 1 })))).toEqual(metadata);
});
it.each(['{"kind":"A"}', '{', '{"metadata":{"name":"a', '{"metadata":{"name":nothing}}'])(
  'no metadata is read from %s',
  (text) => {
    const entry = new Entry('a', 1, packValue({ text, revisionAt: 1 }));
    expect(() => parseStoredMetadata(entry)).toThrow(DamagedRecord);
  },
);
