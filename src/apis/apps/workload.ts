import type { JsonObject, KubeObject } from '#meta';
import type { Types as CoreV1, PodTemplateSpec } from '../core/v1/types.gen.ts';
import { type SelectorField, selectorOf } from '../label-selector-validation.ts';
import type { IntOrPercent } from '../number-validation.ts';
import type { Types } from './v1/types.gen.ts';

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

export type Deployment = Types['Deployment'];

export type ReplicaSet = Types['ReplicaSet'];

export type ClaimTemplate = CoreV1['PersistentVolumeClaim'];
export type StatefulSetSpec = Types['StatefulSetSpec'];
export type StatefulSet = Types['StatefulSet'];

export type DaemonSet = Types['DaemonSet'];

/** The labels of its pods as a `scale` tells them. */
export function selectorText({ spec }: Workload): string {
  return selectorOf(spec?.selector ?? undefined)?.toString() ?? '';
}
