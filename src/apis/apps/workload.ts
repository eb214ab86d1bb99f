import type { Types as CoreV1 } from '../core/v1/types.gen.ts';
import { selectorOf } from '../label-selector-validation.ts';
import type { Types } from './v1/types.gen.ts';

export type Deployment = Types['Deployment'];

export type ReplicaSet = Types['ReplicaSet'];

export type ClaimTemplate = CoreV1['PersistentVolumeClaim'];
export type StatefulSetSpec = Types['StatefulSetSpec'];
export type StatefulSet = Types['StatefulSet'];

export type DaemonSet = Types['DaemonSet'];

/** Any kind that keeps pods. */
export type Workload = Deployment | ReplicaSet | StatefulSet | DaemonSet;
export type WorkloadSpec = Pick<Types['DeploymentSpec'], 'selector' | 'template'>;

/** The labels of its pods as a `scale` tells them. */
export function selectorText({ spec }: Workload): string {
  return selectorOf(spec?.selector ?? undefined)?.toString() ?? '';
}
