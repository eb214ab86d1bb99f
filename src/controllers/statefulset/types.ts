import type { AppsV1, CoreV1 } from '#apis';

export type ClaimTemplate = CoreV1['PersistentVolumeClaim'];

export type StatefulSet = AppsV1['StatefulSet'];

export type StatefulSetStatus = AppsV1['StatefulSetStatus'];
