import { type Autoscaler, type AutoscalerSpec, cpuUtilization, type ScalingRules } from './autoscaler.ts';

const DEFAULT_UTILIZATION = 80;

const scaleUpRules = (): ScalingRules => ({
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
});
const scaleDownRules = (): ScalingRules => ({
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
});

export function setDefaults(autoscaler: Autoscaler): void {
  autoscaler.spec ??= {};
  autoscaler.spec.minReplicas ??= 1;
  defaultScaling(autoscaler.spec);
}

/** What to measure, and how fast to follow it. */
export function defaultScaling(spec: AutoscalerSpec): void {
  if ((spec.metrics ?? []).length === 0) spec.metrics = [cpuUtilization(DEFAULT_UTILIZATION)];
  if (spec.behavior === undefined) return;
  spec.behavior.scaleUp = { ...scaleUpRules(), ...spec.behavior.scaleUp };
  spec.behavior.scaleDown = { ...scaleDownRules(), ...spec.behavior.scaleDown };
}
