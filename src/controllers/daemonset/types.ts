import type { AppsV1, CoreV1 } from '#apis';

/** The hub counts the changes of the template in a field that clients see as an annotation. */
export type DaemonSet = AppsV1['DaemonSet'] & { spec?: { templateGeneration?: number } };

export type DaemonSetStatus = AppsV1['DaemonSetStatus'];

export type Taint = CoreV1['Taint'];

export type Node = CoreV1['Node'];
