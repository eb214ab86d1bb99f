import { describeKind, type KindVersion, structConversion } from '#machinery';
import type { Types as CoreTypes } from '../core/v1/types.gen.ts';
import { coreV1 } from '../core/v1/types.ts';
import type { Types as NewTypes } from './v1/types.gen.ts';
import { eventsV1 } from './v1/types.ts';

/** An event of the core group, as which all events are stored. */
export type CoreEvent = CoreTypes['Event'];
/** An event of the group events.k8s.io: the same object with other field names. */
type NewEvent = NewTypes['Event'];

const core = coreV1.type('Event');
const other = eventsV1.type('Event');

/** Events of both groups; the hub is that of the core group. */
export const events = describeKind({ group: '', kind: 'Event', hub: core })
  .version('v1', { type: core })
  .version('v1', {
    group: 'events.k8s.io',
    type: other,
    toHub: structConversion(other, core, {
      set: {
        involvedObject: 'regarding',
        message: 'note',
        source: 'deprecatedSource',
        firstTimestamp: 'deprecatedFirstTimestamp',
        lastTimestamp: 'deprecatedLastTimestamp',
        count: 'deprecatedCount',
        reportingComponent: 'reportingController',
      },
    }),
    fromHub: structConversion(core, other, {
      set: {
        regarding: 'involvedObject',
        note: 'message',
        deprecatedSource: 'source',
        deprecatedFirstTimestamp: 'firstTimestamp',
        deprecatedLastTimestamp: 'lastTimestamp',
        deprecatedCount: 'count',
        reportingController: 'reportingComponent',
      },
    }),
  })
  .storedAs('v1');

const [, newVersion] = events.versions as readonly [KindVersion, KindVersion];

export const toCoreEvent = (event: NewEvent): CoreEvent => newVersion.toHub(event);
export const toNewEvent = (event: CoreEvent): NewEvent => newVersion.fromHub(event);
