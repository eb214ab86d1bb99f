import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the coordination group, in the notation of `describeTypes`. */
export const coordinationV1 = describeTypes<Types>(
  { package: 'io.k8s.api.coordination.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
Lease | A claim that somebody holds for a time and renews: for electing leaders and for heartbeats.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec LeaseSpec | Who holds the lease, and for how long.
LeaseSpec | Who holds a lease, and for how long.
  1 holderIdentity string? | Who holds it now; empty or absent when nobody does.
  2 leaseDurationSeconds int32? exclusiveMinimum=0 | For how long after renewTime others must leave it to the holder.
  3 acquireTime microTime? | When the holder took it.
  4 renewTime microTime? | When the holder last renewed it.
  5 leaseTransitions int32? minimum=0 | How often it went from one holder to another.
  6 strategy string? go=CoordinatedLeaseStrategy | How the next holder is picked, when the election is coordinated.
  7 preferredHolder string? | Who should hold it instead; the holder then gives it up. Needs a strategy.
`,
);
