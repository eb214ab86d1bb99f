import {
  byteLength,
  type FieldError,
  type FieldPath,
  fieldErrors,
  type JsonObject,
  nameIsDnsSubdomain,
  sameJson,
} from '#meta';
import { validateNodeSelector } from '../core/pod/affinity-validation.ts';
import { coreV1 } from '../core/v1/types.ts';
import { validateBy, validateUnchanged } from '../field-validation.ts';
import { goValue } from '../go-value.ts';
import { parseSemver } from '../semver.ts';
import { type DeviceCapacity, validateCapacity } from './capacity-validation.ts';
import { validateBinding, validateTaint } from './device-validation.ts';
import {
  validateDriverName,
  validateLabel,
  validateList,
  validateMap,
  validatePoolName,
  validateQualifiedName,
} from './names.ts';
import type { Types } from './v1/types.gen.ts';

/** Devices as their driver tells them. */

type Attribute = Types['DeviceAttribute'];
type Counters = Types['CounterSet'];
type Device = Types['Device'];
type SliceSpec = Types['ResourceSliceSpec'];
/** Where devices are: told of the slice, or of each device. */
type Places = Pick<SliceSpec, 'nodeName' | 'nodeSelector' | 'allNodes' | 'perDeviceNodeSelection'>;

const MAX_DEVICES = 128;
const MAX_ADVANCED_DEVICES = 64;
const MAX_COUNTER_SETS = 8;
const MAX_CONSUMPTIONS = 2;
const MAX_COUNTERS = 32;
const MAX_FACTS = 32;
const MAX_ATTRIBUTE_VALUES = 48;
const MAX_TEXT = 64;
const MAX_TAINTS = 16;

export function validateSlice(field: FieldPath, spec: SliceSpec, live: SliceSpec | undefined): FieldError[] {
  const { driver = '', pool = {}, devices = [], sharedCounters = [] } = spec;
  const [poolField, driverField] = [field.child('pool'), field.child('driver')];
  const faults = [...validateDriverName(driverField, driver), ...validatePool(poolField, pool)];
  if (live !== undefined) {
    faults.push(...validateUnchanged(poolField.child('name'), pool.name ?? '', live.pool?.name ?? ''));
    faults.push(...validateUnchanged(driverField, driver ?? '', live.driver ?? ''));
    faults.push(...validateUnchanged(field.child('nodeName'), spec.nodeName, live.nodeName));
  }
  faults.push(...validateSlicePlace(field, spec));
  if (spec.sharedCounters !== undefined && spec.devices !== undefined) {
    faults.push(fieldErrors.invalid(field, '', 'only one of `sharedCounters` or `devices` is allowed'));
  }
  return [
    ...faults,
    ...validateList(field.child('devices'), devices, {
      max: devices.some(isAdvanced) ? MAX_ADVANCED_DEVICES : MAX_DEVICES,
      each: (device, own) => validateDevice(own, device, { spec, live }),
      key: ({ name = '' }) => name,
    }),
    ...validateList(field.child('sharedCounters'), sharedCounters, {
      max: MAX_COUNTER_SETS,
      each: (set, own) => validateCounter(own, set, 'name'),
      key: ({ name = '' }) => name,
    }),
  ];
}

function isAdvanced({ taints = [], consumesCounters = [], attributes = {} }: Device): boolean {
  return taints.length > 0 || consumesCounters.length > 0 || Object.values(attributes).some(isList);
}

const isList = ({ ints, bools, strings, versions }: Attribute): boolean =>
  [ints, bools, strings, versions].some((list) => list !== undefined);

function validatePool(field: FieldPath, pool: NonNullable<SliceSpec['pool']>): FieldError[] {
  const { name = '', generation = 0, resourceSliceCount: count = 0 } = pool;
  const faults = validatePoolName(field.child('name'), name);
  if (count <= 0) {
    faults.push(fieldErrors.invalid(field.child('resourceSliceCount'), count, 'must be greater than zero'));
  }
  if (generation < 0) {
    const why = 'must be greater than or equal to zero';
    faults.push(fieldErrors.invalid(field.child('generation'), generation, why));
  }
  return faults;
}

