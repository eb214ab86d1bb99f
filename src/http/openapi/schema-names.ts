import type { ServedResource, Subresource } from '#machinery';
import type { JsonObject } from '#meta';

export const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const SCALE = 'io.k8s.api.autoscaling.v1.Scale';

export const refTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

export interface SchemaNames {
  readonly kind: string;
  readonly list: string;
  readonly patch: string;
  readonly status: string;
  readonly deleteOptions: string;
  /** What a subresource reads and writes. */
  readonly part: string;
}

/** Under which names the documents describe what a resource's requests carry. */
export function schemaNames(served: ServedResource, part?: Subresource): SchemaNames {
  const kind = served.versionDefinition.openapi.name;
  return {
    kind,
    list: `${kind.slice(0, kind.lastIndexOf('.') + 1)}${served.definition.listKind}`,
    patch: `${META}.Patch`,
    status: `${META}.Status`,
    deleteOptions: `${META}.DeleteOptions`,
    part: part === undefined ? kind : partName(served, part),
  };
}

function partName(served: ServedResource, part: Subresource): string {
  if (part.openapi !== undefined) return part.openapi.name;
  const { group, kind } = part.kind;
  if (kind === served.definition.kind) return served.versionDefinition.openapi.name;
  return group === 'autoscaling' && kind === 'Scale' ? SCALE : `${META}.Patch`;
}
