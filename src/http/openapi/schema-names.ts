import type { OpenApiSource, ResourceDefinition, Subresource } from '#machinery';
import type { GroupVersion } from '#meta';

export const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
export const SCALE = 'io.k8s.api.autoscaling.v1.Scale';

export interface SchemaNames {
  readonly kind: string;
  readonly list: string;
  readonly patch: string;
  readonly status: string;
  readonly deleteOptions: string;
  readonly watchEvent: string;
  /** What a subresource reads and writes. */
  readonly part: string;
}

/** What the documents need to know of a resource to describe its routes. */
export interface RoutedResource extends GroupVersion {
  readonly definition: Pick<ResourceDefinition, 'kind' | 'listKind' | 'resource' | 'namespaced' | 'subresources'>;
  readonly versionDefinition: { readonly openapi: Pick<OpenApiSource, 'name'> };
}

/** Under which names the documents describe what a resource's requests carry. */
export function schemaNames(served: RoutedResource, part?: Subresource): SchemaNames {
  const kind = served.versionDefinition.openapi.name;
  return {
    kind,
    list: `${kind.slice(0, kind.lastIndexOf('.') + 1)}${served.definition.listKind}`,
    patch: `${META}.Patch`,
    status: `${META}.Status`,
    deleteOptions: `${META}.DeleteOptions`,
    watchEvent: `${META}.WatchEvent`,
    part: part === undefined ? kind : partName(served, part),
  };
}

function partName(served: RoutedResource, part: Subresource): string {
  if (part.openapi !== undefined) return part.openapi.name;
  const { group, kind } = part.kind;
  return group === 'autoscaling' && kind === 'Scale' ? SCALE : served.versionDefinition.openapi.name;
}
