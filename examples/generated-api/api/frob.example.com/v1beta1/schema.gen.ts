// Made by 'pinnace gen schema'. Change the types, not this.
import { describeTypes, metaV1 } from 'pinnace/api';
import type * as types from './types.ts';

/** The types of frob.example.com/v1beta1 by name. */
export type Types = {
  Frobber: types.Frobber;
  FrobberSpec: types.FrobberSpec;
  Gear: types.Gear;
  FrobberStatus: types.FrobberStatus;
};

/** What schemes, codecs and servers know of them. */
export const v1beta1 = describeTypes<Types>(
  {
    package: 'com.example.frob.v1beta1',
    goPackage: 'v1beta1',
    group: 'frob.example.com',
    uses: { metaV1 },
  },
  `
Color = blue, green, red
Frobber kind | Frobs things.
  1 metadata metaV1.ObjectMeta
  2 spec FrobberSpec always required
  3 status FrobberStatus?
FrobberSpec part | What is wanted.
  1 height int32 always required minimum=1 | How high it is.
  2 width int32 always required minimum=1 | How wide it is.
  3 color string? go=Color default="blue" | What color it has.
  4 gears [Gear] list=map(name) maxItems=16 | The wheels that turn in it.
Gear part | A wheel.
  1 name string always required minLength=1
  2 teeth int32 always required minimum=3 | How many teeth it has.
FrobberStatus part | How it stands.
  1 observedGeneration int64?
  2 conditions [metaV1.Condition] list=map(type)
`,
);
