// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';

/** A priority with a name. */
export type PriorityClass = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The priority; higher goes first. */
  value?: number;
  /** Whether pods without a class get this one. */
  globalDefault?: boolean;
  /** What the class is for. */
  description?: string;
  /** Whether such pods push others out. */
  preemptionPolicy?: string;
};

/** All of them by name. */
export type Types = {
  PriorityClass: PriorityClass;
};
