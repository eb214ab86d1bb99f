// Made by 'pinnace gen schema'. Change the types, not this.
import { describeTypes, metaV1 } from 'pinnace/api';
import type * as types from './types.ts';

/** The types of gadgets.example.com/internal by name. */
export type Types = {
  Gadget: types.Gadget;
  GadgetSpec: types.GadgetSpec;
  Ownership: types.Ownership;
  GadgetStatus: types.GadgetStatus;
};

/** What schemes, codecs and servers know of them. */
export const internal = describeTypes<Types>(
  {
    package: 'com.example.gadgets.internal',
    goPackage: 'internal',
    group: 'gadgets.example.com',
    uses: { metaV1 },
  },
  `
Gadget kind | Something that is shown in a window.
  1 metadata metaV1.ObjectMeta
  2 spec GadgetSpec always required
  3 status GadgetStatus?
GadgetSpec part | What is wanted of a gadget.
  1 color string?
  2 width int32 always required
  3 height int32 always required
  4 replicas int32?
  5 ownership Ownership?
Ownership part | Whose a gadget is.
  1 owner string always required
GadgetStatus part | How it stands.
  1 replicas int32?
  2 phase string?
`,
);
