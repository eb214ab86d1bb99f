// Made by 'pinnace gen schema'. Change the types, not this.
import { describeTypes, metaV1 } from 'pinnace/api';
import type * as types from './types.ts';

/** The types of gadgets.example.com/v1alpha1 by name. */
export type Types = {
  Gadget: types.Gadget;
  GadgetSpec: types.GadgetSpec;
  GadgetStatus: types.GadgetStatus;
};

/** What schemes, codecs and servers know of them. */
export const v1alpha1 = describeTypes<Types>(
  {
    package: 'com.example.gadgets.v1alpha1',
    goPackage: 'v1alpha1',
    group: 'gadgets.example.com',
    uses: { metaV1 },
  },
  `
Gadget kind | Something that is shown in a window.
  1 metadata metaV1.ObjectMeta
  2 spec GadgetSpec always required
  3 status GadgetStatus?
GadgetSpec part | What is wanted of a gadget.
  1 colour string? | Its color.
  2 size string? pattern="^[1-9][0-9]*x[1-9][0-9]*$" | Width and height: \`3x4\`.
  3 owner string? | Whose it is.
  4 replicas int32? default=1 | How many are shown.
GadgetStatus part | How it stands.
  1 replicas int32? | How many there are.
  2 phase string? | One word for it.
`,
);
