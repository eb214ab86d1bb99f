import type { JsonObject } from '#meta';
import type { AutoscalerCondition, Behavior, ScalingPolicy, ScalingRules } from '../autoscaler.ts';
import { listOf, NoteReader, present, readNote } from './annotation-reader.ts';

/** Behavior is annotated in the words of the hub's Go type, whose fields begin with capitals. */
export function writeBehavior({ scaleUp, scaleDown }: Behavior): JsonObject {
  return { ScaleUp: writeRules(scaleUp), ScaleDown: writeRules(scaleDown) };
}

function writeRules(rules: ScalingRules | undefined): JsonObject | null {
  if (rules === undefined) return null;
  const { stabilizationWindowSeconds = null, selectPolicy = null, policies, tolerance = null } = rules;
  return {
    StabilizationWindowSeconds: stabilizationWindowSeconds,
    SelectPolicy: selectPolicy,
    Policies:
      policies?.map(({ type = '', value = 0, periodSeconds = 0 }) => ({
        Type: type,
        Value: value,
        PeriodSeconds: periodSeconds,
      })) ?? null,
    Tolerance: tolerance,
  };
}

export function readBehavior(text: string | undefined): Behavior | undefined {
  const behavior = readNote(text, (value) => {
    const reader = new NoteReader(value);
    return present({ scaleUp: readRules(reader.object('ScaleUp')), scaleDown: readRules(reader.object('ScaleDown')) });
  });
  return behavior === undefined || Object.keys(behavior).length === 0 ? undefined : behavior;
}

function readRules(reader: NoteReader | undefined): ScalingRules | undefined {
  if (reader === undefined) return undefined;
  const policies = listOf(
    reader.value('Policies'),
    (policy): ScalingPolicy => ({
      type: policy.text('Type') ?? '',
      value: policy.integer('Value') ?? 0,
      periodSeconds: policy.integer('PeriodSeconds') ?? 0,
    }),
  );
  return present({
    stabilizationWindowSeconds: reader.integer('StabilizationWindowSeconds'),
    selectPolicy: reader.text('SelectPolicy'),
    policies: reader.value('Policies') === undefined ? undefined : policies,
    tolerance: reader.quantity('Tolerance'),
  });
}

export function writeConditions(conditions: readonly AutoscalerCondition[]): JsonObject[] {
  return conditions.map(({ type = '', status = '', lastTransitionTime = null, reason, message }) =>
    present({ type, status, lastTransitionTime, reason, message }),
  );
}

export function readConditions(text: string | undefined): AutoscalerCondition[] | undefined {
  return readNote(text, (value) =>
    listOf(value, (one) => ({
      ...present({ type: one.text('type') ?? '', status: one.text('status') ?? '' }),
      lastTransitionTime: one.text('lastTransitionTime') ?? null,
      ...present({ reason: one.text('reason'), message: one.text('message') }),
    })),
  );
}
