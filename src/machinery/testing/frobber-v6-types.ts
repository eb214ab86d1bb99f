import { describeTypes, metaV1 } from '#schema';
import type { Types } from './frobber-v6-types.gen.ts';

/** The oldest version: one param, and a color that nobody wanted later. */
export const frobberV6 = describeTypes<Types>(
  { package: 'com.example.frob.v6', goPackage: 'v6', group: 'frob.example.com', uses: { meta: metaV1 } },
  `
Frobber | Frobs.
  1 metadata meta.ObjectMeta
  2 spec FrobberSpec
FrobberSpec
  1 height int32 | How high.
  2 param string | The first and only.
  3 color string
  4 gears [Gear]
  5 named {Gear}
Gear
  1 teeth int32
`,
);
