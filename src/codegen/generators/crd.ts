import { validateDefinition } from '#apis';
import { toYaml } from '#machinery';
import { formatFieldError, type Json, type JsonObject } from '#meta';
import { GenError, type GenFault } from '../gen-fault.ts';
import {
  type ApiGroup,
  type ApiKind,
  type ApiStruct,
  type ApiVersion,
  kindNames,
  storedVersionOf,
  structIn,
} from '../model.ts';
import { planConversions } from './conversion-plan.ts';
import { definitionSchema } from './definition-schema.ts';
import type { Generated, Generator, GeneratorOptions } from './generator.ts';

/** A CustomResourceDefinition for every kind, with all its versions. A server would accept it: that is checked here. */
export const crd: Generator = (model, options) => {
  const parts = model.groups.flatMap((group) => kindNames(group).map((kind) => definitionFile(group, kind, options)));
  return { files: parts.flatMap(({ files }) => files), notes: parts.flatMap(({ notes }) => notes) };
};

interface KindVersion {
  readonly version: ApiVersion;
  readonly struct: ApiStruct;
  readonly kind: ApiKind;
}

function versionsOf(group: ApiGroup, name: string): readonly KindVersion[] {
  return group.versions.flatMap((version) => {
    const struct = structIn(version, name);
    return struct?.kind === undefined || struct.kind.skipsDefinition ? [] : [{ version, struct, kind: struct.kind }];
  });
}

function definitionFile(group: ApiGroup, name: string, options: GeneratorOptions): Generated {
  const versions = versionsOf(group, name);
  if (versions.length === 0) return { files: [], notes: [] };
  const definition = definitionOf(group, name);
  const faults = faultsOf(definition, versions[0] as KindVersion);
  if (faults.length > 0) throw new GenError(faults);
  const { plural } = storedOf(group, name).kind;
  const header =
    options.header === ''
      ? ''
      : `${options.header
          .trimEnd()
          .replaceAll(/^(\/\*\*?| ?\*\/?|\/\/) ?/gm, '# ')
          .replaceAll(/^# $/gm, '#')}\n`;
  const text = `${header}# Made by 'pinnace gen crd'. Change the types, not this.\n---\n${toYaml(definition)}`;
  return {
    files: [{ path: `${options.crdFolder}/${group.name}_${plural}.yaml`, text }],
    notes: conversionNotes(group, versions),
  };
}

const storedOf = (group: ApiGroup, name: string): KindVersion => {
  const stored = storedVersionOf(group, name);
  const versions = versionsOf(group, name);
  return versions.find(({ version }) => version === stored) ?? (versions[0] as KindVersion);
};

/** The definition of a kind as an object. */
function definitionOf(group: ApiGroup, name: string): JsonObject {
  const versions = versionsOf(group, name);
  const stored = storedOf(group, name);
  const { kind } = stored;
  const annotations = Object.assign({}, ...versions.map((one) => one.kind.annotations)) as JsonObject;
  const labels = Object.assign({}, ...versions.map((one) => one.kind.labels)) as JsonObject;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${kind.plural}.${group.name}`,
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
    },
    spec: {
      group: group.name,
      names: {
        kind: name,
        listKind: `${name}List`,
        plural: kind.plural,
        singular: kind.singular,
        ...(kind.shortNames.length === 0 ? {} : { shortNames: [...kind.shortNames] }),
        ...(kind.categories.length === 0 ? {} : { categories: [...kind.categories] }),
      },
      scope: kind.namespaced ? 'Namespaced' : 'Cluster',
      ...(kind.webhook === undefined ? {} : { conversion: conversionStanza(kind.webhook) }),
      versions: versions.map((one) => versionStanza(one, one === stored || one.version === stored.version)),
    },
  };
}

function versionStanza({ version, struct, kind }: KindVersion, storage: boolean): JsonObject {
  const { columns, selectableFields, scale, hasStatus, deprecated } = kind;
  return {
    name: version.name,
    served: kind.served,
    storage,
    ...(deprecated === undefined ? {} : { deprecated: true }),
    ...(deprecated === undefined || deprecated === '' ? {} : { deprecationWarning: deprecated }),
    schema: { openAPIV3Schema: definitionSchema(version, struct) as unknown as Json },
    ...(hasStatus || scale !== undefined
      ? {
          subresources: {
            ...(hasStatus ? { status: {} } : {}),
            ...(scale === undefined ? {} : { scale: { ...scale } }),
          },
        }
      : {}),
    ...(columns.length === 0 ? {} : { additionalPrinterColumns: columns.map((column) => ({ ...column })) }),
    ...(selectableFields.length === 0 ? {} : { selectableFields: selectableFields.map((jsonPath) => ({ jsonPath })) }),
  };
}

function conversionStanza({ service, namespace, path, port }: NonNullable<ApiKind['webhook']>): JsonObject {
  return {
    strategy: 'Webhook',
    webhook: {
      clientConfig: { service: { name: service, namespace, path, ...(port === undefined ? {} : { port }) } },
      conversionReviewVersions: ['v1'],
    },
  };
}

function storageNameOf({ spec }: JsonObject): Json {
  const { versions } = spec as { versions: { name: string; storage: boolean }[] };
  return versions.find(({ storage }) => storage)?.name ?? '';
}

/** What a server would not accept. */
function faultsOf(definition: JsonObject, { struct }: KindVersion): readonly GenFault[] {
  // As it is when a server has taken it over.
  const taken = { ...definition, status: { storedVersions: [storageNameOf(definition)], conditions: [] } };
  const found = validateDefinition(taken as never, { beta: false, countStored: () => undefined });
  return found.map((fault) => ({ place: struct.place, message: `the definition: ${formatFieldError(fault)}` }));
}

/** A server does not convert fields that differ; somebody must. */
function conversionNotes(group: ApiGroup, versions: readonly KindVersion[]): readonly string[] {
  const [first, ...others] = versions;
  if (first === undefined || first.kind.webhook !== undefined || versions.some(({ kind }) => kind.webhook)) return [];
  const differing = others.filter(({ version, struct }) =>
    planConversions({ from: version, to: first.version, home: version }).some(
      ({ source, undecided }) => undecided.length > 0 && reaches(version, struct, source.name),
    ),
  );
  if (differing.length === 0) return [];
  const names = differing.map(({ version }) => version.name).join(', ');
  return [
    `${group.name} ${first.struct.name}: ${names} differs from ${first.version.name}, so the definition needs a conversion webhook; say where it is: @conversion webhook service=NAME namespace=NAMESPACE`,
  ];
}

function reaches(version: ApiVersion, from: ApiStruct, name: string, seen: Set<string> = new Set()): boolean {
  if (from.name === name) return true;
  if (seen.has(from.name)) return false;
  seen.add(from.name);
  return from.fields.some(({ type }) => {
    let inner = type;
    while (inner.shape === 'list' || inner.shape === 'map') inner = inner.shape === 'list' ? inner.items : inner.values;
    const below = inner.shape === 'struct' ? structIn(version, inner.name) : undefined;
    return below !== undefined && reaches(version, below, name, seen);
  });
}
