import { ageColumn, apiResource, column, nameColumn, type ResourceDefinition, scaleSubresource } from 'pinnace/api';
import type { Types } from './internal/types.gen.ts';
import { group, scheme } from './register.ts';

type Gadget = Types['Gadget'];

/** The resource, stored in a version. All rules are about the hub, so there is one set of them. */
export const gadgetsStoredAs = (version: string): ResourceDefinition =>
  apiResource(scheme.versionedKind({ group, kind: 'Gadget' }, version), {
    resource: 'gadgets',
    shortNames: ['gd'],
    namespaced: true,
    strategy: { tracksGeneration: true },
    subresources: [{ name: 'status' }, scaleSubresource(() => '')],
    columns: [nameColumn, column('Color', 'Its color.', ({ spec }: Gadget) => spec?.color ?? ''), ageColumn],
    selectableFields: { 'spec.color': ({ spec }: Gadget) => spec?.color ?? '' },
    fieldLabels: { v1alpha1: { 'spec.colour': 'spec.color' } },
    deprecated: { v1alpha1: `${group}/v1alpha1 Gadget is deprecated; use ${group}/v1 Gadget` },
  });

export const gadgets = gadgetsStoredAs('v1');
