import type { TypeProvider } from '../check/declarations.ts';
import { type CelType, listType, mapType, types } from '../values/type.ts';
import type { DeclType } from './decl-type.ts';
import { isReservedSymbol } from './escaping.ts';

/** Types that expressions can name besides those of the language, though no function takes them. */
const scalars: Readonly<Record<string, CelType>> = {
  bool: types.bool,
  bytes: types.bytes,
  double: types.double,
  duration: types.duration,
  int: types.int,
  null_type: types.null,
  string: types.string,
  timestamp: types.timestamp,
  uint: types.uint,
  list: listType(types.any),
  map: mapType(types.any, types.any),
};

/** What a name stands for that declares no object. */
export function declaredTypes(name: string): CelType | undefined {
  return Object.hasOwn(scalars, name) ? scalars[name] : undefined;
}

/** The types of objects that are reached from some declarations. */
export class SchemaTypes implements TypeProvider {
  readonly #roots: readonly DeclType[];
  readonly #keywordFields: boolean;
  readonly #known = new Map<string, DeclType | undefined>();

  /** `keywordFields`: `self.namespace` means the property, though `namespace` is a reserved word. */
  constructor(roots: readonly DeclType[], { keywordFields }: { readonly keywordFields: boolean }) {
    this.#roots = roots;
    this.#keywordFields = keywordFields;
  }

  findObjectType(name: string): CelType | undefined {
    return this.#find(name)?.type ?? declaredTypes(name);
  }

  findField(typeName: string, field: string): CelType | undefined {
    const fields = this.#find(typeName)?.fields;
    const found = fields?.get(field);
    if (found !== undefined || !this.#keywordFields || !isReservedSymbol(field)) return found?.type;
    return fields?.get(`__${field}__`)?.type;
  }

  #find(name: string): DeclType | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.#walk(name));
    return this.#known.get(name);
  }

  /** Names of types are paths: `root.field.@idx.field`. */
  #walk(name: string): DeclType | undefined {
    const root = this.#roots.find(({ typeName }) => name === typeName || name.startsWith(`${typeName}.`));
    if (root === undefined) return undefined;
    const steps = name === root.typeName ? [] : name.slice(root.typeName.length + 1).split('.');
    return steps.reduce<DeclType | undefined>((decl, step) => {
      if (step === '@idx') return decl?.items;
      return step === '@elem' ? decl?.values : decl?.fields.get(step);
    }, root);
  }
}
