// The first version, which others still speak.
import type { Int32, ObjectMeta } from 'pinnace/types/meta/v1';

/**
 * Something that is shown in a window.
 * @resource shortName=gd
 * @subresource status
 * @subresource scale specpath=.spec.replicas statuspath=.status.replicas
 * @printcolumn name=Colour type=string jsonPath=.spec.colour
 * @printcolumn name=Age type=date jsonPath=.metadata.creationTimestamp
 * @selectablefield jsonPath=.spec.colour
 * @deprecated gadgets.example.com/v1alpha1 Gadget is deprecated; use gadgets.example.com/v1 Gadget
 */
export interface Gadget {
  apiVersion: 'gadgets.example.com/v1alpha1';
  kind: 'Gadget';
  metadata: ObjectMeta;
  spec: GadgetSpec;
  status?: GadgetStatus;
}

/** What is wanted of a gadget. */
export interface GadgetSpec {
  /** Its color. */
  colour?: string;
  /**
   * Width and height: `3x4`.
   * @pattern ^[1-9][0-9]*x[1-9][0-9]*$
   */
  size?: string;
  /** Whose it is. */
  owner?: string;
  /**
   * How many are shown.
   * @default 1
   */
  replicas?: Int32;
}

/** How it stands. */
export interface GadgetStatus {
  /** How many there are. */
  replicas?: Int32;
  /** One word for it. */
  phase?: string;
}
