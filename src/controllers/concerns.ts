import { getOwn, type LabelSelectorSpec, labelSelectorFrom, SelectorError } from '#meta';
import { parseEntry } from '#registry';
import type { Concerns } from './attendant.ts';
import { sameContent } from './same.ts';
import type { Item, Stock, StockChange } from './stock.ts';
import { mayBeDeleting } from './stored-metadata.ts';

/** The one that manages the object or did, if it is of this kind. */
export function itsController(kind: string): Concerns {
  return ({ before, after }) => [...controllerKeys(kind, before), ...controllerKeys(kind, after)];
}

/** The one that manages it; for an object that nobody does, all that may want it. */
export function itsControllerOrAdopters(kind: string): Concerns {
  const managing = itsController(kind);
  return (change, stock) => [...managing(change, stock), ...adopters(kind, change, stock)];
}

function controllerKeys(kind: string, item: Item | undefined): string[] {
  const reference = item?.controller;
  if (item === undefined || reference === undefined) return [];
  const group = reference.apiVersion.includes('/') ? `${reference.apiVersion.split('/')[0]}/` : '';
  return group + reference.kind === kind ? [`${item.namespace}/${reference.name}`] : [];
}

function adopters(kind: string, { before, after }: StockChange, stock: Stock): string[] {
  if (after === undefined || after.controller !== undefined) return [];
  const isNews = before === undefined || before.controller !== undefined || !sameLabels(before, after);
  if (!isNews) return [];
  const found = [...stock.shelf(kind).inNamespace(after.namespace)].filter((item) => selects(item, after));
  return found.map(({ entry }) => entry.key);
}

function sameLabels({ labels: a }: Item, { labels: b }: Item): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key]);
}

type Selecting = { readonly spec?: { readonly selector?: unknown } };

/** Kept with the object: it is asked for each pod that changes. */
function selects({ entry }: Item, { labels }: Item): boolean {
  const matches = entry.memo('selector', () => matcherOf((parseEntry(entry) as Selecting).spec?.selector));
  return matches(labels);
}

/** Those of the kind that select the object now, or did. */
export function itsSelectors(kind: string, where: (item: Item) => boolean = () => true): Concerns {
  return ({ before, after }, stock) =>
    [before, after].flatMap((item) => {
      if (item === undefined || !where(item)) return [];
      const found = [...stock.shelf(kind).inNamespace(item.namespace)].filter((other) => selects(other, item));
      return found.map(({ entry }) => entry.key);
    });
}

/** The one of the same name, if it is there. */
export function itsNamesake(kind: string): Concerns {
  return ({ key }, stock) => (stock.shelf(kind).get(key) === undefined ? [] : [key]);
}

/** The one that a label names. */
export function namedByLabel(label: string): Concerns {
  return ({ before, after }) =>
    [before, after].flatMap((item) => {
      const name = item && getOwn(item.labels, label);
      return name ? [`${item.namespace}/${name}`] : [];
    });
}

const addressMark = Buffer.from('"podIP');

/** A look at the bytes: a pod without address is nobody's endpoint, and without nodes no pod has one. */
export function mayHaveAddress({ entry: { value } }: Item): boolean {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).includes(addressMark);
}

/** Those in its namespace that are being deleted, and may wait for it. */
export function deletedNeighbours(kind: string): Concerns {
  return ({ before, after }, stock) => {
    const namespace = (after ?? before)?.namespace ?? '';
    const found = [...stock.shelf(kind).inNamespace(namespace)].filter(({ entry }) => mayBeDeleting(entry));
    return found.map(({ entry }) => entry.key);
  };
}

/** All of the kind, when more than the status of something has changed. */
export function everyone(kind: string): Concerns {
  return ({ before, after }, stock) => {
    if (before !== undefined && after !== undefined && wantsTheSame(before, after)) return [];
    return stock.shelf(kind).keys();
  };
}

function wantsTheSame(before: Item, after: Item): boolean {
  return sameLabels(before, after) && sameContent(parseEntry(before.entry).spec, parseEntry(after.entry).spec);
}

export function together(...all: readonly Concerns[]): Concerns {
  return (change, stock) => all.flatMap((concerns) => [...concerns(change, stock)]);
}

/** Looked at, but not waited for. */
export const nobody: Concerns = () => [];

/** Tells which labels the selector of a workload selects. It is of the newer form, or (replication controllers, services) a plain map of labels. */
export function matcherOf(selector: unknown): (labels: Item['labels']) => boolean {
  if (typeof selector !== 'object' || selector === null) return nothing;
  const isSpec = Object.values(selector).every((value) => typeof value === 'object');
  const spec = (isSpec ? selector : { matchLabels: selector }) as LabelSelectorSpec;
  try {
    const made = labelSelectorFrom(spec);
    return made.empty ? nothing : (labels) => made.matches(labels);
  } catch (error) {
    if (error instanceof SelectorError) return nothing;
    throw error;
  }
}

const nothing = (): boolean => false;
