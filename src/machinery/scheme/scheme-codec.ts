import type { KubeObject } from '#meta';
import { parseJson, versionKindOf } from '../codec/json-parse.ts';
import { unwrapUnknown, wrapUnknown } from '../codec/protobuf-envelope.ts';
import { withRevision } from '../codec/typed-codec.ts';
import type { Decoded } from '../resource-definition.ts';
import { parseYaml } from '../yaml/index.ts';
import type { Scheme } from './scheme.ts';
import { SchemeError } from './scheme-error.ts';

export type MediaType = 'application/json' | 'application/yaml' | 'application/vnd.kubernetes.protobuf';

export interface DecodeSettings {
  readonly mediaType?: MediaType;
  /** What bytes are that do not say it themselves. */
  readonly kind?: { readonly apiVersion: string; readonly kind: string };
}

/** Bytes of any version to objects of the hub, and back to bytes of one version. */
export class SchemeCodec {
  readonly #scheme: Scheme;
  readonly #encodeAs: string | readonly string[];

  constructor(scheme: Scheme, encodeAs: string | readonly string[]) {
    this.#scheme = scheme;
    this.#encodeAs = encodeAs;
  }

  /** Decodes, fills in the defaults of the version, converts to the hub. */
  decode(bytes: Uint8Array, settings: DecodeSettings = {}): Decoded {
    const { object, strictErrors } = this.#decode(bytes, settings);
    this.#scheme.default(object);
    return { object: this.#scheme.recognize(object).version?.toHub(object) ?? object, strictErrors };
  }

  /** Converts an object of the hub to the version of the codec, and encodes it. */
  encode(hub: KubeObject, mediaType: MediaType = 'application/json'): Uint8Array {
    const object = this.#scheme.convertToVersion(hub, this.#encodeAs);
    const codec = this.#scheme.codecOf(object);
    const { apiVersion, kind } = object;
    if (mediaType === 'application/vnd.kubernetes.protobuf') {
      const raw = codec.protobuf?.encode(object);
      if (raw === undefined) throw new SchemeError([`${kind} of ${apiVersion} has no protobuf form`]);
      return wrapUnknown({ apiVersion, kind, raw });
    }
    const { resourceVersion } = object.metadata;
    const encoded = codec.encode(object);
    // JSON is YAML.
    return Buffer.from(resourceVersion === undefined ? encoded.text : withRevision(encoded, resourceVersion));
  }

  #decode(bytes: Uint8Array, { mediaType, kind }: DecodeSettings): Decoded {
    if (mediaType === 'application/vnd.kubernetes.protobuf') {
      const message = unwrapUnknown(bytes);
      const named = {
        apiVersion: message.apiVersion || kind?.apiVersion || '',
        kind: message.kind || kind?.kind || '',
      };
      const object = this.#scheme.codecOf(named).protobuf?.decode(message.raw);
      if (object === undefined) throw new SchemeError([`${named.kind} of ${named.apiVersion} has no protobuf form`]);
      return { object: { ...object, ...named } as KubeObject, strictErrors: [] };
    }
    const parse = mediaType === 'application/yaml' ? parseYaml : parseJson;
    const body = parse(bytes, { duplicates: true });
    const said = versionKindOf(body.value);
    const named = { apiVersion: said.apiVersion || kind?.apiVersion || '', kind: said.kind || kind?.kind || '' };
    return this.#scheme.codecOf(named).decode(body);
  }
}
