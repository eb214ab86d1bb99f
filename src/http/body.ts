import {
  bodiesNameKind,
  type Catalog,
  DecodeError,
  diagnose,
  encodeJson,
  type FieldValidation,
  firstUnknownField,
  isCustom,
  NULL_API_VERSION,
  type ParsedBody,
  parseCbor,
  parseJson,
  parseYaml,
  requireCborMap,
  requireTypedCbor,
  type ServedResource,
  strictDecodingError,
  unrecognizedBody,
  unwrapUnknown,
  versionKindOf,
} from '#machinery';
import {
  apiErrors,
  apiVersionOf,
  isJsonObject,
  type Json,
  type JsonObject,
  parseApiVersion,
  type Versioned,
} from '#meta';
import { type Media, mediaTypes, type OfferedMedia, offeredMedia, offeredTypes } from './negotiate.ts';
import { knownBeside, otherKindFault, type Said, unconvertible } from './other-kind.ts';

interface Body {
  readonly bytes: Buffer;
  readonly contentType: string | undefined;
  readonly fieldValidation: FieldValidation;
  readonly warn: (text: string) => void;
}

interface ReaderOptions {
  /** Other versions, as `GROUP/VERSION`, of the kind that have the same fields. */
  readonly alsoTakes?: ReadonlySet<string> | undefined;
  readonly cbor?: boolean | undefined;
}

const none: ReadonlySet<string> = new Set();

/** Reads request bodies that hold an object of one resource. */
export class BodyReader {
  readonly #catalog: Catalog;
  readonly #served: ServedResource;
  readonly #alsoTakes: ReadonlySet<string>;
  readonly #offered: OfferedMedia;

  constructor(catalog: Catalog, served: ServedResource, { alsoTakes = none, cbor }: ReaderOptions = {}) {
    this.#catalog = catalog;
    this.#served = served;
    this.#alsoTakes = alsoTakes;
    this.#offered = { cbor };
  }

  /** The object, in the version of the request, with its types checked and unknown fields reported and gone. */
  read(body: Body): Versioned {
    const media = mediaOf(body.contentType, this.#offered);
    if (media === 'protobuf') return this.#readProtobuf(body);
    if (media === 'cbor') return this.#readCbor(body);
    const parsed = this.#parse(body, media);
    return this.decode(parsed, body);
  }

  /** The same for a body that is parsed already (a patch's result). */
  decode(parsed: ParsedBody, { bytes, fieldValidation, warn, reports = asTheyAre }: DecodedBody): Versioned {
    const namesKind = bodiesNameKind(this.#served);
    const { value, overwritten } = parsed;
    const said = this.#recognizing(bytes, () => versionKindOf(value, { anyCase: !namesKind, overwritten }));
    const meant = namesKind ? this.#ownTarget(said, { bytes, value }) : this.#target(said, bytes);
    const body = namesKind ? { ...parsed, value: { ...(value as JsonObject), ...said } } : parsed;
    const decoded = this.#handling(meant, () => {
      const { object, strictErrors } = meant.target.versionDefinition.codec.decode(body);
      // An object of another kind is refused for that, whatever else is wrong with it.
      this.#refuseOtherKind(meant.target);
      tell(reports(strictErrors), fieldValidation, warn);
      return object;
    });
    this.#refuseOtherVersion(meant);
    return decoded;
  }

