import { describeTypes, metaV1 } from 'pinnace/api';
import type { Types } from './types.gen.ts';

/** The hub: what all versions meet in. No client sees it. */
export const internal = describeTypes<Types>(
  {
    package: 'com.example.gadgets.__internal',
    goPackage: 'gadgets',
    group: 'gadgets.example.com',
    uses: { meta: metaV1 },
  },
  `
Gadget | Something that is shown in a window.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec GadgetSpec | What is wanted.
  3 status GadgetStatus omitzero | How it stands.
GadgetSpec | What is wanted of a gadget.
  1 color string | Its color.
  2 width int32 minimum=1 | How wide it is.
  3 height int32 minimum=1 | How high it is.
  4 replicas int32? | How many are shown.
  5 ownership Ownership omitzero | Whose it is.
Ownership | Whose a gadget is.
  1 owner string | A name.
GadgetStatus | How it stands.
  1 replicas int32 | How many there are.
  2 phase string | One word for it.
`,
);
