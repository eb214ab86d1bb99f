import type { ServedResource } from '#machinery';
import type { FieldSelector, KubeObject, LabelSelector } from '#meta';
import type { Entry, EntryFilter } from '#storage';
import { parseStored } from './stored-value.ts';
import { convertAll, objectInVersion, viewName } from './views.ts';

/** Which objects a client wants to see. */
export interface Selection {
  readonly labels?: LabelSelector | undefined;
  readonly fields?: FieldSelector | undefined;
}

/** A test of stored entries; empty when everything is wanted. What it reads of an entry is parsed once and kept. */
export function filterOf(served: ServedResource, { labels, fields }: Selection): EntryFilter {
  const byLabels = labels === undefined || labels.empty ? undefined : (entry: Entry) => labels.matches(labelsOf(entry));
  if (fields === undefined || fields.empty) return byLabels === undefined ? {} : { matches: byLabels };
  const byFields = (entry: Entry) => fields.matches((field) => fieldOf(served, entry, field));
  const matches = byLabels === undefined ? byFields : (entry: Entry) => byLabels(entry) && byFields(entry);
  const own = fields.requirements.map(({ field }) => field).filter((field) => !isInKey(field));
  const converts = served.versionDefinition.fromHubAll !== undefined && own.length > 0;
  return converts ? { matches, ready: (entries) => readFields(served, entries, own) } : { matches };
}

function labelsOf(entry: Entry): { readonly [key: string]: string } {
  return entry.memo('labels', () => parseStored(entry).metadata.labels ?? {});
}

function isInKey(field: string): boolean {
  return field === 'metadata.name' || field === 'metadata.namespace';
}

function fieldOf(served: ServedResource, entry: Entry, field: string): string {
  const slash = entry.key.lastIndexOf('/');
  if (field === 'metadata.name') return entry.key.slice(slash + 1);
  if (field === 'metadata.namespace') return slash < 0 ? '' : entry.key.slice(0, slash);
  return entry.memo(memoName(served, field), () => {
    const object = objectInVersion(served, entry);
    if (object instanceof Promise) throw new Error(`${field} was selected by before it was read`);
    return textOf(served, object, field);
  });
}

/** Where only a webhook can tell what an object is in this version, it is asked once about all of them. */
async function readFields(served: ServedResource, entries: readonly Entry[], fields: readonly string[]): Promise<void> {
  const unread = entries.filter((entry) => fields.some((field) => !entry.has(memoName(served, field))));
  await convertAll(served, unread);
  for (const entry of unread) {
    const object = await objectInVersion(served, entry);
    for (const field of fields) entry.memo(memoName(served, field), () => textOf(served, object, field));
  }
}

function memoName(served: ServedResource, field: string): string {
  return `field:${viewName(served)}:${field}`;
}

function textOf({ versionDefinition }: ServedResource, object: KubeObject, field: string): string {
  return versionDefinition.selectableFields.get(field)?.(object) ?? '';
}
