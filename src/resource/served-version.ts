import { type KindVersion, openApiSource, typedCodec, type VersionDefinition } from '#machinery';
import { apiVersionOf, type KubeObject } from '#meta';
import type { ResourceRules } from './builtin-kind.ts';
import { ageColumn, nameColumn } from './columns.ts';
import { declaredColumns, declaredSelectors } from './declared-paths.ts';

const stable = /^v\d+$/;

/** A version as it is served. Its type is not looked at before somebody uses it. */
export function servedVersion(own: KindVersion, kind: string, rules: ResourceRules): VersionDefinition {
  const { group, version, type, defaults, toHub, fromHub } = own;
  const codec = once(() => typedCodec(type, { group, version, kind }));
  const openapi = once(() => openApiSource(type));
  const selectableFields = once(() => selectableFieldsOf(own, rules));
  const declared = rules.versions?.[version] ?? {};
  return {
    version,
    served: declared.served ?? (rules.servesPrereleases === true || stable.test(version)),
    ...deprecationOf({ group, version, kind }, rules),
    ...(rules.refusesField === undefined ? {} : { refusesField: rules.refusesField }),
    default: defaults,
    toHub,
    fromHub,
    columns: declared.columns ? declaredColumns(own, declared.columns) : (rules.columns ?? [nameColumn, ageColumn]),
    get codec() {
      return codec();
    },
    get openapi() {
      return openapi();
    },
    get selectableFields() {
      return selectableFields();
    },
  };
}

/** The same version, served or not. */
export function servedOrNot(version: VersionDefinition, served: boolean): VersionDefinition {
  if (version.served === served) return version;
  // A spread would ask for the codec.
  const parts = Object.getOwnPropertyDescriptors(version);
  return Object.defineProperties({}, { ...parts, served: { ...parts.served, value: served } }) as VersionDefinition;
}

/** Selectors look at the hub, so that no version has to say again what they find. */
function selectableFieldsOf(
  { version, toHub }: KindVersion,
  { selectableFields = {}, fieldLabels = {}, versions = {} }: ResourceRules,
): VersionDefinition['selectableFields'] {
  const names = Object.keys(selectableFields);
  const labels = fieldLabels[version] ?? Object.fromEntries(names.map((name) => [name, name]));
  return new Map([
    ...declaredSelectors(versions[version]?.selectableFields ?? []),
    ...Object.entries(labels).map(([label, name]): [string, (object: KubeObject) => string] => {
      const read = selectableFields[name];
      if (read === undefined) throw new Error(`${label} of ${version}: there is no field ${name} to select by`);
      return [label, (object: KubeObject) => read(toHub(object))];
    }),
  ]);
}

type DeprecationFacts = Pick<VersionDefinition, 'deprecationWarning' | 'removedRelease'>;

function deprecationOf(
  { group, version, kind }: { readonly group: string; readonly version: string; readonly kind: string },
  { deprecated = {} }: ResourceRules,
): DeprecationFacts {
  const said = deprecated[version];
  if (said === undefined) return {};
  if (typeof said === 'string') return { deprecationWarning: said };
  const { since, gone, use } = said;
  const text = `${apiVersionOf({ group, version })} ${kind} is deprecated in v${since}+, unavailable in v${gone}+`;
  const instead = use === undefined ? '' : `; use ${apiVersionOf({ group, version: use })} ${kind}`;
  return { deprecationWarning: text + instead, removedRelease: gone };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
