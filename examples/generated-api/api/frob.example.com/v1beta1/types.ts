import type { Condition, Int32, Int64, ObjectMeta } from 'pinnace/types/meta/v1';

/**
 * Frobs things.
 * @resource shortName=fr
 * @subresource status
 * @printcolumn name=Height type=integer jsonPath=.spec.height
 * @printcolumn name=Age type=date jsonPath=.metadata.creationTimestamp
 * @deprecated use frob.example.com/v1
 * @genclient
 */
export interface Frobber {
  apiVersion: 'frob.example.com/v1beta1';
  kind: 'Frobber';
  metadata: ObjectMeta;
  spec: FrobberSpec;
  status?: FrobberStatus;
}

/** What is wanted. */
export interface FrobberSpec {
  /**
   * How high it is.
   * @minimum 1
   */
  height: Int32;
  /**
   * How wide it is.
   * @minimum 1
   */
  width: Int32;
  /**
   * What color it has.
   * @default blue
   */
  color?: Color;
  /**
   * The wheels that turn in it.
   * @listType map
   * @listMapKey name
   * @maxItems 16
   */
  gears?: Gear[];
}

/** A wheel. */
export interface Gear {
  /** @minLength 1 */
  name: string;
  /**
   * How many teeth it has.
   * @minimum 3
   */
  teeth: Int32;
}

export type Color = 'blue' | 'green' | 'red';

/** How it stands. */
export interface FrobberStatus {
  observedGeneration?: Int64;
  /**
   * @listType map
   * @listMapKey type
   */
  conditions?: Condition[];
}
