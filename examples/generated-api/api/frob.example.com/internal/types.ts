import type { Condition, Int32, Int64, ObjectMeta } from 'pinnace/types/meta/v1';

/** What all versions meet in. */
export interface Frobber {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: FrobberSpec;
  status?: FrobberStatus;
}

export interface FrobberSpec {
  size: Size;
  color?: Color;
  gears?: Gear[];
}

export interface Size {
  height: Int32;
  width: Int32;
}

export interface Gear {
  name: string;
  toothCount: Int32;
}

export type Color = 'blue' | 'green' | 'red';

export interface FrobberStatus {
  observedGeneration?: Int64;
  conditions?: Condition[];
}
