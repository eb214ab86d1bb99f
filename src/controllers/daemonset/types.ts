import type { JsonObject, KubeObject } from '#meta';
import type { Condition, PodTemplate } from '../pods/pod.ts';

export interface DaemonSet extends KubeObject {
  spec?: {
    selector?: JsonObject;
    template?: PodTemplate;
    updateStrategy?: {
      type?: string;
      rollingUpdate?: { maxUnavailable?: number | string; maxSurge?: number | string };
    };
    minReadySeconds?: number;
    revisionHistoryLimit?: number;
    templateGeneration?: number;
  };
  status?: DaemonSetStatus;
}

export type DaemonSetStatus = {
  observedGeneration?: number;
  currentNumberScheduled?: number;
  numberMisscheduled?: number;
  desiredNumberScheduled?: number;
  numberReady?: number;
  updatedNumberScheduled?: number;
  numberAvailable?: number;
  numberUnavailable?: number;
  collisionCount?: number;
  conditions?: Condition[];
};

export type Taint = { key: string; value?: string; effect: string; timeAdded?: string };

export interface Node extends KubeObject {
  spec?: { taints?: Taint[]; unschedulable?: boolean };
  status?: { conditions?: Condition[] };
}
