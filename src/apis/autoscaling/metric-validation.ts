import {
  dns1123LabelFaults,
  type FieldError,
  type FieldPath,
  fieldErrors,
  parseQuantity,
  pathSegmentName,
} from '#meta';
import { validateContainerResource } from '../core/pod/resource-names.ts';
import { validateBy } from '../field-validation.ts';
import {
  type Metric,
  type MetricSource,
  metricSources,
  type ObjectReference,
  type SourceSpec,
  sourceOfType,
} from './autoscaler.ts';

interface MetricRules {
  readonly minReplicas: number | undefined;
  reference(reference: ObjectReference, at: FieldPath): FieldError[];
}

const metricTypes = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

export function validateMetrics(metrics: readonly Metric[], at: FieldPath, rules: MetricRules): FieldError[] {
  const faults = metrics.flatMap((metric, position) => validateMetric(metric, at.index(position), rules));
  const isMeasuredOutside = metrics.some(({ type }) => type === 'Object' || type === 'External');
  if (rules.minReplicas === 0 && !isMeasuredOutside) {
    const why = 'must specify at least one Object or External metric to support scaling to zero replicas';
    faults.push(fieldErrors.forbidden(at, why));
  }
  return faults;
}

function validateMetric(metric: Metric, at: FieldPath, rules: MetricRules): FieldError[] {
  const { type = '' } = metric;
  const present = metricSources.filter((source) => metric[source] !== undefined);
  const expected = sourceOfType(type);
  const [first] = present;
  const faults = type === '' ? [fieldErrors.required(at.child('type'), 'must specify a metric source type')] : [];
  if (expected === undefined) faults.push(fieldErrors.notSupported(at.child('type'), type, metricTypes));
  // Of several only the first is looked into.
  if (first !== undefined) {
    faults.push(...validateSource({ name: first, source: metric[first] ?? {} }, at.child(first), rules));
  }
  // The real server tells an unknown type twice, in two causes.
  if (expected === undefined) faults.push(fieldErrors.notSupported(at.child('type'), type, metricTypes));
  else if (metric[expected] === undefined) {
    faults.push(fieldErrors.required(at.child(expected), 'must populate information for the given metric source'));
  }
  if (present.length < 2) return faults;
  const others = present.filter((source) => source !== expected).sort();
  const why = 'must populate the given metric source only';
  return [...faults, ...others.map((source) => fieldErrors.forbidden(at.child(source), why))];
}

interface NamedSource {
  readonly name: MetricSource;
  readonly source: SourceSpec;
}

function validateSource({ name, source }: NamedSource, at: FieldPath, rules: MetricRules): FieldError[] {
  const hasResource = name === 'resource' || name === 'containerResource';
  return [
    ...(name === 'object' ? rules.reference(source.describedObject ?? {}, at.child('describedObject')) : []),
    ...(hasResource ? validateResource(name, source, at) : validateIdentifier(source, at.child('metric', 'name'))),
    ...validateTarget(source, at.child('target')),
    ...validateTargetChoice({ name, source }, at.child('target')),
  ];
}

function validateResource(sort: MetricSource, { name = '', container = '' }: SourceSpec, at: FieldPath): FieldError[] {
  const field = at.child('name');
  const missing = name === '' ? [fieldErrors.required(field, 'must specify a resource name')] : [];
  if (sort === 'resource') return missing;
  return [
    ...missing,
    ...(name === '' ? [] : validateContainerResource(name, field)),
    ...(container === ''
      ? [fieldErrors.required(at.child('container'), 'must specify a container')]
      : validateBy(at.child('container'), container, dns1123LabelFaults)),
  ];
}

function validateIdentifier({ metric }: SourceSpec, field: FieldPath): FieldError[] {
  const name = metric?.name ?? '';
  if (name === '') return [fieldErrors.required(field, 'must specify a metric name')];
  return validateBy(field, name, (text) => pathSegmentName(text, { prefix: false }));
}

function validateTarget({ target = {} }: SourceSpec, at: FieldPath): FieldError[] {
  const { type = '', averageUtilization } = target;
  const faults = type === '' ? [fieldErrors.required(at.child('type'), 'must specify a metric target type')] : [];
  if (!['Utilization', 'Value', 'AverageValue'].includes(type)) {
    const why = 'must be either Utilization, Value, or AverageValue';
    faults.push(fieldErrors.invalid(at.child('type'), type, why));
  }
  for (const name of ['value', 'averageValue'] as const) {
    const amount = target[name];
    if (amount !== undefined && parseQuantity(amount).sign <= 0) {
      faults.push(fieldErrors.invalid(at.child(name), amount, 'must be positive'));
    }
  }
  if (averageUtilization !== undefined && averageUtilization < 1) {
    faults.push(fieldErrors.invalid(at.child('averageUtilization'), averageUtilization, 'must be greater than 0'));
  }
  return faults;
}

/** Which of the values each sort wants, and which exclude each other. */
function validateTargetChoice({ name, source: { target = {} } }: NamedSource, at: FieldPath): FieldError[] {
  const { value, averageValue, averageUtilization } = target;
  const average = at.child('averageValue');
  switch (name) {
    case 'pods':
      if (averageValue !== undefined) return [];
      return [fieldErrors.required(average, 'must specify a positive target averageValue')];
    case 'object':
      if (value !== undefined || averageValue !== undefined) return [];
      return [fieldErrors.required(average, 'must set either a target value or averageValue')];
    case 'external':
      if (value === undefined && averageValue === undefined) {
        return [fieldErrors.required(average, 'must set either a target value for metric or a per-pod target')];
      }
      if (value === undefined || averageValue === undefined) return [];
      return [
        fieldErrors.forbidden(at.child('value'), 'may not set both a target value for metric and a per-pod target'),
      ];
    default:
      if (averageUtilization === undefined && averageValue === undefined) {
        const why = 'must set either a target raw value or a target utilization';
        return [fieldErrors.required(at.child('averageUtilization'), why)];
      }
      if (averageUtilization === undefined || averageValue === undefined) return [];
      return [fieldErrors.forbidden(average, 'may not set both a target raw value and a target utilization')];
  }
}
