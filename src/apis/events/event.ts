import type { Cell, Column } from '#machinery';
import { pathSegmentName } from '#meta';
import { type BuiltinStrategy, column, nameColumn, since, versionedResource, wideColumn } from '#resource';
import { type CoreEvent, events } from './event-versions.ts';
import { validateEventChange, validateEventCreate, validateEventUpdate } from './validation.ts';

/** One store, two groups: whoever writes an event in one finds it in the other. */

const strategy: BuiltinStrategy<CoreEvent> = {
  createsOnUpdate: true,
  hasNoDependents: true,
  expires: true,
  // Its own rules look at it, those of the newer group.
  newMetadata: false,
  validateCreate: validateEventCreate,
  validateUpdate: validateEventUpdate,
  validateChange: validateEventChange,
};

const firstSeen = ({ firstTimestamp, eventTime }: CoreEvent): Cell => since(firstTimestamp || eventTime);

function lastSeen(event: CoreEvent): Cell {
  if (event.series !== undefined) return since(event.series.lastObservedTime);
  return event.lastTimestamp ? since(event.lastTimestamp) : firstSeen(event);
}

function subject({ involvedObject = {} }: CoreEvent): string {
  const kind = (involvedObject.kind ?? '').toLowerCase();
  return involvedObject.name ? `${kind}/${involvedObject.name}` : kind;
}

function reporter({ source = {}, reportingComponent = '', reportingInstance = '' }: CoreEvent): string {
  const instance = source.host || reportingInstance;
  const component = source.component || reportingComponent;
  return instance === '' ? component : `${component}, ${instance}`;
}

const columns: readonly Column<CoreEvent>[] = [
  column('Last Seen', 'How long ago it was last seen.', lastSeen),
  column('Type', 'Normal or Warning.', ({ type }) => type ?? ''),
  column('Reason', 'Why it happened, in one word.', ({ reason }) => reason ?? ''),
  column('Object', 'What the event is about.', subject),
  wideColumn('Subobject', 'The part of it that is meant.', ({ involvedObject }) => involvedObject?.fieldPath ?? ''),
  wideColumn('Source', 'Who reported it.', reporter),
  column('Message', 'What happened.', ({ message }) => (message ?? '').trim()),
  wideColumn('First Seen', 'How long ago it was first seen.', firstSeen),
  wideColumn('Count', 'How often it was seen.', ({ series, count }) =>
    series === undefined ? count || 1 : (series.count ?? 0),
  ),
  { ...nameColumn, priority: 1 },
];

type Selectable = { readonly [path: string]: (event: CoreEvent) => string };

const referenceFields = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const;

/** Fields that point into the object the event is about, under the name that a group has for it. */
function referenceSelectors(name: 'involvedObject' | 'regarding'): Selectable {
  return Object.fromEntries(
    referenceFields.map((field) => [
      `${name}.${field}`,
      ({ involvedObject }: CoreEvent) => involvedObject?.[field] ?? '',
    ]),
  );
}

const shared = { resource: 'events', formerly: ['events.k8s.io/v1beta1'], shortNames: ['ev'], namespaced: true };

export const coreEvents = versionedResource(events, {
  ...shared,
  anyFinalizers: true,
  // Old clients put all sorts of things into names.
  strategy: { ...strategy, validateName: pathSegmentName, repeats: [] },
  columns,
  selectableFields: {
    ...referenceSelectors('involvedObject'),
    reason: ({ reason }: CoreEvent) => reason ?? '',
    reportingComponent: ({ reportingComponent }: CoreEvent) => reportingComponent ?? '',
    source: ({ source, reportingComponent }: CoreEvent) => source?.component || reportingComponent || '',
    type: ({ type }: CoreEvent) => type ?? '',
  },
});

export const newEvents = versionedResource(events, {
  ...shared,
  group: 'events.k8s.io',
  strategy: { ...strategy, repeats: ['own', 'change'] },
  storedAs: coreEvents.storage,
  columns,
  selectableFields: {
    ...referenceSelectors('regarding'),
    reason: ({ reason }: CoreEvent) => reason ?? '',
    reportingController: ({ reportingComponent }: CoreEvent) => reportingComponent ?? '',
    type: ({ type }: CoreEvent) => type ?? '',
  },
});
