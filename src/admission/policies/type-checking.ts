import { AdmissionTypeChecker, DeclType } from '#cel';
import { type Catalog, metaSchemas, type ServedResource } from '#machinery';
import {
  getOwn,
  isJsonObject,
  type Json,
  type JsonObject,
  parseApiVersion,
  type Shape,
  type ShapeKeywords,
} from '#meta';
import type { PolicySpec, ValidatingSpec } from './policy.ts';

interface ExpressionWarning {
  readonly fieldRef: string;
  readonly warning: string;
}

/** More kinds than this are not looked at for one rule. */
const MAX_KINDS = 10;

/**
 * Checks the expressions of a policy against the kinds that it is for. `serial` tells the types of one check from those
 * of another, as the real server does it. k8s: apiserver/pkg/admission/plugin/policy/validating/typechecking.go
 */
export function checkPolicyTypes(spec: ValidatingSpec, catalog: Catalog, serial: number): readonly ExpressionWarning[] {
  const checkers = kindsToCheck(spec, catalog).map((served, at) => ({
    kind: kindText(served),
    checker: checkerFor(spec, { served, catalog, serial: serial + at }),
  }));
  const warn = (fieldRef: string, expression: string): ExpressionWarning[] => {
    const texts = checkers.flatMap(({ kind, checker }) => {
      const issues = checker.check(expression);
      return issues === undefined ? [] : [`${kind}: ${issues}\n`];
    });
    return texts.length === 0 ? [] : [{ fieldRef, warning: texts.join('\n') }];
  };
  return (spec.validations ?? []).flatMap(({ expression = '', messageExpression = '' }, at) => [
    ...warn(`spec.validations[${at}].expression`, expression),
    ...(messageExpression === '' ? [] : warn(`spec.validations[${at}].messageExpression`, messageExpression)),
  ]);
}

const kindText = ({ group, version, definition }: ServedResource): string =>
  `${group}/${version}, Kind=${definition.kind}`;

interface Checked {
  readonly served: ServedResource;
  readonly catalog: Catalog;
  readonly serial: number;
}

function checkerFor({ paramKind, variables = [] }: PolicySpec, { served, catalog, serial }: Checked) {
  const checker = new AdmissionTypeChecker({
    object: declTypeOf(served, `${served.definition.kind}${serial}`),
    ...(paramKind && { params: { shape: paramShape(paramKind, catalog, serial) } }),
  });
  for (const { name = '', expression = '' } of variables) checker.addVariable(name, expression);
  return checker;
}

function paramShape(
  { apiVersion = '', kind = '' }: NonNullable<PolicySpec['paramKind']>,
  catalog: Catalog,
  serial: number,
) {
  const version = parseApiVersion(apiVersion);
  const served = version && catalog.findKind({ ...version, kind });
  return served && declTypeOf(served, `${kind}${serial}params`);
}

/** The kinds that rules name without wildcards, in order of group, version and kind. */
function kindsToCheck({ matchConstraints }: PolicySpec, catalog: Catalog): readonly ServedResource[] {
  const found = new Map<string, ServedResource>();
  for (const { apiGroups = [], apiVersions = [], resources = [] } of matchConstraints?.resourceRules ?? []) {
    if ([...apiGroups, ...apiVersions].some((name) => name.includes('*'))) continue;
    const plain = resources.filter((name) => !/[*/]/.test(name)).toSorted();
    const named = apiGroups
      .toSorted()
      .flatMap((group) => apiVersions.toSorted().flatMap((version) => plain.map((name) => ({ group, version, name }))))
      .flatMap(({ group, version, name }) => resourcesNamed(catalog, { group, version, name }));
    for (const served of named.slice(0, MAX_KINDS)) found.set(kindText(served), served);
    // As on the real server, the rules that follow are not looked at then.
    if (named.length >= MAX_KINDS) break;
  }
  return [...found.values()].sort(byName);
}

function byName(a: ServedResource, b: ServedResource): number {
  const text = ({ group, version, definition }: ServedResource) => [group, version, definition.kind];
  const [left, right] = [text(a), text(b)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at < 0 ? 0 : (left[at] as string) < (right[at] as string) ? -1 : 1;
}

/** By their plural or singular name. The core group has no name, so that it means every group. */
function resourcesNamed(
  catalog: Catalog,
  wanted: { readonly group: string; readonly version: string; readonly name: string },
): readonly ServedResource[] {
  const groups = wanted.group === '' ? catalog.groups.map(({ group }) => group) : [wanted.group];
  return groups
    .filter((group) => catalog.hasVersion(group, wanted.version))
    .flatMap((group) => catalog.resourcesOf(group, wanted.version))
    .filter(({ definition }) => [definition.resource, definition.singular].includes(wanted.name));
}

/** What the published schema of a kind tells of its objects. */
function declTypeOf({ versionDefinition }: ServedResource, typeName: string): DeclType {
  const { openapi } = versionDefinition;
  // Custom resources share the metadata of all objects.
  const schemas = metaSchemas(['ObjectMeta']);
  openapi.addTo(schemas);
  return new DeclType(resolved({ $ref: `#/components/schemas/${openapi.name}` }, schemas, new Set()), typeName);
}

const SCHEMA_PREFIX = '#/components/schemas/';

function referenceIn(schema: JsonObject): string | undefined {
  const ref = getOwn(schema, '$ref');
  if (typeof ref === 'string') return ref.slice(SCHEMA_PREFIX.length);
  // A reference that says something of its own is wrapped.
  const all = getOwn(schema, 'allOf');
  for (const part of Array.isArray(all) ? all : []) {
    const found = isJsonObject(part) ? referenceIn(part) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

type Schemas = ReadonlyMap<string, () => JsonObject>;

/** The schema without references. What contains itself is an object of which nothing more is known. */
function resolved(schema: JsonObject, schemas: Schemas, within: ReadonlySet<string>): Shape {
  const reference = referenceIn(schema);
  if (reference === undefined) return resolvedParts(schema, schemas, within);
  if (within.has(reference)) return unknownObject;
  const found = schemas.get(reference)?.() ?? {};
  return resolvedParts(found, schemas, new Set([...within, reference]));
}

function resolvedParts(schema: JsonObject, schemas: Schemas, within: ReadonlySet<string>): Shape {
  const below = (part: Json | undefined): Shape | undefined =>
    part !== undefined && isJsonObject(part) ? resolved(part, schemas, within) : undefined;
  const { properties, items, additionalProperties, ...rest } = schema;
  const fields = Object.entries(isJsonObject(properties ?? null) ? (properties as JsonObject) : {});
  const isIntOrString = schema.format === 'int-or-string';
  const keywords: ShapeKeywords = { ...rest, ...(isIntOrString && { 'x-kubernetes-int-or-string': true }) };
  return {
    keywords,
    said: keywords,
    fields: new Map(fields.map(([name, part]) => [name, below(part) ?? nothing])),
    items: below(items),
    values: below(additionalProperties),
    alternatives: undefined,
    definition: undefined,
  };
}

const withKeywords = (keywords: ShapeKeywords): Shape => ({
  keywords,
  said: keywords,
  fields: new Map(),
  items: undefined,
  values: undefined,
  alternatives: undefined,
  definition: undefined,
});
const nothing = withKeywords({});
const unknownObject = withKeywords({ type: 'object' });
