import type { JsonObject } from '#meta';
import { describeTypes, metaV1, type StructType, scaleV1 } from '#schema';
import { addSchemas } from './openapi-source.ts';

const version = describeTypes(
  { package: 'io.k8s.apimachinery.pkg.version', goPackage: 'version' },
  `
Info | Which version the server is.
  1 major string always required | The major version of the API.
  2 minor string always required | The minor version of the API.
  9 emulationMajor string | The major version that the server behaves as.
  10 emulationMinor string | The minor version that the server behaves as.
  11 minCompatibilityMajor string | The major version of the oldest release that the server gets on with.
  12 minCompatibilityMinor string | The minor version of the oldest release that the server gets on with.
  3 gitVersion string always required | The version in full.
  4 gitCommit string always required | The commit that the server was built from.
  5 gitTreeState string always required | Whether the source had changes that were not committed.
  6 buildDate string always required | When the server was built.
  7 goVersion string always required | What the server runs on.
  8 compiler string always required | What compiled it.
  13 platform string always required | The system and the processor that it runs on.
`,
);

const others: { readonly [name: string]: () => StructType } = {
  Info: () => version.type('Info'),
  Scale: () => scaleV1.type('Scale'),
};

/**
 * OpenAPI v3 schemas, by name, of what requests and answers carry besides the kinds themselves: options, Status, the
 * discovery documents, and Scale, which custom resources have too. With all that they refer to.
 */
export function metaSchemas(kinds: readonly string[]): Map<string, () => JsonObject> {
  const schemas = new Map<string, () => JsonObject>();
  addSchemas(
    schemas,
    kinds.map((kind) => others[kind]?.() ?? metaV1.type(kind)),
  );
  return schemas;
}
