// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from 'pinnace/api';

/** Frobs. */
export type Frobber = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  height?: number;
  width?: number;
  param?: string;
  params?: string[];
};

/** All of them by name. */
export type Types = {
  Frobber: Frobber;
};
