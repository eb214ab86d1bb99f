import { describeTypes } from '#schema';
import { certificatesV1beta1 } from '../v1beta1/types.ts';
import type { Types } from './types.gen.ts';

/** The first alpha of the certificates group: as the beta. */
export const certificatesV1alpha1 = describeTypes<Types>(
  { package: 'io.k8s.api.certificates.v1alpha1', goPackage: 'v1alpha1', like: certificatesV1beta1 },
  '',
);
