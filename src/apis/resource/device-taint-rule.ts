import { describeKind, type ResourceDefinition, type VersionedKind } from '#machinery';
import { type Clock, type FieldError, fieldErrors, formatTime, instantOf, path } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  column,
  keepAllButStatus,
  keepStatus,
  nameColumn,
  since,
  versionedResource,
} from '#resource';
import { validateConditions } from '../condition-validation.ts';
import { type DeviceTaint, validateTaint } from './device-validation.ts';
import { validateDriverName, validateLabel, validatePoolName } from './names.ts';
import { resourceV1alpha3 } from './v1alpha3/types.ts';
import type { Types } from './v1beta2/types.gen.ts';
import { resourceV1beta2 } from './v1beta2/types.ts';

type DeviceTaintRule = Types['DeviceTaintRule'];

const MAX_CONDITIONS = 8;

const taintOf = ({ spec }: DeviceTaintRule): DeviceTaint => spec?.taint ?? {};

function validate(rule: DeviceTaintRule, live?: DeviceTaintRule): FieldError[] {
  const { driver, pool, device } = rule.spec?.deviceSelector ?? {};
  const selector = path('spec', 'deviceSelector');
  const taint = path('spec', 'taint');
  // An effect that is there already stays good.
  const sameEffect = live !== undefined && taintOf(live).effect === taintOf(rule).effect;
  const checked = sameEffect ? { ...taintOf(rule), effect: 'None' } : taintOf(rule);
  return [
    ...(driver === undefined ? [] : validateDriverName(selector.child('driver'), driver)),
    ...(pool === undefined ? [] : validatePoolName(selector.child('pool'), pool)),
    ...(device === undefined ? [] : validateLabel(selector.child('device'), device)),
    ...validateTaint(checked, taint),
  ];
}

function validateStatus({ status = {} }: DeviceTaintRule): FieldError[] {
  const { conditions = [] } = status;
  const field = path('status', 'conditions');
  const tooMany = conditions.length > MAX_CONDITIONS;
  return [
    ...validateConditions(conditions, field),
    ...(tooMany ? [fieldErrors.tooMany(field, conditions.length, MAX_CONDITIONS)] : []),
  ];
}

const strategy: BuiltinStrategy<DeviceTaintRule> = {
  returnsDeletedObject: true,
  tracksGeneration: true,
  repeats: ['change'],
  prepareForCreate(rule) {
    rule.status = {};
  },
  prepareForUpdate(rule, live, { now }) {
    keepStatus(rule, live);
    // The time is that of the effect: another one begins now, unless the client says otherwise.
    const [taint, before] = [taintOf(rule), taintOf(live)];
    if (taint.effect !== before.effect && taint.timeAdded === before.timeAdded) taint.timeAdded = now;
  },
  validateCreate: (rule) => validate(rule),
  validateUpdate: validate,
};

/** The time of a taint is filled in when it is read from the client, like any other default. */
const defaultsAt =
  (clock: Clock) =>
  ({ spec }: DeviceTaintRule): void => {
    if (spec === undefined) return;
    spec.taint ??= {};
    spec.taint.timeAdded ??= formatTime(instantOf(clock.now()));
  };

const hub = resourceV1beta2.type('DeviceTaintRule');
const rulesAt = (clock: Clock): VersionedKind<DeviceTaintRule> =>
  describeKind({ group: 'resource.k8s.io', kind: 'DeviceTaintRule', hub })
    .version('v1beta2', { type: hub, default: defaultsAt(clock) })
    .version('v1alpha3', { type: resourceV1alpha3.type('DeviceTaintRule'), default: defaultsAt(clock) })
    // The previous release does not know the beta, and must be able to read the store.
    .storedAs('v1alpha3');

export const deviceTaintRules = (clock: Clock): ResourceDefinition =>
  versionedResource(rulesAt(clock), {
    resource: 'devicetaintrules',
    namespaced: false,
    deprecated: { v1alpha3: { since: '1.36', gone: '1.39' } },
    strategy,
    subresources: [
      {
        name: 'status',
        resets: [['metadata'], ['spec']],
        strategy: {
          prepareForUpdate: keepAllButStatus,
          validateUpdate: validateStatus,
        },
      },
    ],
    columns: [
      nameColumn,
      column('Key', 'Key of the taint.', (rule: DeviceTaintRule) => taintOf(rule).key ?? ''),
      column('Value', 'Value of the taint.', (rule: DeviceTaintRule) => taintOf(rule).value ?? ''),
      column('Effect', 'What the taint does.', (rule: DeviceTaintRule) => taintOf(rule).effect ?? ''),
      column('TimeAdded', 'How long ago the taint was put on.', (rule: DeviceTaintRule) => {
        const { timeAdded } = taintOf(rule);
        return timeAdded ? since(timeAdded) : '';
      }),
      ageColumn,
    ],
  });
