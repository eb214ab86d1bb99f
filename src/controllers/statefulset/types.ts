import type { JsonObject, KubeObject } from '#meta';
import type { Condition, PodTemplate } from '../pods/pod.ts';

export interface ClaimTemplate extends KubeObject {
  spec?: JsonObject;
}

export interface StatefulSet extends KubeObject {
  spec?: {
    replicas?: number;
    selector?: { matchLabels?: { [key: string]: string } };
    template?: PodTemplate;
    volumeClaimTemplates?: ClaimTemplate[];
    serviceName?: string;
    podManagementPolicy?: string;
    updateStrategy?: { type?: string; rollingUpdate?: { partition?: number; maxUnavailable?: number | string } };
    revisionHistoryLimit?: number;
    minReadySeconds?: number;
    ordinals?: { start?: number };
    persistentVolumeClaimRetentionPolicy?: { whenDeleted?: string; whenScaled?: string };
  };
  status?: StatefulSetStatus;
}

export type StatefulSetStatus = {
  observedGeneration?: number;
  replicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  currentReplicas?: number;
  updatedReplicas?: number;
  currentRevision?: string;
  updateRevision?: string;
  collisionCount?: number;
  conditions?: Condition[];
};
