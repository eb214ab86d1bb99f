import { type FieldError, type FieldPath, fieldErrors, parseApiVersion, parseQuantity, path } from '#meta';
import { validateDeclared } from '#resource';
import { validateSegmentField } from '../reference-validation.ts';
import type { Autoscaler, Behavior, ObjectReference, ScalingPolicy, ScalingRules } from './autoscaler.ts';
import { validateMetrics } from './metric-validation.ts';
import { autoscalingV2 } from './v2/types.ts';

/** What older objects were allowed, they may keep. */
interface ReferenceRules {
  readonly anyVersion: boolean;
  readonly emptyGroup: boolean;
}

export function validateAutoscaler({ spec = {} }: Autoscaler, live?: Autoscaler): FieldError[] {
  const at = path('spec');
  const { minReplicas, maxReplicas = 0, scaleTargetRef = {}, metrics = [] } = spec;
  const before = live?.spec;
  const lowest = before?.minReplicas === 0 ? 0 : 1;
  const sameTarget =
    before !== undefined &&
    before.scaleTargetRef?.apiVersion === scaleTargetRef.apiVersion &&
    before.scaleTargetRef?.kind === scaleTargetRef.kind;
  const oddObject = (before?.metrics ?? []).some(
    ({ type, object }) => type === 'Object' && versionFault(object?.describedObject ?? {}, metricRules) !== undefined,
  );
  const targetRules = { anyVersion: sameTarget, emptyGroup: scaleTargetRef.kind === 'ReplicationController' };
  return [
    ...validateReplica({ minReplicas, maxReplicas, lowest }),
    ...validateReference(scaleTargetRef, at.child('scaleTargetRef'), targetRules),
    ...validateMetrics(metrics, at.child('metrics'), {
      minReplicas,
      reference: (reference, field) => validateReference(reference, field, { ...metricRules, anyVersion: oddObject }),
    }),
    ...validateBehavior(spec.behavior ?? {}, at.child('behavior')),
  ];
}

const metricRules: ReferenceRules = { anyVersion: false, emptyGroup: true };

interface Replicas {
  readonly minReplicas: number | undefined;
  readonly maxReplicas: number;
  readonly lowest: number;
}

function validateReplica({ minReplicas, maxReplicas, lowest }: Replicas): FieldError[] {
  const least = path('spec', 'minReplicas');
  const most = path('spec', 'maxReplicas');
  const faults: FieldError[] = [];
  if (minReplicas !== undefined && minReplicas < lowest) {
    faults.push(fieldErrors.invalid(least, minReplicas, `must be greater than or equal to ${lowest}`));
  }
  if (maxReplicas === 0) faults.push(fieldErrors.required(most, 'must be set and greater than 0'));
  if (maxReplicas < 0) faults.push(fieldErrors.invalid(most, maxReplicas, 'must be greater than or equal to 1'));
  if (minReplicas !== undefined && maxReplicas < minReplicas) {
    faults.push(fieldErrors.invalid(most, maxReplicas, 'must be greater than or equal to `minReplicas`'));
  }
  return faults;
}

function validateReference(reference: ObjectReference, at: FieldPath, rules: ReferenceRules): FieldError[] {
  const fault = versionFault(reference, rules);
  return [
    ...validateSegmentField(at.child('kind'), reference.kind),
    ...validateSegmentField(at.child('name'), reference.name),
    ...(fault === undefined ? [] : [fieldErrors.invalid(at.child('apiVersion'), reference.apiVersion ?? '', fault)]),
  ];
}

function versionFault({ apiVersion = '' }: ObjectReference, rules: ReferenceRules): string | undefined {
  if (rules.anyVersion) return undefined;
  const parsed = parseApiVersion(apiVersion);
  if (parsed === undefined && apiVersion !== '') return `unexpected GroupVersion string: ${apiVersion}`;
  return rules.emptyGroup || parsed?.group ? undefined : 'apiVersion must specify API group';
}

function validateBehavior({ scaleUp, scaleDown }: Behavior, at: FieldPath): FieldError[] {
  return [
    ...(scaleUp === undefined ? [] : validateRules(scaleUp, at.child('scaleUp'))),
    ...(scaleDown === undefined ? [] : validateRules(scaleDown, at.child('scaleDown'))),
  ];
}

const LONGEST_WINDOW = 3600;
const LONGEST_PERIOD = 1800;

function validateRules(rules: ScalingRules, at: FieldPath): FieldError[] {
  const { stabilizationWindowSeconds: window = 0, selectPolicy, policies = [], tolerance } = rules;
  const choices = ['Disabled', 'Max', 'Min'];
  const field = at.child('stabilizationWindowSeconds');
  const faults: FieldError[] = [];
  if (window < 0) faults.push(fieldErrors.invalid(field, window, 'must be greater than or equal to zero'));
  if (window > LONGEST_WINDOW) {
    faults.push(fieldErrors.invalid(field, window, `must be less than or equal to ${LONGEST_WINDOW}`));
  }
  if (selectPolicy !== undefined && !choices.includes(selectPolicy)) {
    faults.push(fieldErrors.notSupported(at.child('selectPolicy'), selectPolicy, choices));
  }
  if (policies.length === 0)
    faults.push(fieldErrors.required(at.child('policies'), 'must specify at least one Policy'));
  faults.push(...policies.flatMap((policy, i) => validatePolicy(policy, at.child('policies').index(i))));
  if (tolerance !== undefined && parseQuantity(tolerance).sign < 0) {
    faults.push(fieldErrors.invalid(at.child('tolerance'), tolerance, 'must be greater than or equal to 0'));
  }
  return faults;
}

function validatePolicy({ type = '', value = 0, periodSeconds = 0 }: ScalingPolicy, at: FieldPath): FieldError[] {
  const types = ['Percent', 'Pods'];
  const period = at.child('periodSeconds');
  const faults: FieldError[] = [];
  if (!types.includes(type)) faults.push(fieldErrors.notSupported(at.child('type'), type, types));
  if (value <= 0) faults.push(fieldErrors.invalid(at.child('value'), value, 'must be greater than zero'));
  if (periodSeconds <= 0) faults.push(fieldErrors.invalid(period, periodSeconds, 'must be greater than zero'));
  if (periodSeconds > LONGEST_PERIOD) {
    faults.push(fieldErrors.invalid(period, periodSeconds, `must be less than or equal to ${LONGEST_PERIOD}`));
  }
  return faults;
}

const statusType = autoscalingV2.type('HorizontalPodAutoscalerStatus');

export function validateStatus({ status = {} }: Autoscaler): FieldError[] {
  return validateDeclared(statusType, status, path('status'));
}
