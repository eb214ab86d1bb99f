import type { ServedResource } from '#machinery';
import type { FieldSelector, LabelSelector } from '#meta';
import type { Entry } from '#storage';
import { parseStored } from './stored-value.ts';
import { objectInVersion, viewName } from './views.ts';

/** Which objects a client wants to see. */
export interface Selection {
  readonly labels?: LabelSelector | undefined;
  readonly fields?: FieldSelector | undefined;
}

/** A test of stored entries; undefined when everything is wanted. What it reads of an entry is parsed once and kept. */
export function matcher(
  served: ServedResource,
  { labels, fields }: Selection,
): ((entry: Entry) => boolean) | undefined {
  const byLabels = labels === undefined || labels.empty ? undefined : (entry: Entry) => labels.matches(labelsOf(entry));
  const byFields = fields === undefined || fields.empty ? undefined : fieldMatcher(served, fields);
  if (byLabels === undefined) return byFields;
  if (byFields === undefined) return byLabels;
  return (entry) => byFields(entry) && byLabels(entry);
}

function labelsOf(entry: Entry): { readonly [key: string]: string } {
  return entry.memo('labels', () => parseStored(entry).metadata.labels ?? {});
}

function fieldMatcher(served: ServedResource, fields: FieldSelector): (entry: Entry) => boolean {
  return (entry) => fields.matches((field) => fieldOf(served, entry, field));
}

function fieldOf(served: ServedResource, entry: Entry, field: string): string {
  const slash = entry.key.lastIndexOf('/');
  if (field === 'metadata.name') return entry.key.slice(slash + 1);
  if (field === 'metadata.namespace') return slash < 0 ? '' : entry.key.slice(0, slash);
  return entry.memo(`field:${viewName(served)}:${field}`, () => {
    const read = served.versionDefinition.selectableFields.get(field);
    const object = objectInVersion(served, entry);
    // Field selectors of versions that need a webhook to see are refused before they come here.
    return read === undefined || object instanceof Promise ? '' : read(object);
  });
}
