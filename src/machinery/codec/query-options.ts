import { metaV1, type ScalarName, type StructType, type TypeDescription } from '#schema';

/** What a request may say in its query. */
export interface QueryOption {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'integer';
  /** May be there several times. */
  readonly isList: boolean;
  readonly description: string;
}

const types: { readonly [shape in ScalarName]?: QueryOption['type'] } = {
  string: 'string',
  bool: 'boolean',
  int32: 'integer',
  int64: 'integer',
};

/** The fields of an options type that can stand in a query: scalars and lists of them. */
export function queryOptions({ fields }: StructType): readonly QueryOption[] {
  return fields.flatMap(({ name, description, type }) => {
    const found = typeOf(type);
    return found === undefined ? [] : [{ name, type: found, isList: type.shape === 'list', description }];
  });
}

function typeOf(type: TypeDescription): QueryOption['type'] | undefined {
  const inner = type.shape === 'list' ? type.items : type;
  return types[inner.shape as ScalarName];
}

/** The options that every resource takes with a verb. */
export type MetaOptions =
  | 'CreateOptions'
  | 'DeleteOptions'
  | 'GetOptions'
  | 'ListOptions'
  | 'PatchOptions'
  | 'UpdateOptions';

export const metaQueryOptions = (kind: MetaOptions): readonly QueryOption[] => queryOptions(metaV1.type(kind));
