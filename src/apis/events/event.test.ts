import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tryOut } from '../../resource/testing/trial.ts';
import { coreEvents, newEvents } from './event.ts';
import { type CoreEvent, toCoreEvent, toNewEvent } from './event-versions.ts';

const core = tryOut(coreEvents);
const newer = tryOut(newEvents);
const coreEvent = (rest: object) => ({ apiVersion: 'v1', kind: 'Event', metadata: { name: 'e' }, ...rest });
const newEvent = (rest: object) => ({
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  metadata: { name: 'e' },
  ...rest,
});
const home = { namespace: 'home' };
const eventTime = '2024-02-01T00:00:00.000000Z';
const told = {
  eventTime,
  reportingController: 'example.com/a',
  reportingInstance: 'b',
  action: 'c',
  reason: 'd',
  type: 'Normal',
  regarding: home,
};

const elsewhere = (namespace: string): string =>
  `involvedObject.namespace: Invalid value: "${namespace}": does not match event.namespace`;

describe('an event of the core group', () => {
  it.each([
    ['about an object next to it', { involvedObject: home }, []],
    ['about an object elsewhere', { involvedObject: { namespace: 'other' } }, [elsewhere('other')]],
    ['about an object of the cluster', { involvedObject: {} }, [elsewhere('')]],
    [
      'about an object of the cluster, in the default namespace',
      { metadata: { name: 'e', namespace: 'default' }, involvedObject: {} },
      [],
    ],
    ['with a name that others could not have', { metadata: { name: 'An_Event' }, involvedObject: home }, []],
    [
      'with a time of its own and little else',
      { involvedObject: home, eventTime },
      [
        'reportingComponent: Required value',
        'reportingComponent: Invalid value: "": name part must be non-empty',
        expect.stringMatching(/^reportingComponent: Invalid value: "": name part must consist of/),
        'reportingInstance: Required value',
        'action: Required value',
        'reason: Required value',
      ],
    ],
    [
      'with long texts',
      {
        involvedObject: home,
        eventTime,
        reportingComponent: 'a',
        reportingInstance: 'x'.repeat(129),
        action: 'x'.repeat(129),
        reason: 'x'.repeat(129),
        message: 'x'.repeat(1025),
      },
      [
        'reportingInstance: Invalid value: "": can have at most 128 characters',
        'action: Invalid value: "": can have at most 128 characters',
        'reason: Invalid value: "": can have at most 128 characters',
        'message: Invalid value: "": can have at most 1024 characters',
      ],
    ],
  ])('%s', async (_, rest, faults) => {
    expect((await core.write(coreEvent(rest))).faults).toEqual(faults);
  });

  it('is looked at by its own rules alone, before the rest', async () => {
    const labels = { a: 'not a label!' };
    const { faults } = await core.write(coreEvent({ metadata: { name: 'e', labels }, involvedObject: {} }));
    expect(faults).toEqual([elsewhere('')]);
  });

  it('can be counted up', async () => {
    const live = core.read(coreEvent({ involvedObject: home, count: 7 }));
    expect(
      (await core.write(coreEvent({ involvedObject: home, count: 8, message: 'again' }), { live })).faults,
    ).toEqual([]);
  });
});

