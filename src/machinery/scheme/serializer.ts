import type { KubeObject } from '#meta';
import { parseJson, versionKindOf } from '../codec/json-parse.ts';
import { unwrapUnknown, wrapUnknown } from '../codec/protobuf-envelope.ts';
import { strictDecodingError } from '../codec/typed-codec.ts';
import { type Decoded, DecodeError } from '../version-codec.ts';
import { parseYaml, toYaml } from '../yaml/index.ts';
import type { Named, Scheme } from './scheme.ts';
import { SchemeError } from './scheme-error.ts';

export type MediaType = 'application/json' | 'application/yaml' | 'application/vnd.kubernetes.protobuf';

export interface DecodeSettings {
  /** What the bytes are; without it they are looked at. */
  readonly mediaType?: MediaType;
  /** The kind and version of bytes that name none. */
  readonly kind?: Named;
}

export interface SerializerSettings {
  /** What is read and written; without it whatever comes is read, and JSON written. */
  readonly mediaType?: MediaType;
  /** Writes indented JSON. */
  readonly pretty?: boolean;
  /** Refuses unknown and duplicate fields. */
  readonly strict?: boolean;
}

/** Bytes of a version to its objects and back. Nothing is defaulted or converted. */
export class Serializer {
  readonly #scheme: Scheme;
  readonly #settings: SerializerSettings;

  constructor(scheme: Scheme, settings: SerializerSettings) {
    this.#scheme = scheme;
    this.#settings = settings;
  }

  /** Throws a `DecodeError` for what cannot be read, and a `SchemeError` for what nobody knows. */
  decode(bytes: Uint8Array, { mediaType = this.#settings.mediaType, kind }: DecodeSettings = {}): Decoded {
    const media = mediaType ?? mediaTypeOf(bytes);
    const decoded =
      media === 'application/vnd.kubernetes.protobuf' ? this.#message(bytes, kind) : this.#text(bytes, { media, kind });
    if (this.#settings.strict && decoded.strictErrors.length > 0) {
      throw new DecodeError(strictDecodingError(decoded.strictErrors));
    }
    return decoded;
  }

  encode(object: KubeObject): Uint8Array {
    const { mediaType, pretty } = this.#settings;
    if (mediaType === 'application/vnd.kubernetes.protobuf') return this.#encodeMessage(object);
    const text = this.#scheme.encodeText(object);
    if (mediaType !== 'application/yaml') return Buffer.from(pretty ? indented(text) : `${text}\n`);
    return Buffer.from(toYaml(parseJson(Buffer.from(text), { duplicates: false }).value));
  }

  #encodeMessage(object: KubeObject): Uint8Array {
    const { apiVersion, kind } = object;
    const raw = this.#scheme.codecOf(object).protobuf?.encode(object);
    if (raw === undefined) throw new SchemeError([`${kind} of ${apiVersion} has no protobuf form`]);
    return wrapUnknown({ apiVersion, kind, raw });
  }

  #message(bytes: Uint8Array, kind: Named | undefined): Decoded {
    const message = unwrapUnknown(bytes);
    const named = namedOf(message, kind);
    const object = this.#scheme.codecOf(named).protobuf?.decode(message.raw);
    if (object === undefined) throw new SchemeError([`${named.kind} of ${named.apiVersion} has no protobuf form`]);
    return { object: { ...object, ...named } as Decoded['object'], strictErrors: [] };
  }

  #text(bytes: Uint8Array, { media, kind }: { media: MediaType; kind: Named | undefined }): Decoded {
    const body = (media === 'application/yaml' ? parseYaml : parseJson)(bytes, { duplicates: true });
    return this.#scheme.codecOf(namedOf(versionKindOf(body.value), kind)).decode(body);
  }
}

function namedOf(said: Named, kind: Named | undefined): Named {
  return { apiVersion: said.apiVersion || kind?.apiVersion || '', kind: said.kind || kind?.kind || '' };
}

const magic = Buffer.from('k8s\0');

/** Protobuf says what it is; JSON begins with a brace; all else is YAML. */
function mediaTypeOf(bytes: Uint8Array): MediaType {
  if (magic.equals(bytes.subarray(0, magic.length))) return 'application/vnd.kubernetes.protobuf';
  const first = bytes.find((byte) => byte > 0x20);
  return first === 0x7b ? 'application/json' : 'application/yaml';
}

/** Two spaces for each level, as Go writes it. The text is valid JSON without spaces: only its strings are looked out for. */
function indented(json: string): string {
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  return `${json.replace(/"(?:\\.|[^"\\])*"|[[{]\s*[\]}]|[[{\]},:]/g, (token) => {
    if (token.length > 1) return token;
    if (token === ':') return ': ';
    if (token === ',') return `,${line()}`;
    depth += token === '{' || token === '[' ? 1 : -1;
    return token === '{' || token === '[' ? token + line() : line() + token;
  })}\n`;
}
