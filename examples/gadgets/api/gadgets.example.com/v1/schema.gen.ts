// Made by 'pinnace gen schema'. Change the types, not this.
import { describeTypes, metaV1 } from 'pinnace/api';
import type * as types from './types.ts';

/** The types of gadgets.example.com/v1 by name. */
export type Types = {
  Gadget: types.Gadget;
  GadgetSpec: types.GadgetSpec;
  Ownership: types.Ownership;
  GadgetStatus: types.GadgetStatus;
};

/** What schemes, codecs and servers know of them. */
export const v1 = describeTypes<Types>(
  {
    package: 'com.example.gadgets.v1',
    goPackage: 'v1',
    group: 'gadgets.example.com',
    uses: { metaV1 },
  },
  `
Gadget kind | Something that is shown in a window.
  1 metadata metaV1.ObjectMeta
  2 spec GadgetSpec always required
  3 status GadgetStatus?
GadgetSpec part | What is wanted of a gadget.
  1 color string? | Its color.
  2 width int32 always required minimum=1 | How wide it is.
  3 height int32 always required minimum=1 | How high it is.
  4 replicas int32? default=1 | How many are shown.
  5 ownership Ownership? | Whose it is.
Ownership part | Whose a gadget is.
  1 owner string always required | A name.
GadgetStatus part | How it stands.
  1 replicas int32? | How many there are.
  2 phase string? | One word for it.
`,
);
