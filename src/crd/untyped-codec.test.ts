import { expect, it } from 'vitest';
import { DecodeError } from '#machinery';
import type { Json } from '#meta';
import { compileSchema } from '#schema';
import { untypedCodec } from './untyped-codec.ts';

const nested = (levels: number): Json => {
  let value: Json = {};
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
};

it('refuses an object that is nested deeper than can be walked', () => {
  const schema = compileSchema({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true });
  const codec = untypedCodec({
    kind: 'Box',
    apiVersion: 'example.com/v1',
    schema: () => schema,
  } as unknown as Parameters<typeof untypedCodec>[0]);
  const decode = (levels: number) =>
    codec.decode({ value: { metadata: { name: 'b' }, spec: nested(levels) }, duplicates: [] });
  expect(() => decode(100)).not.toThrow();
  expect(() => decode(20_000)).toThrow(DecodeError);
});
