import { admissionKinds, STATIC_SUFFIX } from '#apis';
import {
  DecodeError,
  encodeJson,
  JsonError,
  type ParsedBody,
  parseJson,
  parseYaml,
  type RequestContext,
  type ResourceDefinition,
  strictDecodingError,
  type VersionDefinition,
  versionKindOf,
} from '#machinery';
import {
  type FieldError,
  formatFieldError,
  goQuote,
  type Hub,
  isJsonObject,
  type Json,
  type JsonObject,
  type KubeObject,
  parseApiVersion,
  type Versioned,
} from '#meta';
import type { ManifestFiles } from './manifest-files.ts';
import { refuseAddresses, refuseParameters, requirePolicies } from './manifest-rules.ts';

/** What a plugin takes from its files: configurations, or policies and their bindings. */
interface ManifestPlugin {
  readonly kinds: readonly string[];
  /** Throws if an object may not lie in a file, though it is well formed. */
  check(object: KubeObject, file: string): void;
  /** Throws if they do not belong together. */
  checkAll?(objects: ReadonlyMap<string, readonly KubeObject[]>): void;
}

const manifestPlugins = {
  ValidatingAdmissionWebhook: { kinds: ['ValidatingWebhookConfiguration'], check: refuseAddresses },
  MutatingAdmissionWebhook: { kinds: ['MutatingWebhookConfiguration'], check: refuseAddresses },
  ValidatingAdmissionPolicy: {
    kinds: ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'],
    check: refuseParameters,
    checkAll: requirePolicies('ValidatingAdmissionPolicy'),
  },
  MutatingAdmissionPolicy: {
    kinds: ['MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding'],
    check: refuseParameters,
    checkAll: requirePolicies('MutatingAdmissionPolicy'),
  },
} satisfies { readonly [plugin: string]: ManifestPlugin };

export type ManifestPluginName = keyof typeof manifestPlugins;

/** Objects by the name of their kind, each in order of name. */
export type LoadedManifests = ReadonlyMap<string, readonly KubeObject[]>;

/**
 * The objects in the files of a plugin, with their defaults, as they would be stored. Throws in upstream's words if one of
 * them is not right. k8s: pkg/admission/plugin/{webhook,policy}/manifest/loader
 */
export function loadManifests(plugin: ManifestPluginName, { documents }: ManifestFiles): LoadedManifests {
  const loader = new Loader(manifestPlugins[plugin]);
  for (const { file, text } of documents) {
    try {
      loader.add(decodeText(text), file);
    } catch (error) {
      throw new Error(`error loading ${file}: ${(error as Error).message}`, { cause: error });
    }
  }
  return loader.finish();
}

const GROUP = 'admissionregistration.k8s.io';
const definitions: ReadonlyMap<string, ResourceDefinition> = new Map(admissionKinds.map((one) => [one.kind, one]));

/** What a document holds, read but not yet looked at. */
type Manifest =
  | { readonly items: readonly Source[] }
  | {
      readonly definition: ResourceDefinition;
      /** As it was written: of one object, or of a list of them. */
      readonly kind: string;
      readonly version: string;
      readonly objects: readonly Versioned[];
    };

class Loader {
  readonly #plugin: ManifestPlugin;
  readonly #objects: Map<string, KubeObject[]>;
  /** In which file a name was seen, by kind. */
  readonly #seen: ReadonlyMap<string, Map<string, string>>;

  constructor(plugin: ManifestPlugin) {
    this.#plugin = plugin;
    this.#objects = new Map(plugin.kinds.map((kind) => [kind, []]));
    this.#seen = new Map(plugin.kinds.map((kind) => [kind, new Map()]));
  }

  add(manifest: Manifest, file: string): void {
    if ('items' in manifest) {
      for (const item of manifest.items) this.add(decodeItem(item), file);
      return;
    }
    const { definition, kind, version, objects } = manifest;
    if (version !== 'v1' || !this.#plugin.kinds.includes(definition.kind)) {
      throw new Error(`unsupported resource type *${version}.${kind}`);
    }
    const whole = objects.map((object) => defaultAndValidate(definition, object));
    for (const object of whole) this.#take(definition.kind, object, file);
  }

  #take(kind: string, object: KubeObject, file: string): void {
    const { name = '' } = object.metadata;
    const seen = this.#seen.get(kind) as Map<string, string>;
    if (name === '') throw new Error(`resource in file ${goQuote(file)} must have a name`);
    if (!name.endsWith(STATIC_SUFFIX)) {
      throw new Error(
        `${goQuote(name)} in file ${goQuote(file)} must have a name ending with ${goQuote(STATIC_SUFFIX)}`,
      );
    }
    const before = seen.get(name);
    if (before !== undefined) {
      const where = `found in file ${goQuote(file)} (previously seen in ${goQuote(before)})`;
      throw new Error(`duplicate name ${goQuote(name)} ${where}`);
    }
    seen.set(name, file);
    this.#plugin.check(object, file);
    this.#objects.get(kind)?.push(object);
  }

  finish(): LoadedManifests {
    this.#plugin.checkAll?.(this.#objects);
    for (const objects of this.#objects.values()) objects.sort(byName);
    return this.#objects;
  }
}

