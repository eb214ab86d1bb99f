import { describeTypes, metaV1 } from '#schema';
import { coreV1 } from '../../core/v1/types.ts';
import type { Types } from './types.gen.ts';

/** The types of the events group, in the notation of `describeTypes`. */
export const eventsV1 = describeTypes<Types>(
  { package: 'io.k8s.api.events.v1', goPackage: 'v1', uses: { meta: metaV1, core: coreV1 } },
  `
Event | Something that happened to an object. Kept for a limited time; no program should depend on it.
  1 metadata meta.ObjectMeta always | Name, labels and other facts that every object has.
  2 eventTime microTime always required | When it was first observed.
  3 series EventSeries? | How often it went on, if it is more than a single event.
  4 reportingController string | The controller that reported it, such as example.com/controller.
  5 reportingInstance string | Which instance of that controller.
  6 action string | What was done or failed to be done.
  7 reason string | Why it happened, in one word for programs.
  8 regarding core.ObjectReference | What the event is about.
  9 related core.ObjectReference? | A second object that the event has to do with.
  10 note string | What happened, in a sentence for people; up to 1 kB.
  11 type string | Normal or Warning; more may come.
  12 deprecatedSource core.EventSource | Who reported it, as older events say it.
  13 deprecatedFirstTimestamp time | When it was first seen, as older events say it.
  14 deprecatedLastTimestamp time | When it was last seen, as older events say it.
  15 deprecatedCount int32 | How often it was seen, as older events say it.
EventSeries | A run of the same event.
  1 count int32 always required | How often it was seen so far.
  2 lastObservedTime microTime always required | When it was last seen.
`,
);
