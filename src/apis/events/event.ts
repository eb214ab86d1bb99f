import type { JsonObject, KubeObject } from '#meta';

export interface ObjectReference extends JsonObject {
  kind?: string;
  namespace?: string;
  name?: string;
  uid?: string;
  apiVersion?: string;
  resourceVersion?: string;
  fieldPath?: string;
}
export interface EventSource extends JsonObject {
  component?: string;
  host?: string;
}
export interface EventSeries extends JsonObject {
  count?: number;
  lastObservedTime?: string | null;
}

interface AnyEvent extends KubeObject {
  eventTime?: string | null;
  series?: EventSeries;
  reportingInstance?: string;
  action?: string;
  reason?: string;
  related?: ObjectReference;
  type?: string;
}

/** An event of the core group, as which all events are stored. */
export interface CoreEvent extends AnyEvent {
  involvedObject?: ObjectReference;
  message?: string;
  source?: EventSource;
  firstTimestamp?: string | null;
  lastTimestamp?: string | null;
  count?: number;
  reportingComponent?: string;
}

/** An event of the group events.k8s.io: the same thing in other words. */
export interface NewEvent extends AnyEvent {
  regarding?: ObjectReference;
  note?: string;
  deprecatedSource?: EventSource;
  deprecatedFirstTimestamp?: string | null;
  deprecatedLastTimestamp?: string | null;
  deprecatedCount?: number;
  reportingController?: string;
}

/** What the two groups call differently. */
const otherNames = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
] as const satisfies readonly (readonly [keyof CoreEvent, keyof NewEvent])[];

const newNames: ReadonlyMap<string, string> = new Map(otherNames);
const coreNames: ReadonlyMap<string, string> = new Map(otherNames.map(([core, other]) => [other, core]));

export function toCoreEvent(event: NewEvent): CoreEvent {
  return { ...renamed(event, coreNames), apiVersion: 'v1', kind: 'Event', metadata: event.metadata };
}

export function toNewEvent(event: CoreEvent): NewEvent {
  return { ...renamed(event, newNames), apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: event.metadata };
}

function renamed(event: KubeObject, names: ReadonlyMap<string, string>): JsonObject {
  return Object.fromEntries(Object.entries(event).map(([name, value]) => [names.get(name) ?? name, value]));
}
