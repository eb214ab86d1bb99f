// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from 'pinnace/api';

/** Frobs. */
export type Frobber = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** How high it frobs. */
  height?: number;
  /** How wide it frobs. */
  width?: number;
  /** The first of the params. Whoever sets params sets it too. */
  param?: string;
  /** All of the params. */
  params?: string[];
};

/** All of them by name. */
export type Types = {
  Frobber: Frobber;
};
