import { describe, expect, it, vi } from 'vitest';
import { apiErrors, type KubeObject } from '#meta';
import { quickClock } from '../storage/testing/world.ts';
import { listWatchOf } from './list-watch.ts';
import { Reflector } from './reflector.ts';
import { resourceRef, type WatchEvent } from './requests.ts';
import { ResourceClient } from './resource-client.ts';
import { type ScriptedList, type ScriptedWatch, scriptedTransport } from './testing/scripted-transport.ts';

const configMaps = resourceRef({
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
});
const object = (name: string, resourceVersion: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, resourceVersion },
});
const list = (resourceVersion: string, items: KubeObject[], more?: string) => ({
  metadata: { resourceVersion, ...(more === undefined ? {} : { continue: more }) },
  items,
});
const event = (type: 'ADDED' | 'MODIFIED' | 'DELETED', name: string, version: string): WatchEvent<KubeObject> => ({
  type,
  object: object(name, version),
});
const bookmark = (resourceVersion: string): WatchEvent<KubeObject> => ({
  type: 'BOOKMARK',
  object: { metadata: { name: '', resourceVersion } as KubeObject['metadata'] },
});
const gone = () => apiErrors.expired('too old resource version: 5 (9)');

/** A reflector over a scripted server, and what it told, in order. */
function reflectorOf(script: { lists: ScriptedList[]; watches: ScriptedWatch[] }) {
  const told: string[] = [];
  const transport = scriptedTransport(script);
  const clock = quickClock(1);
  const pauses: number[] = [];
  const reflector = new Reflector<KubeObject>({
    source: listWatchOf(new ResourceClient(transport, configMaps), { labelSelector: 'a=b' }),
    clock: {
      sleep(ms, signal) {
        pauses.push(ms);
        return clock.sleep(ms, signal);
      },
    },
    handlers: {
      onListStart: () => told.push('list'),
      onChanges: (changes) => told.push(...changes.map(({ type, entry }) => `${type} ${entry.metadata.name}`)),
      onSynced: () => told.push('synced'),
      onError: (error) => told.push((error as Error).message),
    },
  });
  return { reflector, told, transport, pauses };
}

/** Runs it until it has watched so often, and stops it. */
async function follow(script: { lists: ScriptedList[]; watches: ScriptedWatch[] }) {
  const watches = script.watches.length + 1;
  const parts = reflectorOf(script);
  parts.reflector.run();
  await vi.waitFor(() => expect(parts.transport.watches).toHaveLength(watches));
  await parts.reflector.stop();
  const { lists, watches: asked } = parts.transport;
  return { ...parts, lists, from: asked.map(({ resourceVersion }) => resourceVersion) };
}

describe('a reflector', () => {
  it('tells what is there as added, page by page, then that it is all, then changes', async () => {
    const { told, lists, from, transport } = await follow({
      lists: [list('5', [object('a', '1')], 'next'), list('5', [object('b', '2')])],
      watches: [[event('MODIFIED', 'a', '6'), event('DELETED', 'b', '7')]],
    });
    expect(told).toEqual(['list', 'ADDED a', 'ADDED b', 'synced', 'MODIFIED a', 'DELETED b']);
    expect(lists.map(({ continue: next, labelSelector }) => [next, labelSelector])).toEqual([
      [undefined, 'a=b'],
      ['next', 'a=b'],
    ]);
    expect(from).toEqual(['5', '7']);
    expect(transport.watches[0]).toMatchObject({ labelSelector: 'a=b', allowWatchBookmarks: true });
  });

  it('watches on from the last bookmark, and tells nobody of it', async () => {
    const { told, from } = await follow({
      lists: [list('5', [])],
      watches: [[event('ADDED', 'a', '6'), bookmark('40')], [bookmark('50')]],
    });
    expect(told).toEqual(['list', 'synced', 'ADDED a']);
    expect(from).toEqual(['5', '40', '50']);
  });

  it('lists again, at once, when the server has forgotten where it was', async () => {
    const { told, from, pauses } = await follow({
      lists: [list('5', [object('a', '1')]), list('9', [object('b', '8')])],
      watches: [[event('MODIFIED', 'a', '6'), gone()]],
    });
    expect(told).toEqual(['list', 'ADDED a', 'synced', 'MODIFIED a', 'list', 'ADDED b', 'synced']);
    expect(from).toEqual(['5', '9']);
    expect(pauses).toEqual([]);
  });

  it('waits before it lists again where the server forgets at once', async () => {
    const { told, pauses } = await follow({
      lists: [list('5', []), list('6', []), list('7', [])],
      watches: [[gone()], [gone()]],
    });
    expect(told).toEqual(['list', 'synced', 'list', 'synced', 'list', 'synced']);
    expect(pauses).toEqual([200, 200]);
  });

  it('begins again when a page of the list is too old', async () => {
    const { told, lists } = await follow({
      lists: [list('5', [object('a', '1')], 'next'), gone(), list('9', [object('a', '1')])],
      watches: [],
    });
    expect(told).toEqual(['list', 'ADDED a', 'list', 'ADDED a', 'synced']);
    expect(lists.map(({ continue: next }) => next)).toEqual([undefined, 'next', undefined]);
  });

  it('tells of failures, and tries again ever less often until it can list', async () => {
    const { told, pauses } = await follow({
      lists: [new Error('refused'), new Error('refused'), list('5', []), list('6', [])],
      watches: [[new Error('reset')]],
    });
    expect(told).toEqual(['list', 'refused', 'list', 'refused', 'list', 'synced', 'reset', 'list', 'synced']);
    expect(pauses).toEqual([200, 400, 200]);
  });

  it('does not ask without a pause where watches end and tell nothing', async () => {
    const { from, pauses } = await follow({
      lists: [list('5', [])],
      watches: [[], [], [event('ADDED', 'a', '6')], []],
    });
    expect(from).toEqual(['5', '5', '5', '6', '6']);
    expect(pauses).toEqual([200, 400, 200]);
  });

  it('knows how far it has seen, and whether it is up to date', async () => {
    const { reflector } = reflectorOf({ lists: [list('5', [])], watches: [[bookmark('8'), 'open']] });
    expect(reflector.hasSeen(1)).toBe(false);
    reflector.run();
    await reflector.current();
    await vi.waitFor(() => expect(reflector.hasSeen(8)).toBe(true));
    expect(reflector.hasSeen(9)).toBe(false);
    await reflector.stop();
    // Nobody waits for one that has ended.
    expect(reflector.hasSeen(9)).toBe(true);
  });
});
