import { describeTypes, metaV1 } from 'pinnace/api';
import type { Types } from './types.gen.ts';

/** What the next version is to look like. */
export const v7beta1 = describeTypes<Types>(
  { package: 'com.example.frob.v7beta1', goPackage: 'v7beta1', group: 'frob.example.com', uses: { meta: metaV1 } },
  `
Frobber | Frobs.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 height int32 always required | How high it frobs.
  3 width int32? | How wide it frobs.
  4 params [string] list=atomic | All of the params.
`,
);
