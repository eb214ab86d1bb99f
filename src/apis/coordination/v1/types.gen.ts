// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';

/** A claim that somebody holds for a time and renews: for electing leaders and for heartbeats. */
export type Lease = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** Who holds the lease, and for how long. */
  spec?: LeaseSpec;
};

/** Who holds a lease, and for how long. */
export type LeaseSpec = {
  /** Who holds it now; empty or absent when nobody does. */
  holderIdentity?: string;
  /** For how long after renewTime others must leave it to the holder. */
  leaseDurationSeconds?: number;
  /** When the holder took it. */
  acquireTime?: string;
  /** When the holder last renewed it. */
  renewTime?: string;
  /** How often it went from one holder to another. */
  leaseTransitions?: number;
  /** How the next holder is picked, when the election is coordinated. */
  strategy?: string;
  /** Who should hold it instead; the holder then gives it up. Needs a strategy. */
  preferredHolder?: string;
};

/** All of them by name. */
export type Types = {
  Lease: Lease;
  LeaseSpec: LeaseSpec;
};