  #parse({ bytes, fieldValidation }: Body, media: Media): ParsedBody {
    const duplicates = fieldValidation !== 'Ignore';
    return this.#recognizing(bytes, () =>
      media === 'yaml' ? parseYaml(bytes, { duplicates }) : parseJson(bytes, { duplicates: true, anyNumber: true }),
    );
  }

  #readCbor({ bytes, fieldValidation, warn }: Body): Versioned {
    const own = this.#served;
    if (isCustom(own)) return this.decode(this.#customCbor(bytes), { bytes, fieldValidation: 'Ignore', warn });
    this.#recognizing(bytes, () => requireTypedCbor(bytes));
    const parsed = this.#handling(this.#ownMeaning(), () => parseCbor(bytes, { typed: true }));
    return this.decode(parsed, {
      bytes,
      fieldValidation,
      warn,
      reports: (told) => firstUnknownField(parsed.value, told),
    });
  }

  /** Of a custom resource nobody asks what it is before it is read, and its fields are not told. */
  #customCbor(bytes: Buffer): ParsedBody {
    let parsed: ParsedBody;
    try {
      requireCborMap(bytes);
      parsed = parseCbor(bytes);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.#recognizing(bytes, () => requireTypedCbor(bytes));
      throw this.#cannotHandle(this.#ownMeaning(), error.message);
    }
    const { kind, apiVersion } = isJsonObject(parsed.value) ? parsed.value : {};
    const isMissing = (said: Json | undefined): boolean => typeof said !== 'string' || said === '';
    if (isMissing(kind)) {
      throw this.#unrecognized(new DecodeError(`Object 'Kind' is missing in '${diagnose(bytes)}'`), bytes);
    }
    if (isMissing(apiVersion)) {
      throw this.#cannotHandle(
        { kind: String(kind), apiVersion: '' },
        `Object 'apiVersion' is missing in '${diagnose(bytes)}'`,
      );
    }
    return parsed;
  }

  #readProtobuf({ bytes }: Body): Versioned {
    const { apiVersion, kind, raw } = this.#recognizing(bytes, () => unwrapUnknown(bytes));
    const meant = this.#target({ apiVersion, kind }, bytes);
    const decoded = this.#handling(meant, () => {
      const { codec } = meant.target.versionDefinition;
      if (codec.protobuf === undefined) throw unknownMediaType(this.#offered);
      const value = codec.protobuf.decode(raw);
      const typed = { ...value, kind: meant.kind, apiVersion: apiVersionOf(meant.target) };
      const { object } = codec.decode({ value: typed, duplicates: [] });
      this.#refuseOtherKind(meant.target);
      return object;
    });
    this.#refuseOtherVersion(meant);
    return decoded;
  }

  /** A custom resource must name its kind; its rules say whether that is the one of the path. */
  #ownTarget({ apiVersion, kind }: Said, { bytes, value }: { readonly bytes: Buffer; readonly value?: Json }): Meant {
    if (kind === '') {
      const shown = encodeJson(value ?? null);
      throw this.#unrecognized(new DecodeError(`Object 'Kind' is missing in '${shown}'`), bytes);
    }
    if (parseApiVersion(apiVersion) === undefined) throw this.#unrecognized(noGroupVersion(apiVersion), bytes);
    if (isJsonObject(value) && value.apiVersion === null)
      throw this.#cannotHandle({ kind, apiVersion }, NULL_API_VERSION);
    return { target: this.#served, kind, apiVersion };
  }

  #ownMeaning(): Meant {
    const own = this.#served;
    return { target: own, kind: own.definition.kind, apiVersion: apiVersionOf(own) };
  }

  /** What the body says it is, or the resource's own kind and version where it does not say. */
  #target(said: Said, bytes: Buffer): Meant {
    const own = this.#served;
    const kind = said.kind || own.definition.kind;
    const groupVersion = parseApiVersion(said.apiVersion);
    if (groupVersion === undefined) throw this.#unrecognized(noGroupVersion(said.apiVersion), bytes);
    const saysNone = groupVersion.group === '' && groupVersion.version === '';
    const apiVersion = apiVersionOf(saysNone ? own : groupVersion);
    const meant = { kind, apiVersion };
    if (kind === own.definition.kind && this.#mayDecode(apiVersion)) return { ...meant, target: own };
    if (groupVersion.version === '' && !saysNone)
      throw this.#cannotHandle(meant, `Object 'apiVersion' is missing in '${bytes.toString()}'`);
    const target = knownBeside(this.#catalog, own, meant);
    if (target !== undefined) return { ...meant, target };
    throw this.#cannotHandle(meant, otherKindFault(this.#catalog, own, meant));
  }

  /** In the version of the path, in one that has the same fields, or in one that was served long ago. */
  #mayDecode(apiVersion: string): boolean {
    const own = this.#served;
    return (
      apiVersion === apiVersionOf(own) ||
      this.#alsoTakes.has(apiVersion) ||
      own.definition.formerly?.has(apiVersion) === true
    );
  }

  #refuseOtherKind(target: ServedResource): void {
    const own = this.#served;
    if (target.definition === own.definition) return;
    // Objects of one storage prefix share a hub and could be converted.
    const { storagePrefix, kind } = own.definition;
    if (target.definition.storagePrefix === storagePrefix && target.definition.kind === kind) return;
    throw new DecodeError(unconvertible({ kind: target.definition.kind, version: target.version }, own));
  }

  /** The body must be of the version of the path, or of one that has the same fields. */
  #refuseOtherVersion({ apiVersion }: Meant): void {
    const expected = apiVersionOf(this.#served);
    if (apiVersion === expected || this.#alsoTakes.has(apiVersion)) return;
    throw apiErrors.badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
    );
  }

  #unrecognized(error: DecodeError, bytes: Buffer): Error {
    return apiErrors.badRequest(unrecognizedBody(this.#served.definition.kind, error, bytes));
  }

  #recognizing<T>(bytes: Buffer, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      throw this.#unrecognized(error, bytes);
    }
  }

  #handling<T>(said: Said, decode: () => T): T {
    try {
      return decode();
    } catch (error) {
      if (error instanceof DecodeError) throw this.#cannotHandle(said, error.message);
      throw error;
    }
  }

  #cannotHandle({ kind, apiVersion }: Said, why: string): Error {
    const version = parseApiVersion(apiVersion)?.version ?? '';
    return apiErrors.badRequest(
      `${kind} in version "${version}" cannot be handled as a ${this.#served.definition.kind}: ${why}`,
    );
  }
}

interface DecodedBody extends Pick<Body, 'bytes' | 'fieldValidation' | 'warn'> {
  /** What is told of fields that nobody knows. */
  readonly reports?: (strictErrors: readonly string[]) => readonly string[];
}

const asTheyAre = (strictErrors: readonly string[]): readonly string[] => strictErrors;

/** What a body is taken for, and what it is decoded as. */
interface Meant extends Said {
  readonly target: ServedResource;
}

const noGroupVersion = (apiVersion: string): DecodeError =>
  new DecodeError(`unexpected GroupVersion string: ${apiVersion}`);

/** Unknown and duplicate fields become an error, a warning each, or nothing. */
function tell(strictErrors: readonly string[], fieldValidation: FieldValidation, warn: (text: string) => void): void {
  if (strictErrors.length === 0 || fieldValidation === 'Ignore') return;
  if (fieldValidation === 'Strict') throw new DecodeError(strictDecodingError(strictErrors));
  for (const text of strictErrors) warn(text);
}

export function mediaOf(contentType: string | undefined, offered: OfferedMedia): Media {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '') return 'json';
  for (const media of offeredMedia(offered)) if (mediaTypes[media] === type) return media;
  throw unknownMediaType(offered);
}

function unknownMediaType(offered: OfferedMedia): Error {
  const known = offeredTypes(offered).join(', ');
  return apiErrors.unsupportedMediaType(
    `the body of the request was in an unknown format - accepted media types include: ${known}`,
  );
}
