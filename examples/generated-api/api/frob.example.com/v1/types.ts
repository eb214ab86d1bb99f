import type { Condition, Int32, Int64, ObjectMeta } from 'pinnace/types/meta/v1';

/**
 * Frobs things.
 * @resource shortName=fr
 * @subresource status
 * @printcolumn name=Height type=integer jsonPath=.spec.size.height
 * @printcolumn name=Age type=date jsonPath=.metadata.creationTimestamp
 * @storageversion
 * @genclient
 */
export interface Frobber {
  apiVersion: 'frob.example.com/v1';
  kind: 'Frobber';
  metadata: ObjectMeta;
  spec: FrobberSpec;
  status?: FrobberStatus;
}

/** What is wanted. */
export interface FrobberSpec {
  /** How large it is. */
  size: Size;
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

/**
 * How large something is.
 * @validation rule="self.width <= 10 * self.height" message="too flat"
 */
export interface Size {
  /** @minimum 1 */
  height: Int32;
  /** @minimum 1 */
  width: Int32;
}

/** A wheel. */
export interface Gear {
  /** @minLength 1 */
  name: string;
  /**
   * How many teeth it has.
   * @minimum 3
   */
  toothCount: Int32;
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
