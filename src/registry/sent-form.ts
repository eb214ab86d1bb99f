import {
  type ConnectSubresource,
  DecodeError,
  isCustom,
  type ServedResource,
  type Subresource,
  UNSET_REPLICAS,
  type VersionCodec,
  type VersionDefinition,
} from '#machinery';
import {
  apiErrors,
  apiVersionOf,
  getOwn,
  type Hub,
  isJsonObject,
  type Json,
  type JsonObject,
  ownHub,
  setOwn,
  type Versioned,
  whenReady,
} from '#meta';
import type { Access } from './access.ts';
import { requestViewOf } from './request-view.ts';

/** How objects of a request look to those who speak one of its versions. */
export interface SentForm {
  show(hub: Hub): Versioned | Promise<Versioned>;
  /** Decodes, defaults and converts it as if a client had sent it. */
  read(value: Json, live: Hub | null): Promise<Hub>;
}

/** What is sent to a part may be of a kind with one version of its own, whatever versions the object has. */
export function sentForm({ resource, subresource }: Access, version: string): SentForm {
  const part = resource.definition.subresources.get(subresource);
  if (part?.mode === 'action') return actionForm(part.action.codec);
  if (part?.mode === 'connect') return connectForm(part);
  const other = part?.mode === 'view' ? undefined : resource.definition.versions.get(version);
  if (other?.unpruned !== undefined) return otherVersionForm(resource, other, other.unpruned);
  return faceForm(inVersion(resource, part, version), subresource);
}

/** A custom resource in a version with other fields than that of the request: no field is lost on the way. */
function otherVersionForm(
  resource: ServedResource,
  other: VersionDefinition,
  { toHub, fromHub }: NonNullable<VersionDefinition['unpruned']>,
): SentForm {
  const { versionDefinition: own } = resource;
  return {
    show: fromHub,
    async read(value) {
      const object = value as JsonObject as Versioned;
      other.default(object);
      return own.toHub(decoded(own.codec, (await toHub(object)) as JsonObject, resource));
    },
  };
}

function inVersion(resource: ServedResource, part: Subresource | undefined, version: string): ServedResource {
  if (part?.mode === 'view') return resource;
  const { versions, elsewhere } = resource.definition;
  const own = versions.get(version);
  if (own !== undefined) return { ...resource, version, versionDefinition: own };
  const other = elsewhere?.get(version);
  const [group = '', name = ''] = version.split('/');
  if (other !== undefined) return { ...resource, group, version: name, versionDefinition: other };
  throw apiErrors.internal(`${resource.definition.resource} has no version ${version}`);
}

function faceForm(resource: ServedResource, subresource: string): SentForm {
  const requestView = requestViewOf(resource, subresource);
  const { codec } = requestView.served.versionDefinition;
  return {
    show: (hub) => whenReady(requestView.base(hub), withoutUnset),
    read: async (value, live) => requestView.take(decoded(codec, value, resource), live),
  };
}

/** The base of a scale patch has a marker where replicas are not set; admission sees no value. */
function withoutUnset(shown: Versioned): Versioned {
  const { spec } = shown as { spec?: JsonObject };
  if (spec?.replicas !== UNSET_REPLICAS) return shown;
  const { replicas: _, ...rest } = spec;
  return { ...shown, spec: rest };
}

const actionForm = (codec: VersionCodec): SentForm => ({
  show: ownHub.fromHub,
  read: async (value) => ownHub.toHub(decoded(codec, value)),
});

/** The options of a connection are an object without metadata. */
const connectForm = (part: ConnectSubresource): SentForm => ({
  show: ({ metadata: _, ...options }) => options as JsonObject as Versioned,
  read: async (value) => readOptions(part, value),
});

/** What is no option of the connection is left out. */
function readOptions({ kind, connection }: ConnectSubresource, value: Json): Hub {
  const options: Hub = { kind: kind.kind, apiVersion: apiVersionOf(kind), metadata: {} };
  for (const option of connection.options?.() ?? []) {
    const said = isJsonObject(value) ? getOwn(value, option.name) : undefined;
    if (said === undefined || said === null) continue;
    const wrong = (option.isList && Array.isArray(said) ? said : [said]).find(
      (one) => typeof one !== jsTypes[option.type],
    );
    if (wrong !== undefined || (option.isList === true) !== Array.isArray(said)) {
      throw apiErrors.internal(`${kind.kind}.${option.name} cannot be ${JSON.stringify(said)}`);
    }
    setOwn(options, option.name, said);
  }
  return options;
}

const jsTypes = { string: 'string', boolean: 'boolean', integer: 'number' } as const;

function decoded(codec: VersionCodec, value: Json, resource?: ServedResource): Versioned {
  try {
    return codec.decode({ value, duplicates: [] }).object;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    // The real server checks this elsewhere for kinds without a Go type.
    if (resource !== undefined && isCustom(resource)) throw apiErrors.plain(500, error.message);
    throw apiErrors.internal(error.message);
  }
}
