import { describeTypes, metaV1 } from 'pinnace/api';
import type { Types } from './types.gen.ts';

/** The old version, in which the server itself could be asked to roll back. */
export const v1beta1 = describeTypes<Types>(
  {
    package: 'com.example.apps.v1beta1',
    goPackage: 'v1beta1',
    group: 'apps.example.com',
    uses: { meta: metaV1 },
  },
  `
Deployment | Keeps copies of a program running, and replaces them when it changes.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec DeploymentSpec | What is wanted.
  3 status DeploymentStatus | What is there.
DeploymentSpec | What is wanted of a deployment.
  1 replicas int32? | How many copies.
  2 selector meta.LabelSelector? | Which pods are counted among them.
  3 template PodTemplate always required | What a copy looks like.
  6 revisionHistoryLimit int32? | How many old states are kept.
  7 paused bool | Nothing is replaced for now.
  8 rollbackTo RollbackConfig? | Where to roll back to; cleared once that is done.
PodTemplate part | What a copy looks like.
  1 metadata meta.ObjectMeta | Its labels and annotations.
  2 spec json? | The pod, which is none of our business here.
DeploymentStatus | How it stands.
  1 observedGeneration int64 | The generation that this status is about.
  2 replicas int32 | How many copies there are.
RollbackConfig | A wish to go back.
  1 revision int64 always | The state to go back to; 0 is the last one.
`,
);
