// Made from types.ts by 'npm run gen'. Change that, not this.
import type { Types as NetworkingV1Types } from '../v1/types.gen.ts';

/** All of them by name. */
export type Types = NetworkingV1Types;
