// Made by 'pinnace gen schema'. Change the types, not this.
import { describeTypes, metaV1 } from 'pinnace/api';
import type * as types from './types.ts';

/** The types of frob.example.com/internal by name. */
export type Types = {
  Frobber: types.Frobber;
  FrobberSpec: types.FrobberSpec;
  Size: types.Size;
  Gear: types.Gear;
  FrobberStatus: types.FrobberStatus;
};

/** What schemes, codecs and servers know of them. */
export const internal = describeTypes<Types>(
  {
    package: 'com.example.frob.internal',
    goPackage: 'internal',
    group: 'frob.example.com',
    uses: { metaV1 },
  },
  `
Color = blue, green, red
Frobber kind | What all versions meet in.
  1 metadata metaV1.ObjectMeta
  2 spec FrobberSpec always required
  3 status FrobberStatus?
FrobberSpec part
  1 size Size always required
  2 color string? go=Color
  3 gears [Gear]
Size part
  1 height int32 always required
  2 width int32 always required
Gear part
  1 name string always required
  2 toothCount int32 always required
FrobberStatus part
  1 observedGeneration int64?
  2 conditions [metaV1.Condition] list=atomic
`,
);
