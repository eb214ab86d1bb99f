import type { DocumentV2 } from './document-v2.ts';
import { definitionEntryV2, gnosticV2, pathEntryV2 } from './gnostic-v2.ts';
import { collectBytes } from './pieces.ts';
import { securityScheme } from './security.ts';
import { entries, members } from './write-v3.ts';

/** The document as JSON, piece by piece. */
export function* jsonV2(document: DocumentV2, version: string): Generator<string> {
  yield `{"swagger":"2.0","info":${JSON.stringify({ title: 'Kubernetes', version })},"paths":{`;
  yield* members(document.paths, (make) => make());
  yield '},"definitions":{';
  yield* members(document.definitions, (make) => make());
  yield '},"parameters":{';
  yield* members(document.parameters.definitions, (parameter) => parameter);
  yield `},"securityDefinitions":${JSON.stringify(securityScheme)},"security":[{"BearerToken":[]}]}`;
}

/** The same as protobuf. */
export async function protobufV2(document: DocumentV2, version: string): Promise<readonly Uint8Array[]> {
  const paths = await collectBytes(entries(document.paths, (name, make) => pathEntryV2(name, make())));
  return gnosticV2({
    info: { title: 'Kubernetes', version },
    paths,
    definitions: await collectBytes(entries(document.definitions, (name, make) => definitionEntryV2(name, make()))),
    parameters: Object.fromEntries(document.parameters.definitions),
    security: [{ BearerToken: [] }],
    securityDefinitions: securityScheme,
  });
}
