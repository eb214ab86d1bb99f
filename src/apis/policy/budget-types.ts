import type { Types } from './v1/types.gen.ts';

export type PodDisruptionBudget = Types['PodDisruptionBudget'];
export type BudgetSpec = Types['PodDisruptionBudgetSpec'];
export type BudgetStatus = Types['PodDisruptionBudgetStatus'];
