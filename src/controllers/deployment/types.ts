import type { KubeObject } from '#meta';
import type { Condition, PodTemplate } from '../pods/pod.ts';

export type DeploymentCondition = Condition & { lastUpdateTime?: string };

export interface Deployment extends KubeObject {
  spec?: {
    replicas?: number;
    selector?: { matchLabels?: { [key: string]: string } };
    template?: PodTemplate;
    strategy?: {
      type?: string;
      rollingUpdate?: { maxSurge?: number | string; maxUnavailable?: number | string };
    };
    minReadySeconds?: number;
    revisionHistoryLimit?: number;
    progressDeadlineSeconds?: number;
    paused?: boolean;
  };
  status?: DeploymentStatus;
}

export type DeploymentStatus = {
  observedGeneration?: number;
  replicas?: number;
  updatedReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  unavailableReplicas?: number;
  terminatingReplicas?: number;
  conditions?: DeploymentCondition[];
  collisionCount?: number;
};

/** What says that there is no limit. */
const UNLIMITED = 2 ** 31 - 1;

export const replicasOf = ({ spec }: { spec?: { replicas?: number } }): number => spec?.replicas ?? 1;

export function progressDeadline({ spec }: Deployment): number | undefined {
  const seconds = spec?.progressDeadlineSeconds;
  return seconds === UNLIMITED ? undefined : seconds;
}

export function historyLimit({ spec }: Deployment): number | undefined {
  const limit = spec?.revisionHistoryLimit;
  return limit === UNLIMITED ? undefined : limit;
}
