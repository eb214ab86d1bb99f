import type { Catalog } from '#machinery';
import { type JsonObject, nextTurn } from '#meta';
import type { OfferedMedia } from '../negotiate.ts';
import { type DocumentSchema, type DocumentV3, planDocuments } from './document-v3.ts';
import { jsonText } from './json-text.ts';
import { pathItemV2, type WritingV2 } from './path-item-v2.ts';
import { allVersions, inVersions } from './registered-versions.ts';
import type { Route } from './route.ts';
import { SharedParameters } from './shared-parameters.ts';

/** One document for everything: what the documents of v3 are made of, in the words of v2. */
export interface DocumentV2 {
  readonly paths: readonly (readonly [string, () => JsonObject])[];
  readonly definitions: readonly (readonly [string, () => JsonObject])[];
  /** Complete when all paths have been made. */
  readonly parameters: SharedParameters;
}

export async function documentV2(catalog: Catalog, offered: OfferedMedia): Promise<DocumentV2> {
  const documents: DocumentV3[] = [];
  for (const plan of planDocuments(catalog, offered).values()) {
    documents.push(plan.make());
    await nextTurn();
  }
  return joinDocuments(documents);
}

/** What documents of v3 say, in one of v2. */
export function joinDocuments(documents: readonly DocumentV3[]): DocumentV2 {
  const definitions = new Definitions();
  // Built-in types get their names first; custom resources get names that are left.
  for (const custom of [false, true])
    for (const document of documents) if (document.custom === custom) definitions.add(document);
  const parameters = new SharedParameters();
  const paths = documents.flatMap((document) => {
    const writing: WritingV2 = { parameters, definitionName: (name) => definitions.nameIn(document, name) };
    return document.paths.map(([path, routes]) => [path, writer(routes, writing)] as const);
  });
  return { paths, definitions: definitions.all, parameters };
}

const writer = (routes: () => readonly Route[], writing: WritingV2) => (): JsonObject => pathItemV2(routes(), writing);

/** The schemas of all documents. Most are in many of them and the same in each. */
class Definitions {
  readonly #known = new Map<string, () => JsonObject>();
  readonly #renamed = new Map<DocumentV3, ReadonlyMap<string, string>>();

  get all(): readonly (readonly [string, () => JsonObject])[] {
    return [...this.#known];
  }
  /** The name here of what a document calls `name`. */
  nameIn(document: DocumentV3, name: string): string {
    return this.#renamed.get(document)?.get(name) ?? name;
  }

  add(document: DocumentV3): void {
    const renamed = new Map<string, string>();
    for (const [name, { custom }] of document.schemas)
      if (custom && this.#known.has(name)) renamed.set(name, this.#freeName(name));
    if (renamed.size > 0) this.#renamed.set(document, renamed);
    for (const [name, schema] of document.schemas) {
      const own = renamed.get(name) ?? name;
      if (!this.#known.has(own)) this.#known.set(own, () => this.#schemaOf(name, schema, renamed));
    }
  }

  /** A custom resource whose name is taken gets another one, so that references of others do not change. */
  #freeName(name: string): string {
    let at = 2;
    while (this.#known.has(`${name}_v${at}`)) at++;
    return `${name}_v${at}`;
  }
  #schemaOf(name: string, schema: DocumentSchema, renamed: ReadonlyMap<string, string>): JsonObject {
    const made = inVersions(name, schema.v2(), allVersions);
    if (renamed.size === 0 || !schema.custom) return made;
    let text = jsonText(made);
    for (const [from, to] of renamed) text = text.replaceAll(`"#/definitions/${from}"`, `"#/definitions/${to}"`);
    return JSON.parse(text) as JsonObject;
  }
}