const byName = (
  { metadata: { name: one = '' } }: KubeObject,
  { metadata: { name: other = '' } }: KubeObject,
): number => (one < other ? -1 : one > other ? 1 : 0);

/** What was parsed, and the text of it for messages. */
interface Source {
  readonly body: ParsedBody;
  readonly text: string;
}

function decodeText(text: string): Manifest {
  const bytes = Buffer.from(text);
  const body = recognizing(() =>
    text.startsWith('{')
      ? parseJson(bytes, { duplicates: true, anyNumber: true })
      : parseYaml(bytes, { duplicates: true }),
  );
  return decode({ body, text });
}

function decode({ body, text }: Source): Manifest {
  const { apiVersion, kind } = recognizing(() => versionKindOf(body.value));
  if (kind === '') throw new Error(`Object 'Kind' is missing in '${text}'`);
  if (apiVersion === '') throw new Error(`Object 'apiVersion' is missing in '${text}'`);
  if (apiVersion === 'v1' && kind === 'List') {
    return { items: itemsOf(body).map((value) => ({ body: { value, duplicates: [] }, text: encodeJson(value) })) };
  }
  const definition = definitions.get(kind.replace(/List$/, ''));
  const version = parseApiVersion(apiVersion);
  const known = version?.group === GROUP ? definition?.versions.get(version.version) : undefined;
  if (definition === undefined || version === undefined || known === undefined) throw unregistered(apiVersion, kind);
  const objects =
    kind === definition.kind
      ? [decodeStrictly(known, body)]
      : decodeList(known, body, { apiVersion, kind: definition.kind });
  return { definition, kind, version: version.version, objects };
}

function decodeItem(item: Source): Manifest {
  try {
    return decode(item);
  } catch (error) {
    throw new Error(`failed to decode list item: ${(error as Error).message}`, { cause: error });
  }
}

function recognizing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new Error(`couldn't get version/kind; json parse error: ${error.message}`, { cause: error });
  }
}

function decodeStrictly({ codec }: VersionDefinition, body: ParsedBody): Versioned {
  const { object, strictErrors } = codec.decode(body);
  if (strictErrors.length > 0) throw new DecodeError(strictDecodingError(strictErrors));
  return object;
}

/** The objects of a list of one kind, which need not say their kind. What nobody knows is told with its place. */
function decodeList({ codec }: VersionDefinition, body: ParsedBody, typeMeta: JsonObject): readonly Versioned[] {
  const decoded = itemsOf(body).map((value) =>
    codec.decode({ value: isJsonObject(value) ? { ...value, ...typeMeta } : value, duplicates: [] }),
  );
  const told = decoded.flatMap(({ strictErrors }, at) =>
    strictErrors.map((text) => text.replace(/ field "/, ` field "items[${at}].`)),
  );
  if (told.length > 0) throw new DecodeError(strictDecodingError(told));
  return decoded.map(({ object }) => object);
}

function itemsOf({ value }: ParsedBody): readonly Json[] {
  const items = isJsonObject(value) ? (value.items ?? []) : [];
  if (!Array.isArray(items)) throw new DecodeError('json: cannot unmarshal items: a list is wanted');
  return items;
}

function unregistered(apiVersion: string, kind: string): Error {
  return new Error(`no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)}`);
}

const atStart: RequestContext = {
  namespace: '',
  user: { name: '', uid: '', groups: [], extra: {} },
  now: '',
  dryRun: false,
  requestVersion: { group: GROUP, version: 'v1' },
  warn: () => undefined,
};

function defaultAndValidate(definition: ResourceDefinition, object: Versioned): KubeObject {
  const version = definition.versions.get('v1') as VersionDefinition;
  version.default(object);
  // Nobody else converts one of these kinds.
  const hub = version.toHub(object) as Hub;
  const faults = definition.strategy.validateCreate(hub, atStart);
  if (faults.length === 0) return hub;
  throw new Error(`${definition.kind} ${goQuote(hub.metadata.name ?? '')}: ${allOf(faults)}`);
}

/** As Go tells several errors: each once, in brackets if there are more. */
function allOf(faults: readonly FieldError[]): string {
  const texts = [...new Set(faults.map(formatFieldError))];
  return texts.length === 1 ? (texts[0] as string) : `[${texts.join(', ')}]`;
}
