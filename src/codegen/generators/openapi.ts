import { versionDocuments } from '#http';
import { Catalog, describeKind, type ResourceDefinition } from '#machinery';
import type { JsonObject, KubeObject } from '#meta';
import { apiResource } from '#resource';
import type { Described } from '#schema';
import type { ApiGroup, ApiKind, ApiVersion } from '../model.ts';
import { describedVersion } from './described-version.ts';
import type { GeneratedText, Generator, GeneratorOptions } from './generator.ts';

/** OpenAPI v3 and v2 of every version, as a server that serves the kinds publishes them. */
export const openapi: Generator = (model, options) => ({
  files: model.groups.flatMap((group) =>
    group.versions.filter(isServed).flatMap((version) => ofVersion(group, version, options)),
  ),
  notes: [],
});

/** Nothing is published of a version that is not served. */
const isServed = ({ structs }: ApiVersion): boolean => structs.some(({ kind }) => kind?.served === true);

function ofVersion(group: ApiGroup, version: ApiVersion, options: GeneratorOptions): readonly GeneratedText[] {
  const { library } = describedVersion(group, version, options.read);
  const resources = version.structs.flatMap(({ name, kind }) =>
    kind?.served === true
      ? [served({ group: group.name, version: version.name, name, kind }, library.type(name) as Described<KubeObject>)]
      : [],
  );
  const catalog = new Catalog(resources, [{ group: group.name, versions: [version.name] }]);
  const { v3, v2 } = versionDocuments(catalog, { group: group.name, version: version.name });
  return [
    { path: `${version.folder}/openapi-v3.gen.json`, text: documentText(v3, group, version) },
    { path: `${version.folder}/openapi-v2.gen.json`, text: documentText(v2, group, version) },
  ];
}

interface ServedKind {
  readonly group: string;
  readonly version: string;
  readonly name: string;
  readonly kind: ApiKind;
}

/** The kind as if this version were the only one: documents tell nothing of the others. */
function served({ group, version, name, kind }: ServedKind, type: Described<KubeObject>): ResourceDefinition {
  const { scale, plural, namespaced, hasStatus, selectableFields } = kind;
  return apiResource(describeKind({ group, kind: name, hub: type }).version(version, { type }).storedAs(version), {
    resource: plural,
    namespaced,
    ...(hasStatus ? { subresources: [{ name: 'status' }] } : {}),
    versions: { [version]: { selectableFields, ...(scale === undefined ? {} : { scale }) } },
  });
}

function documentText(document: JsonObject, { name }: ApiGroup, version: ApiVersion): string {
  const info = {
    title: `${name}/${version.name}`,
    version: version.name,
    description: "Made by 'pinnace gen openapi'. Change the types, not this.",
  };
  return `${JSON.stringify({ ...document, info }, null, 2)}\n`;
}