interface PlaceRules {
  readonly emptyName: string;
  /** At most so many terms in a selector. */
  readonly oneTerm: boolean;
}

/** Faults of the places, and which of them are given. */
function checkPlaces(field: FieldPath, places: Places, rules: PlaceRules): { faults: FieldError[]; given: string[] } {
  const { nodeName, nodeSelector } = places;
  const faults: FieldError[] = [];
  const given: string[] = [];
  if (nodeName === '') faults.push(fieldErrors.invalid(field.child('nodeName'), '', rules.emptyName));
  else if (nodeName !== undefined) {
    given.push('`nodeName`');
    faults.push(
      ...validateBy(field.child('nodeName'), nodeName, (name) => nameIsDnsSubdomain(name, { prefix: false })),
    );
  }
  if (nodeSelector !== undefined) {
    given.push('`nodeSelector`');
    faults.push(...validateNodeSelector(nodeSelector, field.child('nodeSelector')));
    const terms = nodeSelector.nodeSelectorTerms;
    if (rules.oneTerm && terms?.length !== 1) {
      const own = field.child('nodeSelector', 'nodeSelectorTerms');
      const shown = terms?.map((term) => goValue(coreV1.type('NodeSelectorTerm'), term)) ?? null;
      faults.push(fieldErrors.invalid(own, shown, 'must have exactly one node selector term'));
    }
  }
  for (const part of ['allNodes', 'perDeviceNodeSelection'] as const) {
    if (places[part] === true) given.push(`\`${part}\``);
    if (places[part] !== false) continue;
    faults.push(fieldErrors.invalid(field.child(part), false, 'must be either unset or set to true'));
  }
  return { faults, given };
}

function validateSlicePlace(field: FieldPath, spec: SliceSpec): FieldError[] {
  const emptyName = 'must be either unset or set to a non-empty string';
  const { faults, given } = checkPlaces(field, spec, { emptyName, oneTerm: true });
  const one = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required';
  if (given.length === 0) return [...faults, fieldErrors.required(field, one)];
  if (given.length === 1) return faults;
  return [...faults, fieldErrors.invalid(field, `{${given.join(', ')}}`, `${one}, but multiple fields are set`)];
}

function validateDevicePlace(field: FieldPath, device: Device, { perDeviceNodeSelection = false }: SliceSpec) {
  const { nodeName, nodeSelector, allNodes } = device;
  if (!perDeviceNodeSelection) {
    if ([nodeName, nodeSelector, allNodes].every((place) => place === undefined)) return [];
    const why =
      '`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
    return [fieldErrors.invalid(field, null, why)];
  }
  const { faults, given } = checkPlaces(field, device, { emptyName: 'must not be empty', oneTerm: false });
  const one =
    'exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec';
  if (given.length === 0) return [...faults, fieldErrors.required(field, one)];
  return given.length === 1 ? faults : [...faults, fieldErrors.invalid(field, `{${given.join(', ')}}`, one)];
}

interface SliceChange {
  readonly spec: SliceSpec;
  readonly live: SliceSpec | undefined;
}

function validateDevice(field: FieldPath, device: Device, { spec, live }: SliceChange): FieldError[] {
  const { name = '', attributes = {}, capacity = {}, taints = [], consumesCounters = [] } = device;
  const before = live?.devices?.find((other) => other.name === name);
  const shared = device.allowMultipleAllocations === true;
  const newCapacity = before === undefined || !sameJson(before.capacity, capacity);
  const newTaints = before === undefined || !sameJson(before.taints, taints);
  const each = (value: DeviceCapacity, own: FieldPath) => validateCapacity(own, value, shared);
  return [
    ...validateLabel(field.child('name'), name),
    ...validateAmount(field, device),
    ...validateMap(field.child('attributes'), attributes, { name: validateQualifiedName, each: validateAttribute }),
    ...(newCapacity ? validateMap(field.child('capacity'), capacity, { name: validateQualifiedName, each }) : []),
    ...(newTaints ? validateList(field.child('taints'), taints, { max: MAX_TAINTS, each: validateTaint }) : []),
    ...validateList(field.child('consumesCounters'), consumesCounters, {
      max: MAX_CONSUMPTIONS,
      each: (set, own) => validateCounter(own, set, 'counterSet'),
      key: ({ counterSet = '' }) => counterSet,
    }),
    ...validateDevicePlace(field, device, spec),
    ...validateBinding(field, device),
  ];
}

