import type { JsonObject, KubeObject } from '#meta';
import type { Condition } from '../condition-rules.ts';
import type { SelectorField } from '../label-selector-rules.ts';
import type { IntOrPercent } from '../number-rules.ts';

/** The parts of a budget that rules, evictions and its controller look at. */

export interface BudgetSpec extends JsonObject {
  minAvailable?: IntOrPercent;
  maxUnavailable?: IntOrPercent;
  selector?: SelectorField;
  unhealthyPodEvictionPolicy?: string;
}
export interface BudgetStatus extends JsonObject {
  observedGeneration?: number;
  /** Pods on their way out, and since when. */
  disruptedPods?: { [pod: string]: string };
  disruptionsAllowed?: number;
  currentHealthy?: number;
  desiredHealthy?: number;
  expectedPods?: number;
  conditions?: Condition[];
}
export interface PodDisruptionBudget extends KubeObject {
  spec?: BudgetSpec;
  status?: BudgetStatus;
}
