import { type FieldError, type FieldPath, fieldErrors, formatFieldErrors, path } from '#meta';
import { type JsonSchema, validateStructural, validateStructuralInTurns } from '#schema';
import type { WebhookHealth } from '#webhook';
import { readCaBundle } from '#webhook';
import { approvalOf, isProtectedGroup } from './approval.ts';
import {
  CLEANUP_FINALIZER,
  type CustomResourceDefinition,
  type DefinitionCondition,
  findCondition,
  schemaOf,
  versionsOf,
} from './definition.ts';

/** A condition without its time. */
export interface Finding {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
}

/** Puts a condition into a definition, which it changes. The time moves only with the status. */
export function setCondition(definition: CustomResourceDefinition, finding: Finding, now: string): void {
  const status = { ...definition.status };
  definition.status = status;
  const conditions = status.conditions ?? [];
  const old = conditions.find(({ type }) => type === finding.type);
  const kept = old !== undefined && old.status === finding.status && old.lastTransitionTime;
  const condition: DefinitionCondition = {
    type: finding.type,
    status: finding.status,
    lastTransitionTime: kept || now,
    reason: finding.reason,
    message: finding.message,
  };
  status.conditions =
    old === undefined ? [...conditions, condition] : conditions.map((one) => (one === old ? condition : one));
}

export function removeCondition(definition: CustomResourceDefinition, type: string): void {
  const conditions = definition.status?.conditions ?? [];
  if (!conditions.some((condition) => condition.type === type)) return;
  definition.status = { ...definition.status, conditions: conditions.filter((condition) => condition.type !== type) };
}

/** Whether a definition says a finding already. */
export function says(definition: CustomResourceDefinition, finding: Finding): boolean {
  const condition = findCondition(definition, finding.type);
  return (
    condition !== undefined &&
    condition.status === finding.status &&
    (condition.reason ?? '') === finding.reason &&
    (condition.message ?? '') === finding.message
  );
}

/** Set with the first DELETE: the definition stays until its objects are deleted. Changes the definition. */
export function markForDeletion(definition: CustomResourceDefinition, now: string): void {
  const { metadata } = definition;
  metadata.deletionTimestamp ??= now;
  if (!metadata.finalizers?.includes(CLEANUP_FINALIZER)) {
    metadata.finalizers = [...(metadata.finalizers ?? []), CLEANUP_FINALIZER];
  }
  setCondition(
    definition,
    {
      type: 'Terminating',
      status: 'True',
      reason: 'InstanceDeletionPending',
      message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
    },
    now,
  );
}

/** Established once all names are accepted and there is nothing that would keep conversion from working. */
export function establishedFinding(definition: CustomResourceDefinition): Finding {
  const bundle = definition.spec.conversion?.webhook?.clientConfig?.caBundle;
  if (readCaBundle(bundle).fault !== undefined) {
    return {
      type: 'Established',
      status: 'False',
      reason: 'InvalidCABundle',
      message: 'The conversion webhook CABundle is invalid',
    };
  }
  return {
    type: 'Established',
    status: 'True',
    reason: 'InitialNamesAccepted',
    message: 'the initial names have been accepted',
  };
}

const structuralFindings = new WeakMap<object, { readonly finding: Finding | undefined }>();

/**
 * Only definitions older than the rule, or of v1beta1, have schemas that are not structural. Looked for once in each spec:
 * the status is decided several times.
 */
export function nonStructuralFinding(definition: CustomResourceDefinition): Finding | undefined {
  const known = structuralFindings.get(definition.spec);
  if (known !== undefined) return known.finding;
  const found = schemasOf(definition).flatMap(({ schema, at }) => validateStructural(schema, at));
  return noteNonStructural(definition, found);
}

/** Finds it ahead of time and yields in between, because a schema may be large. */
export async function lookForNonStructural(definition: CustomResourceDefinition): Promise<void> {
  if (structuralFindings.has(definition.spec)) return;
  const found: FieldError[] = [];
  for (const { schema, at } of schemasOf(definition)) {
    for (const fault of await validateStructuralInTurns(schema, at)) found.push(fault);
  }
  noteNonStructural(definition, found);
}

function noteNonStructural({ spec }: CustomResourceDefinition, inSchemas: readonly FieldError[]): Finding | undefined {
  const finding = findingOf([
    ...(spec.preserveUnknownFields
      ? [fieldErrors.invalid(path('spec', 'preserveUnknownFields'), true, 'must be false')]
      : []),
    ...inSchemas,
  ]);
  structuralFindings.set(spec, { finding });
  return finding;
}

function schemasOf(definition: CustomResourceDefinition): { readonly schema: JsonSchema; readonly at: FieldPath }[] {
  return versionsOf(definition).flatMap((version, i) =>
    version.schema?.openAPIV3Schema === undefined
      ? []
      : [{ schema: schemaOf(version), at: path('spec', 'versions').index(i).child('schema', 'openAPIV3Schema') }],
  );
}

function findingOf(found: readonly FieldError[]): Finding | undefined {
  if (found.length === 0) return undefined;
  return { type: 'NonStructuralSchema', status: 'True', reason: 'Violations', message: formatFieldErrors(found) };
}

const approvalReasons = {
  missing: ['False', 'MissingAnnotation'],
  invalid: ['False', 'InvalidAnnotation'],
  bypassed: ['False', 'UnapprovedAnnotation'],
  approved: ['True', 'ApprovedAnnotation'],
} as const;

/** Whether a definition in a group of the Kubernetes project was looked at. */
export function approvalFinding({ metadata, spec }: CustomResourceDefinition): Finding | undefined {
  if (!isProtectedGroup(spec.group)) return undefined;
  const { state, message } = approvalOf(metadata.annotations);
  const [status, reason] = approvalReasons[state];
  return { type: 'KubernetesAPIApprovalPolicyConformant', status, reason, message };
}

/** How the conversion webhook of a definition is doing. */
export function conversionFinding({ healthy, message }: WebhookHealth): Finding {
  if (healthy) {
    return {
      type: 'ConversionHealthy',
      status: 'True',
      reason: 'WebhookAnswers',
      message: 'the webhook answers again',
    };
  }
  return { type: 'ConversionHealthy', status: 'False', reason: 'WebhookFailed', message };
}
