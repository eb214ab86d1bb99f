import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the first beta of the coordination group, in the notation of `describeTypes`. */
export const coordinationV1beta1 = describeTypes<Types>(
  { package: 'io.k8s.api.coordination.v1beta1', goPackage: 'v1beta1', uses: { meta: metaV1 } },
  `
LeaseCandidate | Somebody who could hold a lease, for those who choose the holder.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec LeaseCandidateSpec required | Who it is, and of which version.
LeaseCandidateSpec | Who could hold a lease.
  1 leaseName string always required immutable | The lease in the same namespace; cannot be changed.
  2 pingTime microTime? | When it was last asked to renew.
  3 renewTime microTime? | When it last renewed; it answers a ping by renewing.
  4 binaryVersion string always required | Version of the program, by semver.org 2.0.0.
  5 emulationVersion string | Version that the program behaves as; not above its own.
  6 strategy string required go=v1.CoordinatedLeaseStrategy | How the holder is chosen: OldestEmulationVersion.
`,
);
