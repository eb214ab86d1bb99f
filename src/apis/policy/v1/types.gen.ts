// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { MetaV1Types } from '#schema';

/** How many pods may be away by choice at once. */
export type PodDisruptionBudget = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: PodDisruptionBudgetSpec;
  /** How it stands; written by the system. */
  status?: PodDisruptionBudgetStatus;
};

/** The pods meant and the limit. */
export type PodDisruptionBudgetSpec = {
  /** How many pods must stay; number or percent. */
  minAvailable?: number | string;
  /** Labels of the pods. */
  selector?: MetaV1Types['LabelSelector'];
  /** How many pods may be away; number or percent. */
  maxUnavailable?: number | string;
  /** When ailing pods may go: IfHealthyBudget or AlwaysAllow. */
  unhealthyPodEvictionPolicy?: string;
};

/** How many pods may be away just now. */
export type PodDisruptionBudgetStatus = {
  /** The generation that this status is about. */
  observedGeneration?: number | bigint;
  /** Pods on their way out, and since when. */
  disruptedPods?: { [key: string]: string };
  /** How many more pods may go now. */
  disruptionsAllowed?: number;
  /** How many pods are healthy. */
  currentHealthy?: number;
  /** How many pods must be healthy. */
  desiredHealthy?: number;
  /** How many pods the budget counts. */
  expectedPods?: number;
  /** The latest findings, one per type. */
  conditions?: MetaV1Types['Condition'][];
};

/** A request to take a pod away if its budgets allow. */
export type Eviction = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** How to delete the pod. */
  deleteOptions?: MetaV1Types['DeleteOptions'];
};

/** All of them by name. */
export type Types = {
  PodDisruptionBudget: PodDisruptionBudget;
  PodDisruptionBudgetSpec: PodDisruptionBudgetSpec;
  PodDisruptionBudgetStatus: PodDisruptionBudgetStatus;
  Eviction: Eviction;
};
