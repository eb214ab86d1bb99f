import { describeTypes, metaV1 } from '#schema';
import type { Types } from './types.gen.ts';

/** The types of the autoscaling group, in the notation of `describeTypes`. */
export const autoscalingV1 = describeTypes<Types>(
  { package: 'io.k8s.api.autoscaling.v1', goPackage: 'v1', uses: { meta: metaV1 } },
  `
HorizontalPodAutoscaler | Scales something by the load of its pods.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec HorizontalPodAutoscalerSpec required | What is wanted.
  3 status HorizontalPodAutoscalerStatus | How it stands; written by the system.
HorizontalPodAutoscalerSpec | What is to be scaled, and how far.
  1 scaleTargetRef CrossVersionObjectReference always required | What is scaled.
  2 minReplicas int32? | Never scale below this; 1 when not given.
  3 maxReplicas int32 always required | Never scale above this.
  4 targetCPUUtilizationPercentage int32? | The load to aim for, in percent of requested cpu.
HorizontalPodAutoscalerStatus | What the autoscaler last saw and did.
  1 observedGeneration int64? | The generation that this status is about.
  2 lastScaleTime time? | When it last scaled.
  3 currentReplicas int32 always required | How many pods it last saw.
  4 desiredReplicas int32 always required | How many pods it last wanted.
  5 currentCPUUtilizationPercentage int32? | The load last seen, in percent of requested cpu.
CrossVersionObjectReference map=atomic | Points at another object, in whatever version.
  1 kind string always required | The kind of the object.
  2 name string always required | The name of the object.
  3 apiVersion string | The group and version of the object.
`,
);
