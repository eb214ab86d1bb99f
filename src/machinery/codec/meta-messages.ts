import { type DeleteOptions, isJsonObject, parseApiVersion } from '#meta';
import { discoveryV2, metaV1 } from '#schema';
import { requireTypedCbor } from '../cbor/cbor-body.ts';
import { parseCbor } from '../cbor/parse-cbor.ts';
import { DecodeError, type ParsedBody, type ProtobufCodec } from '../version-codec.ts';
import { parseYaml } from '../yaml/index.ts';
import { decodeTyped } from './decode-typed.ts';
import { JsonError } from './exact-json.ts';
import { parseJson, versionKindOf } from './json-parse.ts';
import { protobufCodec } from './protobuf.ts';
import { unwrapUnknown } from './protobuf-envelope.ts';
import { planOf } from './type-plan.ts';

const codecs = new Map<string, ProtobufCodec>();

/** The protobuf form of a type of meta/v1 (`ListMeta`, `Status`, `WatchEvent`, …) and of `APIGroupDiscoveryList`. */
export function metaProtobuf(name: string): ProtobufCodec {
  const library = name === 'APIGroupDiscoveryList' ? discoveryV2 : metaV1;
  const known = codecs.get(name) ?? protobufCodec(library.type(name));
  codecs.set(name, known);
  return known;
}

/** Deletion options from a request's body. Any apiVersion will do; unknown fields are let pass. Throws a `DecodeError`. */
export function decodeDeleteOptions(bytes: Uint8Array, media: 'json' | 'yaml' | 'protobuf' | 'cbor'): DeleteOptions {
  const body = bodyIn(bytes, media);
  const { value: options } = decodeTyped(planOf(metaV1.type('DeleteOptions')), body);
  return { ...options, dryRun: options.dryRun ?? [] } as unknown as DeleteOptions;
}

function bodyIn(bytes: Uint8Array, media: 'json' | 'yaml' | 'protobuf' | 'cbor'): ParsedBody {
  if (media === 'protobuf') return fromProtobuf(bytes);
  return media === 'cbor' ? fromCbor(bytes) : fromText(bytes, media);
}

function fromProtobuf(bytes: Uint8Array): ParsedBody {
  const { apiVersion, kind, raw } = unwrapUnknown(bytes);
  checkKind(apiVersion, kind);
  return { value: metaProtobuf('DeleteOptions').decode(raw), duplicates: [] };
}

function fromCbor(bytes: Uint8Array): ParsedBody {
  requireTypedCbor(bytes);
  const body = parseCbor(bytes, { typed: true });
  const { apiVersion, kind } = versionKindOf(body.value);
  checkKind(apiVersion === '' ? 'meta.k8s.io/v1' : apiVersion, kind);
  return isJsonObject(body.value) ? body : { value: {}, duplicates: [] };
}

function fromText(bytes: Uint8Array, media: 'json' | 'yaml'): ParsedBody {
  const options = { duplicates: true, anyNumber: true };
  try {
    const body = media === 'yaml' ? parseYaml(bytes, options) : parseJson(bytes, options);
    const { apiVersion, kind } = versionKindOf(body.value, body);
    checkKind(apiVersion, kind);
    return isJsonObject(body.value) ? body : { value: {}, duplicates: [] };
  } catch (error) {
    if (error instanceof JsonError)
      throw new DecodeError(`couldn't get version/kind; json parse error: ${error.message}`);
    throw error;
  }
}

function checkKind(apiVersion: string, kind: string): void {
  if (parseApiVersion(apiVersion) === undefined) throw new DecodeError(`unexpected GroupVersion string: ${apiVersion}`);
  if (kind === '' || kind === 'DeleteOptions') return;
  const scheme = 'k8s.io/apimachinery/pkg/apis/meta/internalversion/scheme/register.go:27';
  throw new DecodeError(`no kind "${kind}" is registered for version "${apiVersion}" in scheme "${scheme}"`);
}
