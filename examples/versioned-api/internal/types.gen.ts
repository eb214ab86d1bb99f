// Made from types.ts by 'npm run gen'. Change that, not this.
import type { Json, ObjectMeta } from 'pinnace/api';
import type { MetaV1Types } from 'pinnace/api';

/** Keeps copies of a program running, and replaces them when it changes. */
export type Deployment = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What is wanted. */
  spec?: DeploymentSpec;
  /** What is there. */
  status?: DeploymentStatus;
};

/** What is wanted of a deployment. */
export type DeploymentSpec = {
  /** How many copies. */
  replicas?: number;
  /** Which pods are counted among them. */
  selector?: MetaV1Types['LabelSelector'];
  /** What a copy looks like. */
  template?: PodTemplate;
  /** How many old states are kept. */
  revisionHistoryLimit?: number;
  /** Nothing is replaced for now. */
  paused?: boolean;
  rollbackTo?: RollbackConfig;
};

/** What a copy looks like. */
export type PodTemplate = {
  /** Its labels and annotations. */
  metadata?: ObjectMeta;
  /** The pod, which is none of our business here. */
  spec?: Json;
};

/** How it stands. */
export type DeploymentStatus = {
  /** The generation that this status is about. */
  observedGeneration?: number | bigint;
  /** How many copies there are. */
  replicas?: number;
};

/** A wish to go back. */
export type RollbackConfig = {
  /** The state to go back to; 0 is the last one. */
  revision?: number | bigint;
};

/** All of them by name. */
export type Types = {
  Deployment: Deployment;
  DeploymentSpec: DeploymentSpec;
  PodTemplate: PodTemplate;
  DeploymentStatus: DeploymentStatus;
  RollbackConfig: RollbackConfig;
};
