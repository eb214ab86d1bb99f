import { isJsonObject, type Json } from '#meta';
import { encodeJson, sortedKeys } from '../codec/go-json.ts';
import { type JsonOptions, parseJson } from '../codec/json-parse.ts';
import { DecodeError, type ParsedBody } from '../version-codec.ts';
import { type DecodedDocument, Decoder } from './decode.ts';
import { Parser } from './parser.ts';
import { readSource } from './source.ts';

type YamlOptions = JsonOptions;

/**
 * The first document of a YAML 1.1 body as JSON, read as go-yaml reads it. Duplicate keys are reported in its words
 * (`line 6: key "a" already set in map`); the last one wins. Takes time in proportion to the length.
 */
export function parseYaml(bytes: Uint8Array, options: YamlOptions): ParsedBody {
  const { value, duplicates, hasOddNumbers } = decodeFirst(bytes, options);
  if (!hasOddNumbers) return { value, duplicates };
  return { ...parseJson(Buffer.from(asJson(value)), { ...options, duplicates: false }), duplicates };
}

function decodeFirst(bytes: Uint8Array, options: YamlOptions): DecodedDocument {
  const root = new Parser(readSource(bytes)).parse();
  if (root === undefined) return { value: null, duplicates: [], hasOddNumbers: false };
  return new Decoder(options).decode(root);
}

function asJson(value: Json): string {
  const odd = firstNotFinite(value);
  if (odd === undefined) return encodeJson(value);
  const name = Number.isNaN(odd) ? 'NaN' : odd > 0 ? '+Inf' : '-Inf';
  throw new DecodeError(`json: unsupported value: ${name}`);
}

/** The first number, in the order in which Go writes, that JSON has no word for. */
function firstNotFinite(root: Json): number | undefined {
  const waiting: Json[] = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'number' && !Number.isFinite(value)) return value;
    if (Array.isArray(value)) for (let at = value.length - 1; at >= 0; at--) waiting.push(value[at] ?? null);
    else if (isJsonObject(value)) for (const key of sortedKeys(value).reverse()) waiting.push(value[key] ?? null);
  }
  return undefined;
}
