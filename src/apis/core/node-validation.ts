import {
  type FieldError,
  type FieldPath,
  fieldErrors,
  goQuote,
  labelValueFaults,
  parseRange,
  path,
  qualifiedNameFaults,
  sameJson,
} from '#meta';
import { validateBy, validateRange } from '../field-validation.ts';
import type { Node, Taint } from './node.ts';
import { validateResourceAmount } from './pod/resource-validation.ts';
import { validateTaintEffect } from './pod/scheduling-validation.ts';

/** A node as a whole. Taints tell their faults under the metadata. */
export function validateNode(node: Node): FieldError[] {
  return [
    ...validateTaint(node.spec?.taints ?? [], path('metadata', 'taints')),
    ...validateResource(node),
    ...validateFeature(node.status?.declaredFeatures ?? [], path('status', 'declaredFeatures')),
    ...validatePodRange(node.spec?.podCIDRs ?? [], path('spec', 'podCIDRs')),
  ];
}

function validateTaint(taints: readonly Taint[], field: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return taints.flatMap((taint, at) => {
    const { key = '', value = '', effect = '' } = taint;
    const here = field.index(at);
    const valueFaults = labelValueFaults(value);
    const pair = `${effect}\0${key}`;
    const repeated = seen.has(pair);
    seen.add(pair);
    return [
      ...validateBy(here.child('key'), key, qualifiedNameFaults),
      ...(valueFaults.length === 0 ? [] : [fieldErrors.invalid(here.child('value'), value, valueFaults.join(';'))]),
      ...(effect === ''
        ? [fieldErrors.required(here.child('effect'))]
        : validateTaintEffect(effect, here.child('effect'))),
      ...(repeated ? [repeatedTaint(taint, here)] : []),
    ];
  });
}

function repeatedTaint(taint: Taint, field: FieldPath): FieldError {
  const { key = '', value = '', effect = '' } = taint;
  const shown = { Key: key, Value: value, Effect: effect, TimeAdded: null };
  const fault = fieldErrors.duplicate(field, shown);
  return { ...fault, body: `${fault.body}: taints must be unique by key and effect pair` };
}

function validateResource({ status }: Node): FieldError[] {
  return (['capacity', 'allocatable'] as const).flatMap((list) =>
    Object.entries(status?.[list] ?? {}).flatMap(([name, amount]) =>
      validateResourceAmount(name, amount, path('status', list, name)),
    ),
  );
}

const LONGEST_FEATURE = 253;
const featureName = /^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z0-9]+)*$/;

function validateFeature(features: readonly string[], field: FieldPath): FieldError[] {
  return features.flatMap((feature, at) => {
    const next = features[at + 1];
    return [
      ...featureNameFaults(feature).map((fault) => fieldErrors.invalid(field.index(at), feature, fault)),
      ...(next === feature ? [fieldErrors.duplicate(field.index(at + 1), next)] : []),
      ...(next !== undefined && next < feature
        ? [fieldErrors.invalid(field.index(at + 1), next, 'list must be sorted alphabetically')]
        : []),
    ];
  });
}

function featureNameFaults(feature: string): string[] {
  if (feature.length > LONGEST_FEATURE) {
    return [`invalid feature name ${goQuote(feature)}: must be no more than ${LONGEST_FEATURE} characters`];
  }
  if (featureName.test(feature)) return [];
  return [
    `invalid feature name ${goQuote(feature)}: must start with an UpperCamelCase segment, with subsequent segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only alphanumeric characters and slashes`,
  ];
}

function validatePodRange(ranges: readonly string[], field: FieldPath): FieldError[] {
  const families = new Set(ranges.map((range) => parseRange(range)?.address.family));
  const unread = ranges.findIndex((range) => parseRange(range) === undefined);
  const dual = ranges.length > 1 && unread >= 0;
  const why = `invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[${unread}]: <nil> (invalid CIDR address: ${ranges[unread]})`;
  return [
    ...ranges.flatMap((range, at) => validateRange(field.index(at), range)),
    ...(dual ? [fieldErrors.internal(field, why)] : []),
    ...(ranges.length > 1 && (ranges.length > 2 || unread >= 0 || families.size !== 2)
      ? [fieldErrors.invalid(field, ranges, 'may specify no more than one CIDR for each IP family')]
      : []),
  ];
}

/** What an update, of the node or of its status, may not do. */
export function validateNodeChange(node: Node, live: Node): FieldError[] {
  const { spec = {}, status = {} } = node;
  const { spec: before = {} } = live;
  const field = path('spec');
  return [
    ...validateResource(node),
    ...validateFeature(status.declaredFeatures ?? [], path('status', 'declaredFeatures')),
    ...validateAddressText(status.addresses ?? []),
    ...(before.podCIDRs ?? []).flatMap((range, at) =>
      rangeChanged(spec.podCIDRs ?? [], before.podCIDRs ?? [], { range, at })
        ? [
            fieldErrors.forbidden(
              field.child('podCIDRs'),
              'node updates may not change podCIDR except from "" to valid',
            ),
          ]
        : [],
    ),
    ...(before.providerID && before.providerID !== spec.providerID
      ? [
          fieldErrors.forbidden(
            field.child('providerID'),
            'node updates may not change providerID except from "" to valid',
          ),
        ]
      : []),
    ...validateTaint(spec.taints ?? [], path('metadata', 'taints')),
    ...((spec.externalID ?? '') === (before.externalID ?? '')
      ? []
      : [fieldErrors.forbidden(field.child('externalID'), 'may not be updated')]),
  ];
}

interface OldRange {
  readonly range: string;
  readonly at: number;
}

/** One error when their number changed, else one for each that differs. */
function rangeChanged(ranges: readonly string[], before: readonly string[], { range, at }: OldRange): boolean {
  return ranges.length === before.length ? ranges[at] !== range : at === 0;
}

function validateAddressText(addresses: readonly { type?: string; address?: string }[]): FieldError[] {
  return addresses.flatMap((address, at) =>
    addresses.slice(0, at).some((other) => sameJson(other, address))
      ? [fieldErrors.duplicate(path('status', 'addresses').index(at), { Type: address.type, Address: address.address })]
      : [],
  );
}
