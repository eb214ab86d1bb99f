import { describeTypes } from '#schema';
import { coordinationV1beta1 } from '../v1beta1/types.ts';
import type { Types } from './types.gen.ts';

/** The second alpha of the coordination group: as the beta. */
export const coordinationV1alpha2 = describeTypes<Types>(
  { package: 'io.k8s.api.coordination.v1alpha2', goPackage: 'v1alpha2', like: coordinationV1beta1 },
  '',
);