function validateAmount(field: FieldPath, { attributes = {}, capacity = {} }: Device): FieldError[] {
  const facts = Object.keys(attributes).length + Object.keys(capacity).length;
  const values = Object.values(attributes).reduce((sum, { ints = [], bools = [], strings = [], versions = [] }) => {
    return sum + (ints.length + bools.length + strings.length + versions.length || 1);
  }, 0);
  const tooMany = (count: number, what: string, max: number): FieldError[] =>
    count > max ? [fieldErrors.invalid(field, count, `the total number of ${what} must not exceed ${max}`)] : [];
  return [
    ...tooMany(facts, 'attributes and capacities', MAX_FACTS),
    ...tooMany(values, 'attribute values', MAX_ATTRIBUTE_VALUES),
  ];
}

function validateAttribute(attribute: Attribute, field: FieldPath): FieldError[] {
  const { int, bool, string, version, ints, bools, strings, versions } = attribute;
  const given = [int, bool, string, version, ints, bools, strings, versions].filter((value) => value !== undefined);
  const faults = [
    ...(string === undefined ? [] : validateText(field.child('string'), string)),
    ...(version === undefined ? [] : validateVersion(field.child('version'), version)),
    ...(strings ?? []).flatMap((text, at) => validateText(field.child('strings').index(at), text)),
    ...(versions ?? []).flatMap((text, at) => validateVersion(field.child('versions').index(at), text)),
  ];
  if (given.length === 1) return faults;
  const shown = given.length === 0 ? '' : shownAttribute(attribute);
  return [...faults, fieldErrors.invalid(field, shown, 'exactly one value must be specified')];
}

/** With the field names of Go, as the message shows it. */
function shownAttribute({ int, bool, string, version, ints, bools, strings, versions }: Attribute): JsonObject {
  return {
    IntValue: int ?? null,
    BoolValue: bool ?? null,
    StringValue: string ?? null,
    VersionValue: version ?? null,
    IntValues: ints ?? null,
    BoolValues: bools ?? null,
    StringValues: strings ?? null,
    VersionValues: versions ?? null,
  };
}

const validateText = (field: FieldPath, text: string): FieldError[] =>
  byteLength(text) > MAX_TEXT ? [fieldErrors.tooLong(field, MAX_TEXT)] : [];

function validateVersion(field: FieldPath, version: string): FieldError[] {
  // A long text is not tried: the pattern is ours, the text is not.
  const good = byteLength(version) > MAX_TEXT || parseSemver(version) !== undefined;
  const why = 'must be a string compatible with semver.org spec 2.0.0';
  return [...(good ? [] : [fieldErrors.invalid(field, version, why)]), ...validateText(field, version)];
}

function validateCounter<Name extends 'name' | 'counterSet'>(
  field: FieldPath,
  set: Pick<Counters, 'counters'> & { readonly [name in Name]?: string },
  nameField: Name,
): FieldError[] {
  const name = set[nameField] ?? '';
  const own = field.child('counters');
  const counters = set.counters ?? {};
  return [
    ...(name === '' ? [fieldErrors.required(field.child(nameField))] : validateLabel(field.child(nameField), name)),
    ...(Object.keys(counters).length === 0
      ? [fieldErrors.required(own)]
      : validateMap(own, counters, { max: MAX_COUNTERS, name: validateLabel })),
  ];
}
