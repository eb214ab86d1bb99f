import type { JsonObject } from '#meta';
import type { DocumentV3 } from './document-v3.ts';
import { gnosticV3, pathEntryV3, schemaEntryV3 } from './gnostic-v3.ts';
import { jsonText } from './json-text.ts';
import { pathItemV3 } from './path-item-v3.ts';
import { collectBytes } from './pieces.ts';
import { securityScheme } from './security.ts';

const OPENAPI = '3.0.0';
/** What the documents are called: those of custom resources are told apart. */
const infoOf = ({ custom }: DocumentV3, version: string): JsonObject =>
  custom ? { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' } : { title: 'Kubernetes', version };

/** A document as JSON, piece by piece. */
export function* jsonV3(document: DocumentV3, version: string): Generator<string> {
  yield `{"openapi":"${OPENAPI}","info":${JSON.stringify(infoOf(document, version))},"paths":{`;
  yield* members(document.paths, (routes) => pathItemV3(routes()));
  yield '},"components":{';
  if (document.schemas.length > 0) {
    yield '"schemas":{';
    yield* members(document.schemas, (schema) => schema.v3());
    yield '}';
  }
  const security = `"securitySchemes":${JSON.stringify(securityScheme)}`;
  if (!document.custom) yield document.schemas.length > 0 ? `,${security}` : security;
  yield '}}';
}

export function* members<T>(
  entries: readonly (readonly [string, T])[],
  value: (entry: T) => JsonObject,
): Generator<string> {
  let comma = '';
  for (const [name, entry] of entries) {
    yield `${comma}${JSON.stringify(name)}:${jsonText(value(entry))}`;
    comma = ',';
  }
}

/** The same as protobuf. */
export async function protobufV3(document: DocumentV3, version: string): Promise<readonly Uint8Array[]> {
  const { paths, schemas } = document;
  return gnosticV3({
    info: infoOf(document, version),
    paths: await collectBytes(entries(paths, (name, routes) => pathEntryV3(name, pathItemV3(routes())))),
    schemas: await collectBytes(entries(schemas, (name, schema) => schemaEntryV3(name, schema.v3()))),
    ...(document.custom ? {} : { securitySchemes: securityScheme }),
  });
}

export function* entries<T>(
  all: readonly (readonly [string, T])[],
  encode: (name: string, value: T) => Uint8Array,
): Generator<Uint8Array> {
  for (const [name, value] of all) yield encode(name, value);
}
