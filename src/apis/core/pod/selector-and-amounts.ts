import type { MetaV1Types } from '#schema';
import type { KeyToPath } from '../v1/types.gen.ts';

/** Amounts by resource, as canonical texts. */
export type ResourceList = { [resource: string]: string };

export type Selector = MetaV1Types['LabelSelector'];
/** Keys of a config map or secret as files. */
export type KeyFiles = { items?: KeyToPath[]; defaultMode?: number; optional?: boolean };
