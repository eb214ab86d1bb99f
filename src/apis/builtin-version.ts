import { type Column, openApiSource, typedCodec, type VersionDefinition } from '#machinery';
import { apiVersionOf, type KubeObject } from '#meta';
import type { StructType } from '#schema';
import type { BuiltinKind, BuiltinVersion } from './builtin.ts';
import { isServedByDefault } from './known-groups.ts';

/** The version of a kind in which all others meet. */
export function hubVersion(kind: BuiltinKind): VersionDefinition {
  return new LazyVersion({
    ...kind,
    ...(kind.deprecated === undefined ? {} : { deprecationWarning: deprecationWarning(kind, kind) }),
    type: () => kind.type,
    default: (object) => kind.defaults?.(object),
    toHub: (object) => kind.toHub?.(object) ?? object,
    fromHub: (hub) => kind.fromHub?.(hub) ?? hub,
    columns: () => kind.columns,
    selectableFields: () => new Map(Object.entries(kind.selectableFields ?? {})),
  });
}

/** Tables and selectors look at the hub, so that no version has to say again what they show. */
export function furtherVersion(kind: BuiltinKind, own: BuiltinVersion): VersionDefinition {
  const { version } = own;
  const apiVersion = apiVersionOf({ group: kind.group, version });
  const hubApiVersion = apiVersionOf(kind);
  const toHub = (object: KubeObject): KubeObject => own.toHub?.(object) ?? { ...object, apiVersion: hubApiVersion };
  const defaults = own.defaults ?? kind.defaults;
  return new LazyVersion({
    group: kind.group,
    version,
    kind: kind.kind,
    resource: kind.resource,
    ...(own.deprecated === undefined ? {} : { deprecationWarning: deprecationWarning(kind, own) }),
    type: () => own.type(),
    default: (object) => defaults?.(object),
    toHub,
    fromHub: (hub) => own.fromHub?.(hub) ?? { ...hub, apiVersion },
    columns: () => kind.columns.map((one) => ({ ...one, cell: (object, now) => one.cell(toHub(object), now) })),
    selectableFields: () =>
      new Map(
        Object.entries(kind.selectableFields ?? {}).map(([name, read]) => [name, (object) => read(toHub(object))]),
      ),
  });
}

function deprecationWarning({ group, kind }: BuiltinKind, own: Pick<BuiltinVersion, 'version' | 'deprecated'>): string {
  const { version, deprecated } = own;
  const { since = '', gone = '', use } = deprecated ?? {};
  const text = `${apiVersionOf({ group, version })} ${kind} is deprecated in v${since}+, unavailable in v${gone}+`;
  return use === undefined ? text : `${text}; use ${apiVersionOf({ group, version: use })} ${kind}`;
}

/** The same version, served or not. */
export function servedOrNot(version: VersionDefinition, served: boolean): VersionDefinition {
  if (version.served === served) return version;
  if (version instanceof LazyVersion) return version.as({ served });
  throw new Error(`whether ${version.version} is served is not for options to say`);
}

interface Parts extends Pick<VersionDefinition, 'version' | 'deprecationWarning' | 'default'> {
  readonly group: string;
  readonly kind: string;
  readonly resource: string;
  type(): StructType;
  toHub(object: KubeObject): KubeObject;
  fromHub(hub: KubeObject): KubeObject;
  columns(): readonly Column[];
  selectableFields(): VersionDefinition['selectableFields'];
}

/** A version whose type is not looked at before somebody uses it. */
class LazyVersion implements VersionDefinition {
  readonly served: boolean;
  readonly version: string;
  readonly deprecationWarning?: string;
  readonly default: VersionDefinition['default'];
  readonly toHub: (object: KubeObject) => KubeObject;
  readonly fromHub: (hub: KubeObject) => KubeObject;
  readonly #parts: Parts;
  readonly #made: { -readonly [K in 'codec' | 'columns' | 'openapi' | 'selectableFields']?: VersionDefinition[K] } = {};

  constructor(parts: Parts, served: boolean = isServedByDefault(parts)) {
    this.served = served;
    this.version = parts.version;
    if (parts.deprecationWarning !== undefined) this.deprecationWarning = parts.deprecationWarning;
    this.default = parts.default;
    this.toHub = parts.toHub;
    this.fromHub = parts.fromHub;
    this.#parts = parts;
  }
  as({ served }: { readonly served: boolean }): LazyVersion {
    return new LazyVersion(this.#parts, served);
  }
  get codec(): VersionDefinition['codec'] {
    this.#made.codec ??= typedCodec(this.#parts.type(), this.#parts);
    return this.#made.codec;
  }
  get columns(): VersionDefinition['columns'] {
    this.#made.columns ??= this.#parts.columns();
    return this.#made.columns;
  }
  get openapi(): VersionDefinition['openapi'] {
    this.#made.openapi ??= openApiSource(this.#parts.type());
    return this.#made.openapi;
  }
  get selectableFields(): VersionDefinition['selectableFields'] {
    this.#made.selectableFields ??= this.#parts.selectableFields();
    return this.#made.selectableFields;
  }
}
