import { FieldPath, getOwn } from '#meta';
import { additionalOf, type JsonSchema } from './json-schema.ts';

interface ResolvedFieldPath {
  /** As messages write it: `spec.map[key]`. */
  readonly path: FieldPath;
  /** The first step. */
  readonly root: string;
  readonly schema: JsonSchema;
}

interface FieldPathOptions {
  /** Whether `['key']` may stand for `.key`. */
  readonly brackets?: boolean;
}

/**
 * Follows a path such as `.spec.map['a.b'].size` through a schema. Returns why it leads nowhere, as text.
 * k8s: apiserver/schema/cel/validation.go ValidFieldPath
 */
export function resolveFieldPath(
  schema: JsonSchema,
  text: string,
  { brackets = true }: FieldPathOptions = {},
): ResolvedFieldPath | string {
  const tokens = tokenize(text);
  let place: ResolvedFieldPath = { path: new FieldPath(''), root: '', schema };
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i] ?? '';
    if (token !== '.' && token !== '[') return `expected [ or . but got: ${token}`;
    if (token === '[' && !brackets) return 'array notation is not allowed';
    const next = tokens[i + 1];
    if (next === undefined) return 'unexpected end of JSON path';
    if (token === '[' && !/^'.*'$/s.test(next)) return `expected single quoted string but got ${next}`;
    const name = token === '[' ? next.slice(1, -1).replace(/\\(['\\])/g, '$1') : next;
    const step = stepInto(place, name);
    if (step === undefined) return 'does not refer to a valid field';
    place = step;
    i += 2;
    if (token === '.') continue;
    if (tokens[i] === undefined) return 'unexpected end of JSON path';
    if (tokens[i] !== ']') return `expected ] but got ${tokens[i]}`;
    i++;
  }
  return place;
}

/** `.`, `[`, `]`, quoted texts, and what stands between them. */
function tokenize(text: string): string[] {
  return text.match(/'(?:[^'\\]|\\.)*'|[.[\]]|[^.[\]']+'?|'/gs) ?? [];
}

function stepInto({ path, root, schema }: ResolvedFieldPath, name: string): ResolvedFieldPath | undefined {
  const first = root === '' ? name : root;
  if (Object.keys(schema.properties ?? {}).length > 0) {
    const property = getOwn(schema.properties ?? {}, name);
    return property === undefined ? undefined : { path: path.child(name), root: first, schema: property };
  }
  const additional = additionalOf(schema);
  return additional === undefined ? undefined : { path: path.key(name), root: first, schema: additional };
}
