// The stable version.
import type { Int32, ObjectMeta } from 'pinnace/types/meta/v1';

/**
 * Something that is shown in a window.
 * @resource shortName=gd
 * @subresource status
 * @subresource scale specpath=.spec.replicas statuspath=.status.replicas
 * @printcolumn name=Color type=string jsonPath=.spec.color
 * @printcolumn name=Age type=date jsonPath=.metadata.creationTimestamp
 * @selectablefield jsonPath=.spec.color
 * @storageversion
 */
export interface Gadget {
  apiVersion: 'gadgets.example.com/v1';
  kind: 'Gadget';
  metadata: ObjectMeta;
  spec: GadgetSpec;
  status?: GadgetStatus;
}

/** What is wanted of a gadget. */
export interface GadgetSpec {
  /** Its color. */
  color?: string;
  /**
   * How wide it is.
   * @minimum 1
   */
  width: Int32;
  /**
   * How high it is.
   * @minimum 1
   */
  height: Int32;
  /**
   * How many are shown.
   * @default 1
   */
  replicas?: Int32;
  /** Whose it is. */
  ownership?: Ownership;
}

/** Whose a gadget is. */
export interface Ownership {
  /** A name. */
  owner: string;
}

/** How it stands. */
export interface GadgetStatus {
  /** How many there are. */
  replicas?: Int32;
  /** One word for it. */
  phase?: string;
}
