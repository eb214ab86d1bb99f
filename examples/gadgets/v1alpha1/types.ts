import { describeTypes, metaV1 } from 'pinnace/api';
import type { Types } from './types.gen.ts';

/** The first version, which others still speak. */
export const v1alpha1 = describeTypes<Types>(
  {
    package: 'com.example.gadgets.v1alpha1',
    goPackage: 'v1alpha1',
    group: 'gadgets.example.com',
    uses: { meta: metaV1 },
  },
  `
Gadget | Something that is shown in a window.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec GadgetSpec | What is wanted.
  3 status GadgetStatus omitzero | How it stands.
GadgetSpec | What is wanted of a gadget.
  1 colour string | Its color.
  2 size string | Width and height: \`3x4\`.
  3 owner string | Whose it is.
  4 replicas int32? | How many are shown.
GadgetStatus | How it stands.
  1 replicas int32 | How many there are.
  2 phase string | One word for it.
`,
);
