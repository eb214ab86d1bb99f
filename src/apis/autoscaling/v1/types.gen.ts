// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';

/** Scales something by the load of its pods. */
export type HorizontalPodAutoscaler = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: HorizontalPodAutoscalerSpec;
  /** How it stands; written by the system. */
  status?: HorizontalPodAutoscalerStatus;
};

/** What is to be scaled, and how far. */
export type HorizontalPodAutoscalerSpec = {
  /** What is scaled. */
  scaleTargetRef?: CrossVersionObjectReference;
  /** Never scale below this; 1 when not given. */
  minReplicas?: number;
  /** Never scale above this. */
  maxReplicas?: number;
  /** The load to aim for, in percent of requested cpu. */
  targetCPUUtilizationPercentage?: number;
};

/** What the autoscaler last saw and did. */
export type HorizontalPodAutoscalerStatus = {
  /** The generation that this status is about. */
  observedGeneration?: number | bigint;
  /** When it last scaled. */
  lastScaleTime?: string;
  /** How many pods it last saw. */
  currentReplicas?: number;
  /** How many pods it last wanted. */
  desiredReplicas?: number;
  /** The load last seen, in percent of requested cpu. */
  currentCPUUtilizationPercentage?: number;
};

/** Points at another object, in whatever version. */
export type CrossVersionObjectReference = {
  /** The kind of the object. */
  kind?: string;
  /** The name of the object. */
  name?: string;
  /** The group and version of the object. */
  apiVersion?: string;
};

/** All of them by name. */
export type Types = {
  HorizontalPodAutoscaler: HorizontalPodAutoscaler;
  HorizontalPodAutoscalerSpec: HorizontalPodAutoscalerSpec;
  HorizontalPodAutoscalerStatus: HorizontalPodAutoscalerStatus;
  CrossVersionObjectReference: CrossVersionObjectReference;
};
