// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from 'pinnace/api';

/** Something that is shown in a window. */
export type Gadget = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: GadgetSpec;
  /** How it stands. */
  status?: GadgetStatus;
};

/** What is wanted of a gadget. */
export type GadgetSpec = {
  /** Its color. */
  colour?: string;
  /** Width and height: `3x4`. */
  size?: string;
  /** Whose it is. */
  owner?: string;
  /** How many are shown. */
  replicas?: number;
};

/** How it stands. */
export type GadgetStatus = {
  /** How many there are. */
  replicas?: number;
  /** One word for it. */
  phase?: string;
};

/** All of them by name. */
export type Types = {
  Gadget: Gadget;
  GadgetSpec: GadgetSpec;
  GadgetStatus: GadgetStatus;
};
