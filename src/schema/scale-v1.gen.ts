// Made from scale-v1.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';

/** How many replicas there are to be, and how many there are. */
export type Scale = {
  apiVersion: string;
  kind: string;
  /** The metadata of the scaled object. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: ScaleSpec;
  /** What is there. */
  status?: ScaleStatus;
};

/** The wanted scale. */
export type ScaleSpec = {
  /** How many there are to be. */
  replicas?: number;
};

/** The scale as it is. */
export type ScaleStatus = {
  /** How many there are. */
  replicas?: number;
  /** A label selector that finds them. */
  selector?: string;
};

/** All of them by name. */
export type Types = {
  Scale: Scale;
  ScaleSpec: ScaleSpec;
  ScaleStatus: ScaleStatus;
};
