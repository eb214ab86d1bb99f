import type { Terminal } from '../../command.ts';
import type { ClusterChoice } from '../../compat/cluster.ts';
import type { ApiCluster } from '../api-cluster.ts';

export interface RetireOptions extends ClusterChoice {
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly wait: number;
  readonly rate: number;
  readonly concurrency: number;
  readonly chunkSize: number;
  readonly patience: number;
  readonly output: 'text' | 'json';
}

/** What a step of the way finds. */
export interface StepReport {
  readonly step: string;
  /** `done`: nothing is left to do; `todo`: it can be done; `blocked`: it must not be done yet; `unknown`: look yourself. */
  readonly state: 'done' | 'todo' | 'blocked' | 'unknown';
  readonly evidence: string;
  /** How to do the same by hand. */
  readonly kubectl: string;
}

/** One step on the way of a version out of its definition. */
export interface Step {
  look(walk: Walk): Promise<StepReport>;
  /** Absent where there is nothing to do but look. */
  do?(walk: Walk): Promise<void>;
  /** Nothing brings back what it takes away. */
  readonly isFinal?: true;
}

/** The way that is gone: which version of which definition, where, and how. */
export interface Walk extends Terminal {
  readonly cluster: ApiCluster;
  readonly options: RetireOptions;
  readonly name: string;
  readonly version: string;
  readonly signal: AbortSignal;
}
