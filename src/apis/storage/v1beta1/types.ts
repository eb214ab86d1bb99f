import { describeTypes } from '#schema';
import { storageV1 } from '../v1/types.ts';
import type { Types } from './types.gen.ts';

/** The first beta of the storage group; what is still served of it is as in v1. */
export const storageV1beta1 = describeTypes<Types>(
  { package: 'io.k8s.api.storage.v1beta1', goPackage: 'v1beta1', like: storageV1 },
  '',
);
