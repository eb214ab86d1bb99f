import { describeTypes, metaV1 } from '#schema';
import { coreV1 } from '../../core/v1/types.ts';
import type { Types } from './types.gen.ts';

/** The types of the scheduling group, in the notation of `describeTypes`. */
export const schedulingV1 = describeTypes<Types>(
  { package: 'io.k8s.api.scheduling.v1', goPackage: 'v1', uses: { meta: metaV1, core: coreV1 } },
  `
PriorityClass | A priority with a name.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 value int32 always | The priority; higher goes first.
  3 globalDefault bool | Whether pods without a class get this one.
  4 description string | What the class is for.
  5 preemptionPolicy string? go=v1.PreemptionPolicy | Whether such pods push others out.
`,
);
