import type { JsonObject, KubeObject } from '#meta';
import type { PersistentVolumeClaimSpec as ClaimSpec, PodTemplateSpec } from '../core/v1/types.gen.ts';
import { type SelectorField, selectorOf } from '../label-selector-rules.ts';
import type { IntOrPercent } from '../number-rules.ts';

/** What all kinds that keep pods have in common. */
export interface WorkloadSpec extends JsonObject {
  selector?: SelectorField | null;
  template?: PodTemplateSpec;
  minReadySeconds?: number;
  revisionHistoryLimit?: number;
}
export interface Workload extends KubeObject {
  spec?: WorkloadSpec;
}

export interface RollingUpdate extends JsonObject {
  maxUnavailable?: IntOrPercent;
  maxSurge?: IntOrPercent;
}

export interface Deployment extends KubeObject {
  spec?: WorkloadSpec & {
    replicas?: number;
    paused?: boolean;
    progressDeadlineSeconds?: number;
    strategy?: { type?: string; rollingUpdate?: RollingUpdate };
  };
  status?: DeploymentStatus;
}
export interface DeploymentStatus extends JsonObject {
  observedGeneration?: number;
  replicas?: number;
  updatedReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  unavailableReplicas?: number;
  terminatingReplicas?: number;
  collisionCount?: number;
}

export interface ReplicaSet extends KubeObject {
  spec?: WorkloadSpec & { replicas?: number };
  status?: ReplicaSetStatus;
}
export interface ReplicaSetStatus extends JsonObject {
  replicas?: number;
  fullyLabeledReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  terminatingReplicas?: number;
  observedGeneration?: number;
}

export interface ClaimTemplate extends KubeObject {
  spec?: ClaimSpec;
  status?: { phase?: string };
}
export interface StatefulSetSpec extends WorkloadSpec {
  replicas?: number;
  volumeClaimTemplates?: ClaimTemplate[];
  serviceName?: string;
  podManagementPolicy?: string;
  updateStrategy?: { type?: string; rollingUpdate?: { partition?: number; maxUnavailable?: IntOrPercent } };
  persistentVolumeClaimRetentionPolicy?: { whenDeleted?: string; whenScaled?: string };
  ordinals?: { start?: number };
}
export interface StatefulSet extends KubeObject {
  spec?: StatefulSetSpec;
  status?: StatefulSetStatus;
}
export interface StatefulSetStatus extends JsonObject {
  observedGeneration?: number;
  replicas?: number;
  readyReplicas?: number;
  currentReplicas?: number;
  updatedReplicas?: number;
  availableReplicas?: number;
  collisionCount?: number;
}

export interface DaemonSet extends KubeObject {
  spec?: WorkloadSpec & { updateStrategy?: { type?: string; rollingUpdate?: RollingUpdate } };
  status?: DaemonSetStatus;
}
export interface DaemonSetStatus extends JsonObject {
  currentNumberScheduled?: number;
  numberMisscheduled?: number;
  desiredNumberScheduled?: number;
  numberReady?: number;
  observedGeneration?: number;
  updatedNumberScheduled?: number;
  numberAvailable?: number;
  numberUnavailable?: number;
  collisionCount?: number;
}

/** The labels of its pods as a `scale` tells them. */
export function selectorText({ spec }: Workload): string {
  return selectorOf(spec?.selector ?? undefined)?.toString() ?? '';
}
