import { apiVersionOf, type GroupKind, type GroupVersionKind, parseApiVersion } from '#meta';
import { metaV1, type StructType } from '#schema';
import { SchemeError } from './scheme-error.ts';
import { INTERNAL_VERSION, type KindVersion, type VersionedKind } from './versioned-kind.ts';

/** A type that a scheme knows, by the group, version and kind that it is registered for. */
export interface KnownType extends GroupVersionKind {
  readonly apiVersion: string;
  readonly type: StructType;
  /** The same in all versions of its group (`Status`): nothing is ever converted. */
  readonly isUnversioned?: true;
  /** What it is a list of. */
  readonly itemsOf?: KnownType;
  /** The kind it was described with, if it was. */
  readonly described?: VersionedKind;
  /** How the version meets the hub, of a kind that was described; none for a hub of its own. */
  readonly kindVersion?: KindVersion | undefined;
}

/** The known types, by group, version and kind. */
export class KnownTypes {
  readonly #known = new Map<string, KnownType>();
  readonly #byType = new Map<StructType, KnownType[]>();

  add(known: KnownType): void {
    const { apiVersion, kind, type } = known;
    const there = this.#known.get(keyOf(apiVersion, kind));
    if (there?.type === type && known.described === undefined) return;
    if (there !== undefined) throw new SchemeError([`${kind} of ${apiVersion} is registered twice`]);
    this.#known.set(keyOf(apiVersion, kind), known);
    this.#byType.set(type, [...(this.#byType.get(type) ?? []), known]);
  }

  /** What is registered for it; the list of a known kind is known with it. */
  find(apiVersion: string, kind: string): KnownType | undefined {
    const known = this.#known.get(keyOf(apiVersion, kind));
    if (known !== undefined || !kind.endsWith('List')) return known;
    const item = this.#known.get(keyOf(apiVersion, kind.slice(0, -'List'.length)));
    if (item === undefined || item.isUnversioned) return undefined;
    const list = listOf(item);
    this.add(list);
    return list;
  }

  get(apiVersion: string, kind: string): KnownType {
    const found = this.find(apiVersion, kind);
    if (found === undefined) throw new SchemeError([`no kind "${kind}" is registered for version "${apiVersion}"`]);
    return found;
  }

  /** Those that a type is registered for. */
  ofType(type: StructType): readonly KnownType[] {
    return this.#byType.get(type) ?? [];
  }

  /** Those of a kind that are in a version of the API, in the order in which they were added. */
  versionsOf({ group, kind }: GroupKind): readonly KnownType[] {
    return this.all().filter((known) => isOf(known, { group, kind }) && isExternal(known));
  }

  all(): readonly KnownType[] {
    return [...this.#known.values()];
  }

  /** What the versions of a kind meet in, if they meet at all. */
  hubOf({ group, kind, described, itemsOf }: KnownType): KnownType | undefined {
    if (itemsOf !== undefined) {
      const hub = this.hubOf(itemsOf);
      return hub && this.find(hub.apiVersion, kind);
    }
    if (described !== undefined) return this.find(described.hub.apiVersion, described.kind);
    return this.find(apiVersionOf({ group, version: INTERNAL_VERSION }), kind);
  }
}

const keyOf = (apiVersion: string, kind: string): string => `${apiVersion} ${kind}`;
const isOf = (known: KnownType, { group, kind }: GroupKind): boolean =>
  known.kind === kind && (known.described?.group ?? known.group) === group;

/** Whether clients speak it. */
export const isExternal = ({ version, isUnversioned, described, kindVersion }: KnownType): boolean =>
  described === undefined ? version !== INTERNAL_VERSION && !isUnversioned : kindVersion !== undefined;

/** `frob.example.com/v1` as group and version. Throws for what is none. */
export function groupVersionOf(apiVersion: string): { readonly group: string; readonly version: string } {
  const parsed = parseApiVersion(apiVersion);
  if (parsed === undefined) throw new SchemeError([`"${apiVersion}" is no group and version`]);
  return parsed;
}

/** `Frobber` of `com.example.frob.v1.Frobber`. */
export const shortName = ({ name }: StructType): string => name.slice(name.lastIndexOf('.') + 1);

function listOf(item: KnownType): KnownType {
  const { group, version, apiVersion, type } = item;
  const kind = `${item.kind}List`;
  return { group, version, kind, apiVersion, itemsOf: item, type: listType(type, { group, version, kind }) };
}

/** What a list of objects looks like, which no description has to say. */
function listType(items: StructType, kind: GroupVersionKind): StructType {
  const model = metaV1.type('PartialObjectMetadataList');
  const fields = model.fields.map((field) =>
    field.name === 'items' ? { ...field, type: { shape: 'list', items } as const } : field,
  );
  return {
    shape: 'struct',
    name: `${items.name}List`,
    goName: `${items.goName}List`,
    description: `A list of ${shortName(items)} objects.`,
    kind,
    fields,
    byName: new Map(fields.map((field) => [field.name, field])),
  };
}
