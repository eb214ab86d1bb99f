import { describeTypes, metaV1 } from '#schema';
import type { Types } from './frobber-hub-types.gen.ts';

/** What all versions meet in; no client sees it. */
export const frobberHub = describeTypes<Types>(
  { package: 'com.example.frob.__internal', goPackage: 'frob', group: 'frob.example.com', uses: { meta: metaV1 } },
  `
Frobber | Frobs.
  1 metadata meta.ObjectMeta
  2 spec FrobberSpec
FrobberSpec
  1 height int32
  2 width int32?
  3 params [string]
  4 gears [Gear]
  5 named {Gear}
  6 size int64
Gear
  1 toothCount int32
`,
);
