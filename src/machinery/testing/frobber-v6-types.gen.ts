// Made from frobber-v6-types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';

/** Frobs. */
export type Frobber = {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: FrobberSpec;
};

export type FrobberSpec = {
  /** How high. */
  height?: number;
  /** The first and only. */
  param?: string;
  color?: string;
  gears?: Gear[];
  named?: { [key: string]: Gear };
};

export type Gear = {
  teeth?: number;
};

/** All of them by name. */
export type Types = {
  Frobber: Frobber;
  FrobberSpec: FrobberSpec;
  Gear: Gear;
};
