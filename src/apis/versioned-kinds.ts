import type { VersionedKind } from '#machinery';
import { definitionVersions } from './apiextensions/versions.ts';
import { autoscalers } from './autoscaling/versions.ts';
import { events } from './events/event.ts';

/** The built-in kinds whose versions differ. */
export const versionedKinds: readonly VersionedKind[] = [autoscalers, events, definitionVersions];
