import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, KubeObject } from '#meta';
import { arbitraryObject } from '../testing/arbitrary-object.ts';
import { widgets } from '../testing/widget-types.ts';
import { DecodeError } from '../version-codec.ts';
import { parseYaml, toYaml } from '../yaml/index.ts';
import { encodeJson } from './go-json.ts';
import { parseJson } from './json-parse.ts';
import { unwrapUnknown } from './protobuf-envelope.ts';
import { typedCodec } from './typed-codec.ts';

const type = widgets.type('Widget');
const codec = typedCodec(type, { group: 'example.k8s.io', version: 'v1', kind: 'Widget' });
const objects = arbitraryObject(type, codec);

/** A list that is always written is null when it is empty. */
function emptyArgsAsNull(value: Json): Json {
  if (Array.isArray(value)) return value.map(emptyArgsAsNull);
  if (typeof value !== 'object' || value === null) return value;
  const shown = (name: string, held: Json): Json =>
    name === 'args' && Array.isArray(held) && held.length === 0 ? null : emptyArgsAsNull(held);
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, shown(name, held as Json)]));
}

describe('laws of the codecs', () => {
  it('JSON: decoding what was encoded gives the same object without the lists that are empty', () => {
    fc.assert(
      fc.property(objects, (object) => {
        const encoded = codec.encode(object).text;
        const { object: again, strictErrors } = codec.decode(parseJson(Buffer.from(encoded), { duplicates: true }));
        expect(strictErrors).toEqual([]);
        const read = codec.asEncoded?.(object) as KubeObject;
        const { resourceVersion: _, ...metadata } = read.metadata;
        expect(again).toEqual({ ...(emptyArgsAsNull(read) as KubeObject), metadata });
      }),
      { numRuns: 300 },
    );
  });

  it('protobuf: decoding what was encoded gives the same object', () => {
    fc.assert(
      fc.property(objects, (object) => {
        const { protobuf } = codec;
        if (protobuf === undefined) throw new Error('no protobuf');
        const bytes = protobuf.encode(object);
        const again = protobuf.decode(bytes);
        expect(Buffer.compare(protobuf.encode(again), bytes)).toBe(0);
        // An empty list and none are the same message.
        expect(codec.encode(again as KubeObject).text).toBe(codec.encode(object).text);
      }),
      { numRuns: 300 },
    );
  });

  it('YAML: what is written is read again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string({ unit: 'grapheme' }), fc.jsonValue())), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        expect(asDoubles(parseYaml(Buffer.from(toYaml(json)), { duplicates: true }).value)).toEqual(json);
      }),
      { numRuns: 300 },
    );
  });

  it('the exact parser agrees with the native one', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1), (json, indent) => {
        const pretty = JSON.stringify(JSON.parse(json), null, indent);
        expect(asDoubles(parseJson(Buffer.from(pretty), { duplicates: true }).value)).toEqual(JSON.parse(pretty));
      }),
    );
  });

  it('no bytes crash a decoder or touch a prototype', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string().map((value) => Buffer.from(value)),
      objects.chain((object) => mutated(codec.protobuf?.encode(object) ?? new Uint8Array())),
      objects.chain((object) => mutated(Buffer.from(codec.encode(object).text))),
    );
    const prototype = Object.getOwnPropertyNames(Object.prototype).sort().join();
    const decoders: ((input: Uint8Array) => unknown)[] = [
      (input) => codec.decode(parseJson(input, { duplicates: true })),
      (input) => codec.decode(parseYaml(input, { duplicates: true })),
      (input) => codec.protobuf?.decode(input),
      (input) => unwrapUnknown(input),
    ];
    fc.assert(
      fc.property(bytes, (input) => {
        for (const decode of decoders) onlyDecodeErrors(() => decode(input));
        expect(Object.getOwnPropertyNames(Object.prototype).sort().join()).toBe(prototype);
      }),
      { numRuns: 500 },
    );
  });
});

function mutated(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const change = fc.tuple(fc.nat({ max: Math.max(bytes.length - 1, 0) }), fc.nat({ max: 255 }));
  return fc.array(change, { maxLength: 3 }).map((changes) => {
    const copy = Uint8Array.from(bytes);
    for (const [at, byte] of changes) if (at < copy.length) copy[at] = byte;
    return copy;
  });
}

function onlyDecodeErrors(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
  }
}

/** The native parser knows no other numbers. */
function asDoubles(value: Json): unknown {
  return JSON.parse(encodeJson(value));
}