describe('an event of the newer group', () => {
  it.each([
    ['that tells everything', told, []],
    [
      'without a time',
      { regarding: home },
      ['eventTime: Required value', 'type: Invalid value: "": has invalid value: '],
    ],
    ['of an odd type', { ...told, type: 'Sad' }, ['type: Invalid value: "": has invalid value: Sad']],
    [
      'with the fields of older ones',
      {
        ...told,
        deprecatedFirstTimestamp: '2024-01-01T00:00:00Z',
        deprecatedLastTimestamp: '2024-01-01T00:00:00Z',
        deprecatedCount: 1,
        deprecatedSource: { host: 'h' },
      },
      ['firstTimestamp', 'lastTimestamp', 'count', 'source'].map(
        (field) => `${field}: Invalid value: "": needs to be unset`,
      ),
    ],
    [
      'with a series of one',
      { ...told, series: { count: 1, lastObservedTime: null } },
      ['series.count: Invalid value: "": should be at least 2', 'series.lastObservedTime: Required value'],
    ],
  ])('%s', async (_, rest, faults) => {
    expect((await newer.write(newEvent(rest))).faults).toEqual(faults);
  });

  it('cannot change but in its series', async () => {
    const live = newer.read(newEvent(told));
    const series = { count: 2, lastObservedTime: '2024-02-01T00:00:10.000001Z' };
    expect((await newer.write(newEvent({ ...told, series }), { live })).faults).toEqual([]);
    const changed = { ...told, note: 'changed', reason: 'r', reportingController: 'example.com/b' };
    expect((await newer.write(newEvent(changed), { live })).faults).toEqual([
      'reason: Invalid value: "r": field is immutable',
      'message: Invalid value: "changed": field is immutable',
      'reason: Invalid value: "r": field is immutable',
      'reportingController: Invalid value: "example.com/b": field is immutable',
    ]);
  });
});

describe('events of both groups', () => {
  it('are stored in one place as one kind', () => {
    expect(newEvents.storagePrefix).toBe('/registry/events/');
    expect(newEvents.storage).toBe(coreEvents.storage);
    expect(newEvents.storage.apiVersion).toBe('v1');
  });

  it('are the same event in other words', async () => {
    const { object } = await newer.write(newEvent({ ...told, note: 'gone', related: { kind: 'Node', name: 'n' } }));
    expect(core.show(newer.read(object))).toMatchObject({
      apiVersion: 'v1',
      involvedObject: home,
      message: 'gone',
      reportingComponent: 'example.com/a',
      source: {},
      firstTimestamp: null,
      related: { kind: 'Node', name: 'n' },
    });
  });

  it('lose nothing on the way from one group to the other and back', () => {
    const text = fc.string();
    const event = fc.record(
      {
        involvedObject: fc.record({ name: text }),
        message: text,
        source: fc.record({ host: text }),
        firstTimestamp: text,
        count: fc.nat(),
        reportingComponent: text,
        reason: text,
        series: fc.record({ count: fc.nat() }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(event, (rest) => {
        const one: CoreEvent = { ...coreEvent(rest) };
        expect(toCoreEvent(toNewEvent(one))).toEqual(one);
      }),
    );
  });

  it('show the same row', () => {
    const rest = {
      involvedObject: { kind: 'Pod', name: 'p', fieldPath: 'spec' },
      reason: 'R',
      message: ' m\n',
      source: { component: 'kubelet', host: 'n1' },
      firstTimestamp: '2024-01-01T00:00:00Z',
      lastTimestamp: '2024-01-01T00:05:00Z',
      count: 7,
      type: 'Warning',
    };
    const row = ['5m', 'Warning', 'R', 'pod/p', 'spec', 'kubelet, n1', 'm', '10m', 7, 'e'];
    expect(core.cells(coreEvent(rest))).toEqual(row);
    expect(newer.cells(newer.show(core.read(coreEvent(rest))))).toEqual(row);
  });

  it('show the series, or that it happened once', () => {
    const series = { count: 3, lastObservedTime: '2024-01-01T00:09:00.000000Z' };
    expect(newer.cells(newEvent({ ...told, eventTime: '2024-01-01T00:00:00.000000Z', series }))).toEqual([
      '60s',
      'Normal',
      'd',
      '',
      '',
      'example.com/a, b',
      '',
      '10m',
      3,
      'e',
    ]);
    expect(core.cells(coreEvent({}))).toEqual(['<unknown>', '', '', '', '', '', '', '<unknown>', 1, 'e']);
  });

  it('are selected in the words of each group', () => {
    const body = coreEvent({ involvedObject: { name: 'p' }, source: { component: 'c' } });
    expect(core.field('involvedObject.name', body)).toBe('p');
    expect(core.field('source', body)).toBe('c');
    expect(newer.field('regarding.name', newer.show(core.read(body)))).toBe('p');
    expect(newer.field('involvedObject.name', newEvent({}))).toBeUndefined();
  });
});
