// Made from frobber-v7-types.ts by 'npm run gen'. Change that, not this.
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
  /** How wide. */
  width?: number;
  params?: string[];
  gears?: Gear[];
  named?: { [key: string]: Gear };
  size?: number | bigint;
};

export type Gear = {
  toothCount?: number;
};

/** All of them by name. */
export type Types = {
  Frobber: Frobber;
  FrobberSpec: FrobberSpec;
  Gear: Gear;
};
