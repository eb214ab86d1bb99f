import { describeTypes, metaV1 } from 'pinnace/api';
import type { Types } from './types.gen.ts';

/** The hub: what any version can say. */
export const internal = describeTypes<Types>(
  { package: 'com.example.frob.__internal', goPackage: 'frob', group: 'frob.example.com', uses: { meta: metaV1 } },
  `
Frobber | Frobs.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 height int32
  3 width int32?
  4 param string
  5 params [string]
`,
);
