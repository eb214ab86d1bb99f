import { describeTypes, metaV1 } from '#schema';
import type { Types } from './frobber-v7-types.gen.ts';

/** The newer version: several params, and a width. */
export const frobberV7 = describeTypes<Types>(
  { package: 'com.example.frob.v7beta1', goPackage: 'v7beta1', group: 'frob.example.com', uses: { meta: metaV1 } },
  `
Frobber | Frobs.
  1 metadata meta.ObjectMeta
  2 spec FrobberSpec
FrobberSpec
  1 height int32 | How high.
  2 width int32? | How wide.
  3 params [string]
  4 gears [Gear]
  5 named {Gear}
  6 size int64
Gear
  1 toothCount int32
`,
);
