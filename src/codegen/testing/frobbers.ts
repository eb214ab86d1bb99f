/** A group with two versions and a hub: a field is renamed, one is split, one is moved. */
export const frobberFiles: { readonly [path: string]: string } = {
  'api/frob.example.com/v1/types.ts': `
import type { Int32, ObjectMeta } from 'pinnace/types/meta/v1';

/**
 * Frobs.
 * @storageversion
 * @subresource status
 */
export interface Frobber {
  apiVersion: 'frob.example.com/v1';
  kind: 'Frobber';
  metadata: ObjectMeta;
  spec: FrobberSpec;
}
export interface FrobberSpec {
  /** @default 1 */
  height?: Int32;
  color?: Color;
  gears?: Gear[];
  named?: Record<string, Gear>;
  main?: Gear;
  plain?: Plain;
}
export interface Gear {
  teeth: Int32;
  /** @default "steel" */
  material?: string;
}
export interface Plain {
  a?: string;
}
export type Color = 'blue' | 'red';
`,
  'api/frob.example.com/internal/types.ts': `
import type { Int32, ObjectMeta } from 'pinnace/types/meta/v1';
export interface Frobber {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: FrobberSpec;
}
export interface FrobberSpec {
  height?: Int32;
  color?: Color;
  gears?: Gear[];
  named?: Record<string, Gear>;
  main?: Gear;
  plain?: Plain;
}
export interface Gear {
  toothCount: Int32;
  material?: string;
}
export interface Plain {
  a?: string;
}
export type Color = 'blue' | 'red';
`,
};

/** What somebody wrote for the renamed field. */
export const gearConversions = `
import type { ConversionScope } from 'pinnace/api';
import type * as internal from '../internal/types.ts';
import { autoConvertInternalGearToV1Gear, autoConvertV1GearToInternalGear } from './conversion.gen.ts';
import type * as v1 from './types.ts';

export function convertV1GearToInternalGear(gear: v1.Gear, scope: ConversionScope): internal.Gear {
  return { ...autoConvertV1GearToInternalGear(gear, scope), toothCount: gear.teeth };
}

export function convertInternalGearToV1Gear(gear: internal.Gear, scope: ConversionScope): v1.Gear {
  return { ...autoConvertInternalGearToV1Gear(gear, scope), teeth: gear.toothCount };
}
`;
