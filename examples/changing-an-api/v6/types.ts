import { describeTypes, metaV1 } from 'pinnace/api';
import type { Types } from './types.gen.ts';

/** The version that everybody uses. */
export const v6 = describeTypes<Types>(
  { package: 'com.example.frob.v6', goPackage: 'v6', group: 'frob.example.com', uses: { meta: metaV1 } },
  `
Frobber | Frobs.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 height int32 always required | How high it frobs.
  3 width int32? | How wide it frobs.
  4 param string | The first of the params. Whoever sets params sets it too.
  5 params [string] list=atomic | All of the params.
`,
);
