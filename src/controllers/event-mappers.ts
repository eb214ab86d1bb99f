import { type CachedObject, type InformerStore, mayBeDeleting, type StoreChange } from '#in-process-client';
import { getOwn, isJsonObject, labelSelectorFrom, SelectorError, storedEqual } from '#meta';
import { parseEntry } from '#registry';
import type { EventMapper } from './reconcile-loop.ts';

/** The controller of the object, now or before the change, if it is of this kind. */
export function mapToController(kind: string): EventMapper {
  return ({ before, after }) => [...controllerKeys(kind, before), ...controllerKeys(kind, after)];
}

/** Its controller; for an object without one, all that may adopt it. */
export function mapToControllerOrAdopters(kind: string): EventMapper {
  const managing = mapToController(kind);
  return (change, store) => [...managing(change, store), ...adopters(kind, change, store)];
}

function controllerKeys(kind: string, item: CachedObject | undefined): string[] {
  const reference = item?.controller;
  if (item === undefined || reference === undefined) return [];
  const group = reference.apiVersion.includes('/') ? `${reference.apiVersion.split('/')[0]}/` : '';
  return group + reference.kind === kind ? [`${item.namespace}/${reference.name}`] : [];
}

function adopters(kind: string, { before, after }: StoreChange, store: InformerStore): string[] {
  if (after === undefined || after.controller !== undefined) return [];
  const isNews = before === undefined || before.controller !== undefined || !sameLabels(before, after);
  if (!isNews) return [];
  const found = [...store.ofKind(kind).inNamespace(after.namespace)].filter((item) => selects(item, after));
  return found.map(({ entry }) => entry.key);
}

function sameLabels({ labels: a }: CachedObject, { labels: b }: CachedObject): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key]);
}

/** Memoized with the entry: it is asked for each pod that changes. */
function selects({ entry }: CachedObject, { labels }: CachedObject): boolean {
  const matches = entry.memo('selector', () => {
    const { spec } = parseEntry(entry);
    return matcherOf(isJsonObject(spec) ? spec.selector : undefined);
  });
  return matches(labels);
}

/** Those of the kind that select the object now, or did. */
export function mapToSelectors(kind: string, where: (item: CachedObject) => boolean = () => true): EventMapper {
  return ({ before, after }, store) =>
    [before, after].flatMap((item) => {
      if (item === undefined || !where(item)) return [];
      const found = [...store.ofKind(kind).inNamespace(item.namespace)].filter((other) => selects(other, item));
      return found.map(({ entry }) => entry.key);
    });
}

/** The one of the same name, if it is there. */
export function mapToSameName(kind: string): EventMapper {
  return ({ key }, store) => (store.ofKind(kind).get(key) === undefined ? [] : [key]);
}

/** The one that a label names. */
export function mapByLabel(label: string): EventMapper {
  return ({ before, after }) =>
    [before, after].flatMap((item) => {
      const name = item && getOwn(item.labels, label);
      return name ? [`${item.namespace}/${name}`] : [];
    });
}

const addressMark = Buffer.from('"podIP');

/** Searches the bytes: a pod without an address is no endpoint, and without nodes no pod has one. */
export function mayHaveAddress({ entry: { value } }: CachedObject): boolean {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).includes(addressMark);
}

/** Those in its namespace that are being deleted, and may wait for it. */
export function mapToDeletedInNamespace(kind: string): EventMapper {
  return ({ before, after }, store) => {
    const namespace = (after ?? before)?.namespace ?? '';
    const found = [...store.ofKind(kind).inNamespace(namespace)].filter(({ entry }) => mayBeDeleting(entry));
    return found.map(({ entry }) => entry.key);
  };
}

/** All of the kind, when more than the status of something has changed. */
export function mapToAll(kind: string): EventMapper {
  return ({ before, after }, store) => {
    if (before !== undefined && after !== undefined && wantsTheSame(before, after)) return [];
    return store.ofKind(kind).keys();
  };
}

function wantsTheSame(before: CachedObject, after: CachedObject): boolean {
  return sameLabels(before, after) && storedEqual(parseEntry(before.entry).spec, parseEntry(after.entry).spec);
}

export function mapToEach(...all: readonly EventMapper[]): EventMapper {
  return (change, store) => all.flatMap((concerns) => [...concerns(change, store)]);
}

/** The kind is kept in the store, but its changes trigger nothing. */
export const mapToNone: EventMapper = () => [];

/** Tells which labels the selector of a workload selects. It is of the newer form, or (replication controllers, services) a plain map of labels. */
export function matcherOf(selector: unknown): (labels: CachedObject['labels']) => boolean {
  if (typeof selector !== 'object' || selector === null) return nothing;
  const isSpec = Object.values(selector).every((value) => typeof value === 'object');
  try {
    const made = labelSelectorFrom(isSpec ? selector : { matchLabels: { ...selector } });
    return made.empty ? nothing : (labels) => made.matches(labels);
  } catch (error) {
    if (error instanceof SelectorError) return nothing;
    throw error;
  }
}

const nothing = (): boolean => false;
