import { expect, it } from 'vitest';
import { DecodeError, parseJson } from '#machinery';
import type { Json } from '#meta';
import { compileSchema } from '#schema';
import { untypedCodec } from './untyped-codec.ts';

const nested = (levels: number): Json => {
  let value: Json = {};
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
};

const schema = compileSchema({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true });
const codec = untypedCodec({
  kind: 'Box',
  apiVersion: 'example.com/v1',
  schema: () => schema,
} as unknown as Parameters<typeof untypedCodec>[0]);

it('refuses a number that no float can hold, wherever it is', () => {
  const body = parseJson(Buffer.from('{"spec":{"a":[-1e309]}}'), { duplicates: false, anyNumber: true });
  expect(() => codec.decode(body)).toThrow('json: cannot unmarshal number -1e309 into Go value of type float64');
});

it('refuses an object that is nested deeper than can be walked', () => {
  const decode = (levels: number) =>
    codec.decode({ value: { metadata: { name: 'b' }, spec: nested(levels) }, duplicates: [] });
  expect(() => decode(100)).not.toThrow();
  expect(() => decode(20_000)).toThrow(DecodeError);
});
