import { metaV1 } from './meta-v1.ts';
import { describeTypes, type TypeLibrary } from './parse-types.ts';
import type { Types } from './scale-v1.gen.ts';

/** How many replicas: a view over many kinds, built-in and custom. */
export const scaleV1: TypeLibrary<Types> = describeTypes(
  { package: 'io.k8s.api.autoscaling.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
Scale | How many replicas there are to be, and how many there are.
  1 metadata meta.ObjectMeta | The metadata of the scaled object.
  2 spec ScaleSpec | What is wanted.
  3 status ScaleStatus | What is there.
ScaleSpec | The wanted scale.
  1 replicas int32 default=0 | How many there are to be.
ScaleStatus | The scale as it is.
  1 replicas int32 always required | How many there are.
  2 selector string | A label selector that finds them.
`,
);
