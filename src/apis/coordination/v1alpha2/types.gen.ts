// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';

/** Somebody who could hold a lease, for those who choose the holder. */
export type LeaseCandidate = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Who it is, and of which version. */
  spec?: LeaseCandidateSpec;
};

/** Who could hold a lease. */
export type LeaseCandidateSpec = {
  /** The lease in the same namespace; cannot be changed. */
  leaseName?: string;
  /** When it was last asked to renew. */
  pingTime?: string;
  /** When it last renewed; it answers a ping by renewing. */
  renewTime?: string;
  /** Version of the program, by semver.org 2.0.0. */
  binaryVersion?: string;
  /** Version that the program behaves as; not above its own. */
  emulationVersion?: string;
  /** How the holder is chosen: OldestEmulationVersion. */
  strategy?: string;
};

/** All of them by name. */
export type Types = {
  LeaseCandidate: LeaseCandidate;
  LeaseCandidateSpec: LeaseCandidateSpec;
};
