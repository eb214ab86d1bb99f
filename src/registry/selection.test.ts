import { describe, expect, it } from 'vitest';
import type { ServedResource } from '#machinery';
import { parseFieldSelector, parseLabelSelector } from '#meta';
import { Entry } from '#storage';
import { filterFor, filterOf } from './selection.ts';
import { packValue } from './stored-value.ts';

/** As much of a resource as a selection looks at. */
const widgets = {
  group: 'example.com',
  version: 'v1',
  definition: {
    kind: 'Widget',
    namespaced: true,
    versions: new Map(),
    storage: { apiVersion: 'example.com/v1', definition: {} },
  },
  versionDefinition: {
    selectableFields: new Map([['spec.color', (object: { color?: string }) => object.color ?? '']]),
  },
} as unknown as ServedResource;
const convertedWidgets: ServedResource = {
  ...widgets,
  definition: { ...widgets.definition, convertsElsewhere: true },
};

function entry(key: string, labels?: object, color?: string): Entry {
  const metadata = { uid: 'u', ...(labels && { labels }) };
  const text = JSON.stringify({ kind: 'Widget', apiVersion: 'example.com/v1', metadata, ...(color && { color }) });
  return new Entry(key, 7, packValue({ text, revisionAt: text.indexOf('"uid"') }));
}
const entries = [
  entry('default/a', { tier: 'front' }, 'red'),
  entry('default/b', { tier: 'back' }, 'blue'),
  entry('other/a'),
];
const select = (labels: string, fields: string): string[] => {
  const { matches } = filterOf(widgets, {
    labels: labels === '' ? undefined : parseLabelSelector(labels),
    fields: fields === '' ? undefined : parseFieldSelector(fields),
  });
  return entries.filter((each) => matches?.(each) ?? true).map(({ key }) => key);
};

describe('a selection', () => {
  it.each([
    ['tier=front', '', ['default/a']],
    ['tier!=front', '', ['default/b', 'other/a']],
    ['!tier', '', ['other/a']],
    ['', 'metadata.name=a', ['default/a', 'other/a']],
    ['', 'metadata.namespace=default', ['default/a', 'default/b']],
    ['', 'metadata.name=a,metadata.namespace!=default', ['other/a']],
    ['', 'spec.color=red', ['default/a']],
    ['', 'spec.color=', ['other/a']],
    ['tier', 'metadata.name=a', ['default/a']],
    ['toString', '', []],
  ])('of labels "%s" and fields "%s"', (labels, fields, expected) => {
    expect(select(labels, fields)).toEqual(expected);
  });
  it('of everything needs no test at all', () => {
    expect(filterOf(widgets, {})).toEqual({});
    expect(filterOf(widgets, { labels: parseLabelSelector(''), fields: parseFieldSelector('') })).toEqual({});
  });
  it('with many requirements tells that it is more work, and finds the same', () => {
    const many = Array.from({ length: 1000 }, (_, at) => `label${at}!=x`).join();
    const filter = filterOf(widgets, { labels: parseLabelSelector(`${many},tier=front`) });
    expect(filter.weight).toBe(32);
    expect(entries.filter((each) => filter.matches?.(each)).map(({ key }) => key)).toEqual(['default/a']);
  });
  it.each([
    ['a list', widgets, {}],
    ['a list that leaves out what is damaged', widgets, { ignoreStoreReadErrorWithClusterBreakingPotential: true }],
    ['a list that a webhook converts', convertedWidgets, {}],
  ])('with many requirements is more work for %s, too', (_, resource, options) => {
    const fields = parseFieldSelector(Array.from({ length: 640 }, (_, at) => `spec.color!=${at}`).join());
    expect(filterFor({ resource, warn: () => {} }, options, { fields }).weight).toBe(10);
    const one = { fields: parseFieldSelector('spec.color=red') };
    expect(filterFor({ resource, warn: () => {} }, options, one).weight).toBeUndefined();
  });
  it('knows cluster-scoped objects by their name', () => {
    const { matches } = filterOf(widgets, { fields: parseFieldSelector('metadata.name=a,metadata.namespace=') });
    expect(matches?.(entry('a'))).toBe(true);
  });
});
