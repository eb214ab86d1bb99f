import { describeTypes } from '#schema';
import { networkingV1 } from '../v1/types.ts';
import type { Types } from './types.gen.ts';

/** The first beta of the networking group; what is still served of it is as in v1. */
export const networkingV1beta1 = describeTypes<Types>(
  { package: 'io.k8s.api.networking.v1beta1', goPackage: 'v1beta1', like: networkingV1 },
  '',
);
