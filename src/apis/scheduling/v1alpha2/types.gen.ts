// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { MetaV1Types } from '#schema';

/** How the pods of an application belong together for the scheduler. */
export type Workload = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The groups of pods. */
  spec?: WorkloadSpec;
};

/** Groups of pods. */
export type WorkloadSpec = {
  /** What the workload stands for; cannot be changed. */
  controllerRef?: TypedLocalObjectReference;
  /** The groups, at most 8; cannot be changed. */
  podGroupTemplates?: PodGroupTemplate[] | null;
};

/** An object in the same namespace. */
export type TypedLocalObjectReference = {
  /** Its group; empty for core. */
  apiGroup?: string;
  /** Its kind. */
  kind?: string;
  /** Its name. */
  name?: string;
};

/** From it groups of pods are made. */
export type PodGroupTemplate = {
  /** Name of the template in its workload. */
  name?: string;
  /** How the pods are scheduled. */
  schedulingPolicy?: PodGroupSchedulingPolicy;
  /** Where the pods may be. */
  schedulingConstraints?: PodGroupSchedulingConstraints | null;
  /** Claims that the pods share. */
  resourceClaims?: PodGroupResourceClaim[];
  /** What is evicted at a time: Pod or PodGroup. */
  disruptionMode?: string;
  /** Priority class of the group. */
  priorityClassName?: string;
  /** Priority of the group. */
  priority?: number;
};

/** Pods that are scheduled together. */
export type PodGroup = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** How they are scheduled. */
  spec?: PodGroupSpec;
  /** What became of it. */
  status?: PodGroupStatus;
};

/** How pods are scheduled together. */
export type PodGroupSpec = {
  /** The template it was made from; cannot be changed. */
  podGroupTemplateRef?: PodGroupTemplateReference | null;
  /** How the pods are scheduled; cannot be changed. */
  schedulingPolicy?: PodGroupSchedulingPolicy;
  /** Where the pods may be. */
  schedulingConstraints?: PodGroupSchedulingConstraints;
  /** Claims that the pods share. */
  resourceClaims?: PodGroupResourceClaim[];
  /** What is evicted at a time: Pod or PodGroup. */
  disruptionMode?: string;
  /** Priority class of the group. */
  priorityClassName?: string;
  /** Priority of the group. */
  priority?: number;
};

/** What became of a group of pods. */
export type PodGroupStatus = {
  /** How the group stands. */
  conditions?: MetaV1Types['Condition'][];
  /** Claims that were made for it. */
  resourceClaimStatuses?: PodGroupResourceClaimStatus[];
};

/** The template of a group: exactly one member is set. */
export type PodGroupTemplateReference = {
  /** A template in a workload. */
  workload?: WorkloadPodGroupTemplateReference | null;
};

/** A template in a workload. */
export type WorkloadPodGroupTemplateReference = {
  /** The workload in the same namespace. */
  workloadName?: string;
  /** Name of the template. */
  podGroupTemplateName?: string;
};

/** How pods are scheduled: exactly one member is set. */
export type PodGroupSchedulingPolicy = {
  /** Each pod by itself. */
  basic?: BasicSchedulingPolicy;
  /** All at once or none. */
  gang?: GangSchedulingPolicy;
};

/** Each pod is scheduled by itself. */
export type BasicSchedulingPolicy = Record<never, never>;

/** Pods are scheduled all at once or not at all. */
export type GangSchedulingPolicy = {
  /** How many must find a place at the same time. */
  minCount?: number;
};

/** Where pods may be. */
export type PodGroupSchedulingConstraints = {
  /** In one domain, such as a rack. */
  topology?: TopologyConstraint[];
};

/** All pods in one domain. */
export type TopologyConstraint = {
  /** Label of the nodes that tells the domain. */
  key?: string;
};

/** A claim that pods share: one of the two names is set. */
export type PodGroupResourceClaim = {
  /** The pods refer to the claim by it. */
  name?: string;
  /** A claim in the same namespace. */
  resourceClaimName?: string;
  /** A template from which the claim is made. */
  resourceClaimTemplateName?: string;
};

/** A claim that was made for a group. */
export type PodGroupResourceClaimStatus = {
  /** Name of the claim in the group. */
  name?: string;
  /** The claim that was made. */
  resourceClaimName?: string;
};

/** All of them by name. */
export type Types = {
  Workload: Workload;
  WorkloadSpec: WorkloadSpec;
  TypedLocalObjectReference: TypedLocalObjectReference;
  PodGroupTemplate: PodGroupTemplate;
  PodGroup: PodGroup;
  PodGroupSpec: PodGroupSpec;
  PodGroupStatus: PodGroupStatus;
  PodGroupTemplateReference: PodGroupTemplateReference;
  WorkloadPodGroupTemplateReference: WorkloadPodGroupTemplateReference;
  PodGroupSchedulingPolicy: PodGroupSchedulingPolicy;
  BasicSchedulingPolicy: BasicSchedulingPolicy;
  GangSchedulingPolicy: GangSchedulingPolicy;
  PodGroupSchedulingConstraints: PodGroupSchedulingConstraints;
  TopologyConstraint: TopologyConstraint;
  PodGroupResourceClaim: PodGroupResourceClaim;
  PodGroupResourceClaimStatus: PodGroupResourceClaimStatus;
};
