// Made from types.ts by 'npm run gen'. Change that, not this.
import type { Types as CertificatesV1beta1Types } from '../v1beta1/types.gen.ts';

/** All of them by name. */
export type Types = CertificatesV1beta1Types;
