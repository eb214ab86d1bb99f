// The hub: what all versions meet in. No client sees it.
import type { Int32, ObjectMeta } from 'pinnace/types/meta/v1';

/** Something that is shown in a window. */
export interface Gadget {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: GadgetSpec;
  status?: GadgetStatus;
}

/** What is wanted of a gadget. */
export interface GadgetSpec {
  color?: string;
  width: Int32;
  height: Int32;
  replicas?: Int32;
  ownership?: Ownership;
}

/** Whose a gadget is. */
export interface Ownership {
  owner: string;
}

/** How it stands. */
export interface GadgetStatus {
  replicas?: Int32;
  phase?: string;
}
