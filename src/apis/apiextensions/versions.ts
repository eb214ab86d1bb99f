import type { CustomResourceDefinition } from '#crd';
import { describeKind, typedCodec } from '#machinery';
import { setDefaults } from './defaults.ts';
import { apiextensionsV1 } from './v1/types.ts';
import { fromHub, setBetaDefaults, toHub } from './v1beta1/conversion.ts';
import { apiextensionsV1beta1 } from './v1beta1/types.ts';

const KIND = 'CustomResourceDefinition';
const hub = apiextensionsV1.type(KIND);

/** Two versions, one store; the hub is v1. */
export const definitionVersions = describeKind({ group: 'apiextensions.k8s.io', kind: KIND, hub })
  .version('v1', { type: hub, default: (definition) => setDefaults(definition as CustomResourceDefinition) })
  .version('v1beta1', { type: apiextensionsV1beta1.type(KIND), default: setBetaDefaults, toHub, fromHub })
  .storedAs('v1');

const codec = typedCodec(hub, { group: definitionVersions.group, version: 'v1', kind: KIND });

/** A definition as it is read again: an empty list or map is not written. */
export const asStored = (definition: CustomResourceDefinition): CustomResourceDefinition =>
  (codec.asEncoded?.(definition) ?? definition) as CustomResourceDefinition;
