import { isObject, type Json, type JsonObject } from '../../api/types.ts';

export interface SchemaChange {
  /** `spec.replicas` */
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before?: string;
  readonly after?: string;
}

/** What is said of a field beside its type; whatever has another form is told by its name alone. */
const FACETS = ['format', 'default', 'enum', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems'];
const MORE_FACETS = [
  'maxItems',
  'nullable',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
  'x-kubernetes-validations',
];

/** How the fields of one schema differ from those of another, by their paths. Descriptions do not count. */
export function schemaDiff(before: JsonObject, after: JsonObject): readonly SchemaChange[] {
  const [old, next] = [fieldsOf(before), fieldsOf(after)];
  const paths = [...new Set([...old.keys(), ...next.keys()])].sort();
  return paths.flatMap((path): SchemaChange[] => {
    const [was, is] = [old.get(path), next.get(path)];
    if (was === is) return [];
    if (was === undefined) return isTold(path, old, next) ? [{ path, kind: 'added', after: is ?? '' }] : [];
    if (is === undefined) return isTold(path, next, old) ? [{ path, kind: 'removed', before: was }] : [];
    return [{ path, kind: 'changed', before: was, after: is }];
  });
}

/** A field that comes or goes with its parent is not told beside it. */
function isTold(path: string, there: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  const parent = path.replace(/(\[\]|\[\*\]|\.?[^.[\]]+)$/, '');
  return parent === '' || there.has(parent) || !other.has(parent);
}

function fieldsOf(schema: JsonObject): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (value: Json | undefined, path: string, isRequired: boolean): void => {
    if (!isObject(value)) return;
    if (path !== '') found.set(path, textOf(value, isRequired));
    const required = Array.isArray(value.required) ? value.required : [];
    for (const [name, field] of Object.entries(isObject(value.properties) ? value.properties : {})) {
      visit(field, path === '' ? name : `${path}.${name}`, required.includes(name));
    }
    visit(value.items, `${path}[]`, false);
    visit(value.additionalProperties, `${path}[*]`, false);
  };
  visit(schema, '', false);
  return found;
}

function textOf(schema: JsonObject, isRequired: boolean): string {
  const type = schema['x-kubernetes-int-or-string'] === true ? 'integer or string' : String(schema.type ?? 'any');
  const facets = [...FACETS, ...MORE_FACETS].flatMap((facet) =>
    schema[facet] === undefined ? [] : `${facet} ${facetText(schema[facet])}`,
  );
  return [type, ...(isRequired ? ['required'] : []), ...facets].join(', ');
}

function facetText(value: Json | undefined): string {
  const rules = Array.isArray(value) ? value.filter(isObject).map(({ rule }) => rule) : [];
  return rules.length > 0 && rules.every((rule) => typeof rule === 'string')
    ? rules.join(' && ')
    : JSON.stringify(value);
}
