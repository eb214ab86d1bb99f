import type { ServedResource } from '#machinery';
import type { FieldSelector, LabelSelector, ListOptions } from '#meta';
import { DamagedRecord, type Entry, type EntryFilter, type EntryTest } from '#storage';
import type { Access } from './access.ts';
import { labelGlance } from './label-glance.ts';
import { parseStoredMetadata } from './stored-value.ts';
import { type ConvertedPage, convertPage, objectInVersion, viewName } from './views.ts';

/** Which objects a client wants to see. */
export interface Selection {
  readonly labels?: LabelSelector | undefined;
  readonly fields?: FieldSelector | undefined;
}

/** Where the selected objects lie: in a namespace, everywhere, or under the one key that a selector by name asks for. */
export function placeOf({ resource, namespace }: Pick<Access, 'resource' | 'namespace'>, { fields }: Selection): Place {
  const { namespaced } = resource.definition;
  const home = namespaced ? namespace || fields?.requiresExact('metadata.namespace') || '' : '';
  const name = fields?.requiresExact('metadata.name') ?? '';
  const isOne = name !== '' && (home !== '' || !namespaced);
  if (isOne) return { under: home === '' ? name : `${home}/${name}`, isOne };
  return { under: namespaced && namespace !== '' ? `${namespace}/` : '', isOne };
}

interface Place {
  readonly under: string;
  /** There is one at the most. */
  readonly isOne: boolean;
}

/**
 * The filter of a list or watch. Whether an unreadable object matches can often not be known: it counts as matching, so
 * that the request fails, unless the client asked to ignore such objects.
 */
export function filterFor(
  { resource, warn }: Pick<Access, 'resource' | 'warn'>,
  { ignoreStoreReadErrorWithClusterBreakingPotential: leaveOut = false }: Partial<ListOptions>,
  selection: Selection,
): EntryFilter {
  const filter = filterOf(resource, selection);
  const { matches, ready } = filter;
  if (matches === undefined && !leaveOut) return {};
  const wanted =
    (test: EntryTest = () => true): EntryTest =>
    (entry) => {
      // The test comes first: where it looks at the key alone, only what is shown is read.
      if (!mayMatch(test, entry)) return false;
      if (entry.damage === undefined) return true;
      if (leaveOut) warn(`left out, because it cannot be read: ${entry.damage.key}`);
      return !leaveOut;
    };
  const whole = { ...filter, matches: wanted(matches) };
  if (ready === undefined) return whole;
  const sound = (entries: readonly Entry[]): readonly Entry[] => entries.filter(({ damage }) => damage === undefined);
  return { ...whole, ready: async (entries) => wanted((await ready(sound(entries))) ?? matches) };
}

/** A selector by name needs only the key, so it works on damaged entries too. */
function mayMatch(matches: EntryTest, entry: Entry): boolean {
  try {
    return matches(entry);
  } catch (error) {
    if (error instanceof DamagedRecord && entry.damage !== undefined) return true;
    throw error;
  }
}

/** A test of stored entries; empty when everything is wanted. What it parses of an entry is kept for a while. */
export function filterOf(served: ServedResource, selection: Selection): EntryFilter {
  const weight = weightOf(selection);
  return weight > 1 ? { ...testsOf(served, selection), weight } : testsOf(served, selection);
}

/** A selector with more texts than this counts as several tests. */
const ORDINARY_TEXTS = 64;

function weightOf({ labels, fields }: Selection): number {
  const texts = (labels === undefined ? 0 : textsIn(labels)) + (fields?.requirements.length ?? 0);
  return Math.ceil(texts / ORDINARY_TEXTS);
}

function textsIn({ requirements }: LabelSelector): number {
  return requirements.reduce((sum, { values }) => sum + 1 + values.length, 0);
}

function testsOf(served: ServedResource, { labels, fields }: Selection): EntryFilter {
  const byLabels = labels === undefined || labels.empty ? undefined : labelMatcher(labels);
  if (fields === undefined || fields.empty) return byLabels === undefined ? {} : { matches: byLabels };
  const test = (converted?: ConvertedPage): EntryTest => {
    const byFields = (entry: Entry) => fields.matches((field) => fieldOf({ served, entry, converted }, field));
    return byLabels === undefined ? byFields : (entry) => byLabels(entry) && byFields(entry);
  };
  const matches = test();
  const looksAtKeys = byLabels === undefined && fields.requirements.every(({ field }) => isInKey(field));
  if (looksAtKeys) return { matches, looksAtKeys };
  const converts =
    served.definition.convertsElsewhere === true && fields.requirements.some(({ field }) => !isInKey(field));
  if (!converts) return { matches };
  // Where a webhook converts, it is called once for all of these entries.
  const ready = async (entries: readonly Entry[]): Promise<EntryTest> =>
    test(await convertPage(served, byLabels === undefined ? entries : entries.filter(byLabels)));
  return { matches, ready };
}

const MOST_GLANCES = 16;

function labelMatcher(labels: LabelSelector): (entry: Entry) => boolean {
  // With more requirements than this, parsing the labels once is faster than searching the bytes for each.
  const glance = textsIn(labels) > MOST_GLANCES ? () => undefined : labelGlance(labels);
  return (entry) => glance(entry.value) ?? labels.matches(labelsOf(entry));
}

function labelsOf(entry: Entry): { readonly [key: string]: string } {
  return entry.cached('labels', () => parseStoredMetadata(entry).labels ?? {});
}

function isInKey(field: string): boolean {
  return field === 'metadata.name' || field === 'metadata.namespace';
}

interface Looked {
  readonly served: ServedResource;
  readonly entry: Entry;
  readonly converted: ConvertedPage | undefined;
}

function fieldOf({ served, entry, converted }: Looked, field: string): string {
  const slash = entry.key.lastIndexOf('/');
  if (field === 'metadata.name') return entry.key.slice(slash + 1);
  if (field === 'metadata.namespace') return slash < 0 ? '' : entry.key.slice(0, slash);
  const { text } = entry.cached(`field:${viewName(served)}:${field}`, () => {
    const object = objectInVersion(served, entry, converted);
    if (object instanceof Promise) throw new Error(`${field} was selected by before it was read`);
    return { text: served.versionDefinition.selectableFields.get(field)?.(object) ?? '' };
  });
  return text;
}
