import {
  type Column,
  type KindVersion,
  type ResourceDefinition,
  Scheme,
  type VersionDefinition,
  type VersionedKind,
} from '#machinery';
import type { KubeObject } from '#meta';
import { type BuiltinKind, builtin } from './builtin.ts';
import { servedOrNot } from './builtin-version.ts';
import { ageColumn, nameColumn } from './columns.ts';

/** What is particular about a resource besides its types and versions. Columns, selectors and rules are about objects of the hub. */
export interface ResourceRules
  extends Omit<
    BuiltinKind,
    | 'group'
    | 'version'
    | 'kind'
    | 'type'
    | 'defaults'
    | 'toHub'
    | 'fromHub'
    | 'storedAs'
    | 'columns'
    | 'deprecationWarning'
  > {
  readonly columns?: readonly Column[];
  /** By version, what clients that still use it are told. */
  readonly deprecationWarnings?: { readonly [version: string]: string };
}

/** A kind of the scheme as a resource that can be served: all its versions, one store, one set of rules. */
export function versionedResource(kind: VersionedKind, rules: ResourceRules): ResourceDefinition {
  const own = kind.versions.filter(({ group }) => group === kind.group);
  const served = own.map((version) => servedVersion(version, kind, rules));
  const stored = served[own.indexOf(kind.storage)];
  if (stored === undefined) throw new Error(`${kind.kind}: the storage version is of another group`);
  const versions = served.flatMap((one): [string, VersionDefinition][] => [...one.versions]);
  return { ...stored, versions: new Map(versions) };
}

/** The same for a kind that is not built in: it is checked, and lies in the store under its group. */
export function apiResource(kind: VersionedKind, rules: ResourceRules): ResourceDefinition {
  new Scheme([kind]).check();
  const made = versionedResource(kind, { storagePrefix: `/registry/${kind.group}/${rules.resource}/`, ...rules });
  // Whoever adds a kind wants all of it served, its betas too.
  const served = [...made.versions].map(([name, one]): [string, VersionDefinition] => [name, servedOrNot(one, true)]);
  return { ...made, versions: new Map(served) };
}

type SelectableFields = NonNullable<ResourceRules['selectableFields']>;

function throughHub(fields: SelectableFields, toHub: KindVersion['toHub']): SelectableFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, read]) => [name, (object: KubeObject) => read(toHub(object))]),
  );
}

function servedVersion(version: KindVersion, kind: VersionedKind, rules: ResourceRules): ResourceDefinition {
  const { deprecationWarnings = {}, columns = [nameColumn, ageColumn], ...shared } = rules;
  const warning = deprecationWarnings[version.version];
  const { type, defaults, toHub, fromHub } = version;
  return builtin({
    ...shared,
    group: kind.group,
    kind: kind.kind,
    version: version.version,
    ...{ type, defaults, toHub, fromHub },
    columns,
    ...(shared.selectableFields && { selectableFields: throughHub(shared.selectableFields, toHub) }),
    ...(warning === undefined ? {} : { deprecationWarning: warning }),
  });
}
