import type { KubeObject } from '#meta';
import type { Described, StructType } from '#schema';
import type { Decoded } from '../version-codec.ts';
import type { Scheme, TargetVersions } from './scheme.ts';
import { type DecodeSettings, type MediaType, Serializer } from './serializer.ts';

export interface CodecSettings {
  /** The version that objects are encoded in; without it they are encoded as they are. */
  readonly encodeAs?: TargetVersions;
  /** The version that objects are decoded into; without it the hub. */
  readonly decodeAs?: TargetVersions;
}

/** Decodes with defaults into a version or the hub, and encodes in a version. */
export interface SchemeCodec {
  decode(bytes: Uint8Array, settings?: DecodeSettings): Decoded;
  /** The same into a type that is given. */
  decodeInto<T>(bytes: Uint8Array, type: Described<T>, settings?: DecodeSettings): T;
  encode(object: KubeObject, mediaType?: MediaType): Uint8Array;
}

/** How bytes of one media type are read and written. */
export interface SerializerInfo {
  readonly mediaType: MediaType;
  readonly serializer: Serializer;
  /** Refuses unknown and duplicate fields. */
  readonly strictSerializer: Serializer;
  /** Writes indented text. Absent for protobuf. */
  readonly prettySerializer?: Serializer;
}

/** Decoders and encoders for the types of a scheme. */
export class CodecFactory {
  readonly #scheme: Scheme;

  constructor(scheme: Scheme) {
    this.#scheme = scheme;
  }

  /** What reads and writes each media type, in the version that the bytes and objects are in. */
  supportedMediaTypes(): readonly SerializerInfo[] {
    const of = (mediaType: MediaType): SerializerInfo => ({
      mediaType,
      serializer: this.serializer({ mediaType }),
      strictSerializer: this.serializer({ mediaType, strict: true }),
    });
    return [
      { ...of('application/json'), prettySerializer: this.serializer({ mediaType: 'application/json', pretty: true }) },
      of('application/yaml'),
      of('application/vnd.kubernetes.protobuf'),
    ];
  }

  serializer(settings: { mediaType: MediaType; pretty?: boolean; strict?: boolean }): Serializer {
    return new Serializer(this.#scheme, settings);
  }

  /** Reads bytes of any media type as what they say they are: nothing is defaulted or converted. */
  universalDeserializer(): Pick<Serializer, 'decode'> {
    return new Serializer(this.#scheme, {});
  }

  /** Reads bytes of any media type with defaults, into the first of the versions that the kind has, or into the hub. */
  universalDecoder(...versions: readonly string[]): Pick<SchemeCodec, 'decode' | 'decodeInto'> {
    return this.codec(versions.length === 0 ? {} : { decodeAs: versions });
  }

  /** Decodes what a serializer reads, with defaults, into a version, or into the hub. */
  decoderToVersion(serializer: Pick<Serializer, 'decode'>, version?: TargetVersions): Pick<SchemeCodec, 'decode'> {
    return { decode: (bytes, settings) => this.#decode(serializer, { bytes, settings, as: version }) };
  }

  /** Encodes in a version what a serializer writes. */
  encoderForVersion(serializer: Pick<Serializer, 'encode'>, version: TargetVersions): Pick<Serializer, 'encode'> {
    return { encode: (object) => serializer.encode(this.#scheme.unsafeConvertToVersion(object, version)) };
  }

  /** Encodes in the first of the versions that the kind has, and decodes into the hub. */
  legacyCodec(...versions: readonly string[]): SchemeCodec {
    return this.codec({ encodeAs: versions });
  }

  codec({ encodeAs, decodeAs }: CodecSettings): SchemeCodec {
    const scheme = this.#scheme;
    const any = new Serializer(scheme, {});
    return {
      decode: (bytes, settings) => this.#decode(any, { bytes, settings, as: decodeAs }),
      decodeInto: <T>(bytes: Uint8Array, type: Described<T>, settings?: DecodeSettings) =>
        scheme.convert(this.#defaulted(any, { bytes, settings: intoType(scheme, type, settings) }).object, type),
      encode(object, mediaType = 'application/json') {
        const shown = encodeAs === undefined ? object : scheme.unsafeConvertToVersion(object, encodeAs);
        return new Serializer(scheme, { mediaType }).encode(shown);
      },
    };
  }

  #decode(serializer: Pick<Serializer, 'decode'>, work: DecodeWork): Decoded {
    const { object, strictErrors } = this.#defaulted(serializer, work);
    const converted =
      work.as === undefined
        ? this.#scheme.unsafeConvertToVersion(object, this.#scheme.hubVersionOf(object))
        : this.#scheme.unsafeConvertToVersion(object, work.as);
    return { object: converted as Decoded['object'], strictErrors };
  }

  #defaulted(serializer: Pick<Serializer, 'decode'>, { bytes, settings }: DecodeWork): Decoded {
    const decoded = serializer.decode(bytes, settings);
    this.#scheme.default(decoded.object);
    return decoded;
  }
}

interface DecodeWork {
  readonly bytes: Uint8Array;
  readonly settings?: DecodeSettings | undefined;
  readonly as?: TargetVersions | undefined;
}

/** Bytes that do not say what they are are read as the type that is wanted. */
function intoType(scheme: Scheme, type: StructType, settings: DecodeSettings = {}): DecodeSettings {
  const [gvk] = scheme.objectKinds(type);
  if (gvk === undefined || settings.kind !== undefined) return settings;
  const { group, version, kind } = gvk;
  return { ...settings, kind: { apiVersion: group === '' ? version : `${group}/${version}`, kind } };
}
