import type {
  CustomResourceDefinition,
  DefinitionColumn,
  DefinitionSchema,
  DefinitionSubresources,
  DefinitionVersion,
  SelectableField,
} from '#crd';
import { identical } from './identical.ts';

/**
 * A definition as its rules see it: what all versions have in common stands once at the top, under the names that v1beta1
 * had for it, and not in the versions. Paths in messages come from this form (`spec.validation.openAPIV3Schema…`), also
 * for clients that never heard of it. k8s: apis/apiextensions/v1/conversion.go
 */
export interface Hoisted {
  readonly version: string;
  readonly validation: DefinitionSchema | undefined;
  readonly subresources: DefinitionSubresources | undefined;
  readonly additionalPrinterColumns: readonly DefinitionColumn[];
  readonly selectableFields: readonly SelectableField[];
  /** The versions without the fields that are moved to the top. */
  readonly versions: readonly DefinitionVersion[];
  /** The client sent no list at all, not even an empty one. */
  readonly noVersions: boolean;
}

const perVersion = ['schema', 'subresources', 'additionalPrinterColumns', 'selectableFields'] as const;
type PerVersion = (typeof perVersion)[number];

export function hoist({ spec }: CustomResourceDefinition): Hoisted {
  const versions = spec.versions ?? [];
  const common = perVersion.filter((key) => versions.every((version) => identical(version[key], versions[0]?.[key])));
  const top = <K extends PerVersion>(key: K): DefinitionVersion[K] | undefined =>
    common.includes(key) ? versions[0]?.[key] : undefined;
  return {
    version: versions[0]?.name ?? '',
    validation: top('schema'),
    subresources: top('subresources'),
    additionalPrinterColumns: top('additionalPrinterColumns') ?? [],
    selectableFields: top('selectableFields') ?? [],
    versions: versions.map((version) => without(version, common)),
    noVersions: (spec.versions ?? null) === null,
  };
}

function without(version: DefinitionVersion, keys: readonly PerVersion[]): DefinitionVersion {
  const rest = { ...version };
  for (const key of keys) delete rest[key];
  return rest;
}
