import { type Catalog, DecodeError, isCustom, type ServedResource } from '#machinery';
import { apiVersionOf, goQuote, type Json, parseApiVersion } from '#meta';

/** What a body says it is. */
export interface Said {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * What is sent, and is of another kind than is wanted. The real server knows it if it has a Go type, which then cannot be
 * converted. Resources are among these types, and so are their lists and what is sent to their parts.
 */
export function otherKindFault(catalog: Catalog, own: ServedResource, said: Said): string {
  const version = parseApiVersion(said.apiVersion)?.version ?? '';
  return isKnownBeside(catalog, own, said) ? unconvertible({ ...said, version }, own) : unregistered(said);
}

/** The same of what a patch would make of an object: first it is read as what it would be. */
export function patchedKindFault(catalog: Catalog, own: ServedResource, value: Json): string {
  const { kind, apiVersion } = value as unknown as Said;
  const parsed = parseApiVersion(apiVersion);
  if (parsed === undefined) return `unexpected GroupVersion string: ${apiVersion}`;
  const target = knownBeside(catalog, own, { kind, apiVersion });
  if (target === undefined) return otherKindFault(catalog, own, { kind, apiVersion });
  try {
    target.versionDefinition.codec.decode({ value, duplicates: [] });
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
  if (target.definition.kind !== own.definition.kind) return unconvertible({ kind, version: target.version }, own);
  return `unable to decode "${kind}" in version "${apiVersion}" into ${kind} in version "${apiVersionOf(own)}"`;
}

export function unconvertible(
  { kind, version }: { readonly kind: string; readonly version: string },
  own: ServedResource,
): string {
  const to = `${goPackage(own.group)}.${own.definition.kind}`;
  return `converting (${version}.${kind}) to (${to}): unknown conversion`;
}

function unregistered({ kind, apiVersion }: Said): string {
  return `no kind ${goQuote(kind)} is registered for version ${goQuote(apiVersion)} in scheme "pkg/api/legacyscheme/scheme.go:30"`;
}

/** The name of a group's internal package, as conversion errors show it. */
export function goPackage(group: string): string {
  return group === '' ? 'core' : (group.split('.')[0] as string);
}

/** Two of the servers that a real server is made of know their own kinds only. */
const apart = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io']);
const serverOf = (group: string): string => (apart.has(group) ? group : '');

/** A resource that a body may be decoded as, if only to find what is wrong with it. */
export function knownBeside(
  catalog: Catalog,
  own: ServedResource,
  { apiVersion, kind }: Said,
): ServedResource | undefined {
  const said = parseApiVersion(apiVersion);
  if (said === undefined || serverOf(said.group) !== serverOf(own.group)) return undefined;
  const known = catalog.findKnown({ ...said, kind });
  return known !== undefined && isCustom(known) ? undefined : known;
}

function isKnownBeside(catalog: Catalog, own: ServedResource, said: Said): boolean {
  const { kind, apiVersion } = said;
  if (unversioned.has(kind) || alone.get(apiVersion)?.has(kind) === true) return true;
  if (knownBeside(catalog, own, said) !== undefined) return true;
  const { group, version } = parseApiVersion(apiVersion) ?? {};
  const definitions = catalog.definitions.filter(
    (definition) => !isCustom({ definition }) && serverOf(definition.group) === serverOf(own.group),
  );
  return definitions.some((definition) => {
    const isIn = definition.group === group && version !== undefined && definition.versions.has(version);
    if (isIn && (kind === definition.listKind || inEveryVersion.has(kind))) return true;
    if (kind === definition.kind && definition.formerly?.has(apiVersion) === true) return true;
    const parts = [...definition.subresources.values()];
    return parts.some((part) => part.kind.kind === kind && apiVersionOf(part.kind) === apiVersion);
  });
}

const unversioned = new Set(['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions', 'Status']);

const inEveryVersion = new Set([
  'CreateOptions',
  'DeleteOptions',
  'GetOptions',
  'ListOptions',
  'PatchOptions',
  'UpdateOptions',
  'WatchEvent',
]);

/** Kinds that nothing is served as. */
const alone: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'v1',
    new Set([
      'List',
      'NodeProxyOptions',
      'PodAttachOptions',
      'PodExecOptions',
      'PodLogOptions',
      'PodPortForwardOptions',
      'PodProxyOptions',
      'PodStatusResult',
      'RangeAllocation',
      'SerializedReference',
      'ServiceProxyOptions',
    ]),
  ],
  ['admission.k8s.io/v1', new Set(['AdmissionReview'])],
  ['admission.k8s.io/v1beta1', new Set(['AdmissionReview'])],
  ['imagepolicy.k8s.io/v1alpha1', new Set(['ImageReview'])],
]);
