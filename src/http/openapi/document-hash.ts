import { createHash } from 'node:crypto';
import type { ServedResource, Subresource, VersionDefinition } from '#machinery';
import { doStepsInTurns, nextTurn } from '#meta';
import { customRoutes } from './custom-routes.ts';
import { customMeta, ownSchemas, type PlannedDocument } from './document-v3.ts';
import { hashJson } from './hash-json.ts';
import { jsonText } from './json-text.ts';
import { pathItemV3 } from './path-item-v3.ts';
import { hashText } from './pieces.ts';
import type { RoutedResource } from './schema-names.ts';
import { jsonV3 } from './write-v3.ts';

/** By the object that a document is made of. */
const builtins = new WeakMap<object, Map<string, Promise<string>>>();
/** Documents that are made of nothing but the program. */
const roots = {};
const customs = new WeakMap<VersionDefinition, Promise<string>>();

/**
 * A hash that changes with the content of a document, made once for each content. That of custom resources combines a
 * hash of each: when a definition changes, only its own is made anew, though its document may hold many others.
 */
export function documentHash(key: string, plan: PlannedDocument, version: string): Promise<string> {
  if (plan.custom) return customHash(plan.members, version);
  const source = plan.source ?? roots;
  const known = builtins.get(source) ?? new Map<string, Promise<string>>();
  builtins.set(source, known);
  const hash = known.get(key) ?? hashText(jsonV3(plan.make(), version));
  known.set(key, hash);
  return hash;
}

async function customHash(members: readonly ServedResource[], version: string): Promise<string> {
  const hash = createHash('sha512').update(version).update(commonText());
  for (const member of members) hash.update(await resourceHash(member));
  return hash.digest('hex').toUpperCase();
}

let common: string | undefined;

/** What documents of custom resources have in common: schemas, and routes that differ in names only. */
function commonText(): string {
  common ??= JSON.stringify([
    customMeta(['Scale']).map(([name, schema]) => [name, schema.v3()]),
    sampleItems({ namespaced: true }),
    sampleItems({ namespaced: false }),
  ]);
  return common;
}

const sampleItems = (scope: { readonly namespaced: boolean }) =>
  [...customRoutes(sampleResource(scope))].map(([path, routes]) => [path, pathItemV3(routes())]);

function sampleResource({ namespaced }: { readonly namespaced: boolean }): RoutedResource {
  const version = { group: 'example.com', version: 'v1' };
  const part = (name: string, kind: Subresource['kind']): [string, Subresource] => [
    name,
    { name, mode: 'object', kind, verbs: new Set() },
  ];
  const parts = [
    part('status', { ...version, kind: 'Widget' }),
    part('scale', { group: 'autoscaling', version: 'v1', kind: 'Scale' }),
  ];
  const names = { kind: 'Widget', listKind: 'WidgetList', resource: 'widgets' };
  return {
    ...version,
    definition: { ...names, namespaced, subresources: new Map(parts) },
    versionDefinition: { openapi: { name: 'com.example.v1.Widget' } },
  };
}

function resourceHash(served: ServedResource): Promise<string> {
  const known = customs.get(served.versionDefinition) ?? makeResourceHash(served);
  customs.set(served.versionDefinition, known);
  return known;
}

async function makeResourceHash(served: ServedResource): Promise<string> {
  const { group, version, definition } = served;
  const { kind, listKind, resource, namespaced, subresources } = definition;
  const hash = createHash('sha512');
  hash.update(JSON.stringify([group, version, kind, listKind, resource, namespaced, [...subresources.keys()]]));
  const { content } = served.versionDefinition.openapi;
  if (content !== undefined) await doStepsInTurns(hashJson(content, hash));
  else for (const [name, schema] of ownSchemas(served)) hash.update(name).update(jsonText(schema.v3()));
  await nextTurn();
  return hash.digest('hex');
}
