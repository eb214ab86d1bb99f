import { type Column, openApiSource, typedCodec, type VersionDefinition } from '#machinery';
import { apiVersionOf, type KubeObject } from '#meta';
import type { StructType } from '#schema';
import type { BuiltinKind, BuiltinVersion } from './builtin.ts';
import { isServedByDefault } from './known-groups.ts';

/** The version of a kind in which all others meet. */
export function hubVersion(kind: BuiltinKind): VersionDefinition {
  const parts: Parts = {
    ...kind,
    ...deprecationOf(kind, kind),
    type: () => kind.type,
    default: (object) => kind.defaults?.(object),
    toHub: (object) => kind.toHub?.(object) ?? object,
    fromHub: (hub) => kind.fromHub?.(hub) ?? hub,
    columns: () => kind.columns,
    selectableFields: () => new Map(Object.entries(kind.selectableFields ?? {})),
  };
  return lazyVersion(parts, isServedByDefault(kind));
}

/** Tables and selectors look at the hub, so that no version has to say again what they show. */
export function furtherVersion(kind: BuiltinKind, own: BuiltinVersion): VersionDefinition {
  const { version } = own;
  const apiVersion = apiVersionOf({ group: kind.group, version });
  const hubApiVersion = apiVersionOf(kind);
  const toHub = (object: KubeObject): KubeObject => own.toHub?.(object) ?? { ...object, apiVersion: hubApiVersion };
  const defaults = own.defaults ?? kind.defaults;
  const parts: Parts = {
    group: kind.group,
    version,
    kind: kind.kind,
    ...deprecationOf(kind, own),
    ...(kind.refusesField === undefined ? {} : { refusesField: kind.refusesField }),
    type: () => own.type(),
    default: (object) => defaults?.(object),
    toHub,
    fromHub: (hub) => own.fromHub?.(hub) ?? { ...hub, apiVersion },
    columns: () => kind.columns,
    selectableFields: () =>
      new Map(
        Object.entries(kind.selectableFields ?? {}).map(([name, read]) => [name, (object) => read(toHub(object))]),
      ),
  };
  return lazyVersion(parts, isServedByDefault(parts));
}

type DeprecationFacts = Pick<VersionDefinition, 'deprecationWarning' | 'removedRelease'>;

function deprecationOf(
  { group, kind }: BuiltinKind,
  { version, deprecated }: Pick<BuiltinVersion, 'version' | 'deprecated'>,
): DeprecationFacts {
  if (deprecated === undefined) return {};
  const { since, gone, use } = deprecated;
  const text = `${apiVersionOf({ group, version })} ${kind} is deprecated in v${since}+, unavailable in v${gone}+`;
  const instead = use === undefined ? '' : `; use ${apiVersionOf({ group, version: use })} ${kind}`;
  return { deprecationWarning: text + instead, removedRelease: gone };
}

interface Parts extends Pick<VersionDefinition, 'version' | 'default' | 'refusesField'>, DeprecationFacts {
  readonly group: string;
  readonly kind: string;
  type(): StructType;
  toHub(object: KubeObject): KubeObject;
  fromHub(hub: KubeObject): KubeObject;
  columns(): readonly Column[];
  selectableFields(): VersionDefinition['selectableFields'];
}

/** What versions were made from, to make them again. */
const partsOf = new WeakMap<VersionDefinition, Parts>();

/** The same version, served or not. */
export function servedOrNot(version: VersionDefinition, served: boolean): VersionDefinition {
  if (version.served === served) return version;
  const parts = partsOf.get(version);
  if (parts === undefined) throw new Error(`whether ${version.version} is served is not for options to say`);
  return lazyVersion(parts, served);
}

/** A version whose type is not looked at before somebody uses it. */
function lazyVersion(parts: Parts, served: boolean): VersionDefinition {
  const { version: name, deprecationWarning, removedRelease } = parts;
  const codec = once(() => typedCodec(parts.type(), parts));
  const columns = once(parts.columns);
  const openapi = once(() => openApiSource(parts.type()));
  const selectableFields = once(parts.selectableFields);
  const version: VersionDefinition = {
    version: name,
    served,
    ...(deprecationWarning === undefined ? {} : { deprecationWarning }),
    ...(removedRelease === undefined ? {} : { removedRelease }),
    ...(parts.refusesField === undefined ? {} : { refusesField: parts.refusesField }),
    default: parts.default,
    toHub: parts.toHub,
    fromHub: parts.fromHub,
    get codec() {
      return codec();
    },
    get columns() {
      return columns();
    },
    get openapi() {
      return openapi();
    },
    get selectableFields() {
      return selectableFields();
    },
  };
  partsOf.set(version, parts);
  return version;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
