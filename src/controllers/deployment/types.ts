import type { AppsV1 } from '#apis';

export type DeploymentCondition = AppsV1['DeploymentCondition'];

export type Deployment = AppsV1['Deployment'];

export type DeploymentStatus = AppsV1['DeploymentStatus'];

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
