// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { Types as CoreV1Types } from '../../core/v1/types.gen.ts';

/** A way to run containers that pods may ask for. */
export type RuntimeClass = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** What the nodes call it. */
  handler?: string;
  /** What running a pod itself costs. */
  overhead?: Overhead;
  /** Which nodes can run such pods. */
  scheduling?: Scheduling;
};

/** What running a pod itself costs. */
export type Overhead = {
  /** What each pod costs, by resource. */
  podFixed?: { [key: string]: string };
};

/** Which nodes can run pods of the class. */
export type Scheduling = {
  /** Labels of the nodes. */
  nodeSelector?: { [key: string]: string };
  /** Taints that the pods put up with. */
  tolerations?: CoreV1Types['Toleration'][];
};

/** All of them by name. */
export type Types = {
  RuntimeClass: RuntimeClass;
  Overhead: Overhead;
  Scheduling: Scheduling;
};
