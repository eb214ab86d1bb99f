import { type Scheme, structConversion } from 'pinnace/api';
import { internal } from '../internal/types.ts';
import { v1alpha1 } from './types.ts';

const side = (size: string | undefined, index: number): number => Number(size?.split('x')[index] ?? 1);

const specToHub = structConversion(v1alpha1.type('GadgetSpec'), internal.type('GadgetSpec'), {
  set: {
    // Renamed.
    color: 'colour',
    // Split.
    width: ({ size }) => side(size, 0),
    height: ({ size }) => side(size, 1),
    // Moved.
    ownership: ({ owner }) => (owner === undefined ? undefined : { owner }),
  },
  reads: ['size', 'owner'],
});

const specFromHub = structConversion(internal.type('GadgetSpec'), v1alpha1.type('GadgetSpec'), {
  set: {
    colour: 'color',
    size: ({ width = 1, height = 1 }) => `${width}x${height}`,
    owner: ({ ownership }) => ownership?.owner,
  },
  reads: ['width', 'height', 'ownership'],
});

/** Both directions of the kind; the fields that are not mentioned are carried over. */
export function registerConversions(scheme: Scheme): void {
  const [own, hub] = [v1alpha1.type('Gadget'), internal.type('Gadget')];
  scheme
    .addConversion(structConversion(own, hub, { set: { spec: specToHub } }))
    .addConversion(structConversion(hub, own, { set: { spec: specFromHub } }))
    .addFieldLabelConversionFunc(
      { group: 'gadgets.example.com', version: 'v1alpha1', kind: 'Gadget' },
      (label, value) => ({ label: label === 'spec.colour' ? 'spec.color' : label, value }),
    );
}
