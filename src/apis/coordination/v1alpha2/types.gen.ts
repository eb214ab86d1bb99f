// Made from types.ts by 'npm run gen'. Change that, not this.
import type { Types as CoordinationV1beta1Types } from '../v1beta1/types.gen.ts';

/** Somebody who could hold a lease, for those who choose the holder. */
export type LeaseCandidate = CoordinationV1beta1Types['LeaseCandidate'];

/** Who could hold a lease. */
export type LeaseCandidateSpec = CoordinationV1beta1Types['LeaseCandidateSpec'];

/** All of them by name. */
export type Types = CoordinationV1beta1Types;
