import { isCustom, type ServedResource } from '#machinery';
import {
  apiErrors,
  type FieldSelector,
  fieldLabelNotSupported,
  type ListOptions,
  parseFieldSelector,
  parseLabelSelector,
  SelectorError,
  unknownFieldSelector,
} from '#meta';
import type { Selection } from './selection.ts';

type Selectors = Pick<ListOptions, 'labelSelector' | 'fieldSelector'>;

/** The selectors of a list or watch. A name in the path (of the old watch paths) is one too. */
export function selectionOf(resource: ServedResource, options: Selectors, name = ''): Selection {
  const { labels, fields: asked } = readSelectors(options);
  try {
    refuseUnknownFields(resource, asked);
    if (name === '') return { labels, fields: asked };
    if (asked !== undefined && !asked.matches((field) => (field === 'metadata.name' ? name : ''))) {
      throw apiErrors.badRequest("fieldSelector metadata.name doesn't match requested name");
    }
    return { labels, fields: parseFieldSelector(`metadata.name=${name}`) };
  } catch (error) {
    if (error instanceof SelectorError) throw apiErrors.badRequest(error.message);
    throw error;
  }
}

/** What the selectors say, whether or not a kind has such fields. */
export function readSelectors({ labelSelector, fieldSelector }: Selectors): Selection {
  try {
    const labels = labelSelector === '' ? undefined : parseLabelSelector(labelSelector);
    const fields = fieldSelector === '' ? undefined : parseFieldSelector(fieldSelector);
    return { labels, fields };
  } catch (error) {
    if (error instanceof SelectorError) throw apiErrors.badRequest(error.message);
    throw error;
  }
}

const alwaysSelectable = new Set(['metadata.name', 'metadata.namespace']);

/** Kinds with selectable fields refuse unknown ones with another message than kinds without. */
function refuseUnknownFields(resource: ServedResource, fields: FieldSelector | undefined): void {
  const { definition, versionDefinition } = resource;
  const own = versionDefinition.selectableFields;
  for (const { field } of fields?.requirements ?? []) {
    const refusal = versionDefinition.refusesField?.(field);
    if (refusal !== undefined) throw new SelectorError(refusal);
    // A custom resource without namespaces knows no namespace to select by.
    const everywhere =
      alwaysSelectable.has(field) && (!isCustom(resource) || definition.namespaced || field === 'metadata.name');
    if (everywhere || own.has(field)) continue;
    throw own.size > 0 || isCustom(resource) ? fieldLabelNotSupported(field) : unknownFieldSelector(field);
  }
}
