// Made by 'pinnace gen schema'. Change the types, not this.
import { describeTypes, metaV1 } from 'pinnace/api';
import type * as types from './types.ts';

/** The types of frob.example.com/v1 by name. */
export type Types = {
  Frobber: types.Frobber;
  FrobberSpec: types.FrobberSpec;
  Size: types.Size;
  Gear: types.Gear;
  FrobberStatus: types.FrobberStatus;
};

/** What schemes, codecs and servers know of them. */
export const v1 = describeTypes<Types>(
  {
    package: 'com.example.frob.v1',
    goPackage: 'v1',
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
  1 size Size always required | How large it is.
  2 color string? go=Color default="blue" | What color it has.
  3 gears [Gear] list=map(name) maxItems=16 | The wheels that turn in it.
Size part rule={"rule":"self.width <= 10 * self.height","message":"too flat"} | How large something is.
  1 height int32 always required minimum=1
  2 width int32 always required minimum=1
Gear part | A wheel.
  1 name string always required minLength=1
  2 toothCount int32 always required minimum=3 | How many teeth it has.
FrobberStatus part | How it stands.
  1 observedGeneration int64?
  2 conditions [metaV1.Condition] list=map(type)
`,
);
