import {
  dns1123LabelFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  type KubeObject,
  path,
  sameJson,
} from '#meta';
import { validatePodTemplateSpec } from '../core/pod/pod-template-validation.ts';
import { podTemplateWarnings } from '../core/pod/pod-warnings.ts';
import type { PodTemplateSpec } from '../core/v1/types.gen.ts';
import { changedFault } from '../field-validation.ts';
import { selectorOf, shownSelector, validateLabelSelector } from '../label-selector-validation.ts';
import { type IntOrPercent, percentOf, validateNotNegative } from '../number-validation.ts';
import type { DaemonSet, Deployment, StatefulSet, Workload, WorkloadSpec } from './workload.ts';

/** Rules that the kinds which keep pods share. `kindName` is how messages call the kind. */

export function validateSelector({ selector }: WorkloadSpec, kindName: string): FieldError[] {
  const field = path('spec', 'selector');
  if (selector === undefined || selector === null) return [fieldErrors.required(field)];
  return [...validateLabelSelector(field, selector), ...validateEmptySelector({ selector }, kindName)];
}

export function validateEmptySelector({ selector }: WorkloadSpec, kindName: string): FieldError[] {
  if (selector === undefined || selector === null || !isBlank(selector)) return [];
  return [fieldErrors.invalid(path('spec', 'selector'), selector, `empty selector is invalid for ${kindName}`)];
}

function isBlank({ matchLabels = {}, matchExpressions = [] }: NonNullable<WorkloadSpec['selector']>): boolean {
  return Object.keys(matchLabels).length + matchExpressions.length === 0;
}

interface TemplateRules {
  /** The message for a selector that cannot be used. */
  readonly unusableSelector: string;
  /** Instead of the template of the spec. */
  readonly template?: PodTemplateSpec;
}

/** The template's labels must be those that its owner looks for. */
export function validateTemplate(spec: WorkloadSpec, { unusableSelector, template }: TemplateRules): FieldError[] {
  const selector = selectorOf(spec.selector ?? undefined);
  if (selector === undefined) {
    return [
      fieldErrors.invalid(
        path('spec', 'selector'),
        spec.selector ? shownSelector(spec.selector) : null,
        unusableSelector,
      ),
    ];
  }
  const field = path('spec', 'template');
  return [
    ...(selector.empty ? [] : validateMismatch(spec)),
    ...validatePodTemplateSpec(template ?? spec.template ?? {}, field),
  ];
}

export function validateMismatch(spec: WorkloadSpec): FieldError[] {
  const labels = spec.template?.metadata?.labels;
  const selector = selectorOf(spec.selector ?? undefined);
  if (selector === undefined || selector.matches(labels)) return [];
  const field = path('spec', 'template', 'metadata', 'labels');
  return [fieldErrors.invalid(field, labels ?? null, '`selector` does not match template `labels`')];
}

/** Pods that are kept running always start again, and never end by themselves. */
export function validateLifetime({ template }: WorkloadSpec, kindName: string): FieldError[] {
  const at = path('spec', 'template', 'spec');
  const { restartPolicy = '', activeDeadlineSeconds } = template?.spec ?? {};
  const why = `activeDeadlineSeconds in ${kindName} is not Supported`;
  return [
    ...(restartPolicy === 'Always'
      ? []
      : [fieldErrors.notSupported(at.child('restartPolicy'), restartPolicy, ['Always'])]),
    ...(activeDeadlineSeconds === undefined ? [] : [fieldErrors.forbidden(at.child('activeDeadlineSeconds'), why)]),
  ];
}

export function validateSelectorChange(spec: WorkloadSpec, before: WorkloadSpec): FieldError[] {
  return sameJson(spec.selector, before.selector)
    ? []
    : [changedFault(path('spec', 'selector'), spec.selector && shownSelector(spec.selector))];
}

type Counts = { readonly [name: string]: unknown };

/** Each count that is there, in this order. */
export function validateCount(counts: Counts, names: readonly string[], at: FieldPath): FieldError[] {
  return names.flatMap((name) => {
    const value = counts[name];
    return typeof value === 'number' ? validateNotNegative(at.child(name), value) : [];
  });
}

/** Counts that cannot be more than another one; `as` is how messages call that. */
export function validateNoExcess(
  counts: Counts,
  names: readonly string[],
  limit: { name: string; as: string },
): FieldError[] {
  const count = (name: string): number => Number(counts[name] ?? 0);
  return names
    .filter((name) => count(name) > count(limit.name))
    .map((name) => fieldErrors.invalid(path('status', name), count(name), `cannot be greater than ${limit.as}`));
}

/** Kinds that count how often a name was already taken. */
type Counted = Deployment | StatefulSet | DaemonSet;

export function validateCollisionCount({ status }: Counted, live: Counted): FieldError[] {
  const now = status?.collisionCount;
  const before = live.status?.collisionCount;
  if (before === undefined || (now !== undefined && now >= before)) return [];
  return [fieldErrors.invalid(path('status', 'collisionCount'), now ?? 0, 'cannot be decremented')];
}

/** What a number or percentage comes to, as far as it can be told without a whole. */
export function amountOf(value: IntOrPercent | undefined): number {
  if (value === undefined) return 0;
  return percentOf(value) ?? (/^[+-]?[0-9]+$/.test(String(value)) ? Number(value) : 0);
}

/** For kinds whose pods are called after them. */
export function podNameWarnings({ metadata }: KubeObject, live: KubeObject | undefined): string[] {
  const faults = dns1123LabelFaults(metadata.name ?? '');
  if (live !== undefined || faults.length === 0) return [];
  const advice =
    'this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended';
  return [`metadata.name: ${advice}: [${faults.join(' ')}]`];
}

/** About a kind's pods: when it is made, and when anything that it wants has changed. */
export function templateWarnings(object: Workload, live: Workload | undefined): string[] {
  return isAsBefore(object, live) ? [] : podTemplateWarnings(object.spec?.template ?? {}, path('spec', 'template'));
}

export function isAsBefore({ metadata }: KubeObject, live: KubeObject | undefined): boolean {
  return live !== undefined && metadata.generation === live.metadata.generation;
}
