// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { Types as CoreV1Types } from '../../core/v1/types.gen.ts';

/** Something that happened to an object. Kept for a limited time; no program should depend on it. */
export type Event = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** When it was first observed. */
  eventTime?: string | null;
  /** How often it went on, if it is more than a single event. */
  series?: EventSeries;
  /** The controller that reported it, such as example.com/controller. */
  reportingController?: string;
  /** Which instance of that controller. */
  reportingInstance?: string;
  /** What was done or failed to be done. */
  action?: string;
  /** Why it happened, in one word for programs. */
  reason?: string;
  /** What the event is about. */
  regarding?: CoreV1Types['ObjectReference'];
  /** A second object that the event has to do with. */
  related?: CoreV1Types['ObjectReference'];
  /** What happened, in a sentence for people; up to 1 kB. */
  note?: string;
  /** Normal or Warning; more may come. */
  type?: string;
  /** Who reported it, as older events say it. */
  deprecatedSource?: CoreV1Types['EventSource'];
  /** When it was first seen, as older events say it. */
  deprecatedFirstTimestamp?: string | null;
  /** When it was last seen, as older events say it. */
  deprecatedLastTimestamp?: string | null;
  /** How often it was seen, as older events say it. */
  deprecatedCount?: number;
};

/** A run of the same event. */
export type EventSeries = {
  /** How often it was seen so far. */
  count?: number;
  /** When it was last seen. */
  lastObservedTime?: string | null;
};

/** All of them by name. */
export type Types = {
  Event: Event;
  EventSeries: EventSeries;
};
