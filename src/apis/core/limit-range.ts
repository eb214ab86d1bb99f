import { type FieldError, type FieldPath, fieldErrors, parseQuantity, path, qualifiedNameFaults } from '#meta';
import { type BuiltinStrategy, builtin, column, nameColumn } from '#resource';
import { validateBy } from '../field-validation.ts';
import { amountOf, compareAmounts, roundUpAmounts } from './pod/resource-list.ts';
import { mayBeOvercommitted, validateContainerResource, validateResourceName } from './pod/resource-names.ts';
import type { Types } from './v1/types.gen.ts';
import { coreV1 } from './v1/types.ts';

type Limit = Types['LimitRangeItem'];

type LimitRange = Types['LimitRange'];

const lists = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

function setDefaults({ spec }: LimitRange): void {
  for (const limit of spec?.limits ?? []) {
    for (const list of lists) roundUpAmounts(limit[list]);
    if (limit.type !== 'Container') continue;
    // A limit is at most the maximum; a request is the limit, or at least the minimum.
    limit.default = { ...limit.max, ...limit.default };
    limit.defaultRequest = { ...limit.min, ...limit.default, ...limit.defaultRequest };
  }
}

function validate({ spec }: LimitRange): FieldError[] {
  const types = new Set<string>();
  return (spec?.limits ?? []).flatMap((limit, at) => {
    const { type = '' } = limit;
    const field = path('spec', 'limits').index(at);
    const repeated = types.has(type) ? [fieldErrors.duplicate(field.child('type'), type)] : [];
    types.add(type);
    return [
      ...validateType(type, field.child('type')),
      ...repeated,
      ...validateResourceNames(limit, field),
      ...validateAmount(limit, field),
    ];
  });
}

function validateType(type: string, field: FieldPath): FieldError[] {
  const faults = validateBy(field, type, qualifiedNameFaults);
  if (faults.length > 0 || type.includes('/')) return faults;
  if (['Pod', 'Container', 'PersistentVolumeClaim'].includes(type)) return [];
  return [fieldErrors.invalid(field, type, 'must be a standard limit type or fully qualified')];
}

function validateResourceNames(limit: Limit, field: FieldPath): FieldError[] {
  const { type } = limit;
  const ofPods = type === 'Pod' || type === 'Container';
  const names = (list: (typeof lists)[number]): FieldError[] =>
    Object.keys(limit[list] ?? {}).flatMap((name) =>
      (ofPods ? validateContainerResource : validateResourceName)(name, field.child(list).key(name)),
    );
  const defaults = (['default', 'defaultRequest'] as const).flatMap((list) =>
    type !== 'Pod'
      ? names(list)
      : Object.keys(limit[list] ?? {}).length === 0
        ? []
        : [fieldErrors.forbidden(field.child(list), "may not be specified when `type` is 'Pod'")],
  );
  const bounded = limit.min?.storage !== undefined || limit.max?.storage !== undefined;
  const neither = 'either minimum or maximum storage value is required, but neither was provided';
  return [
    ...names('max'),
    ...names('min'),
    ...defaults,
    ...(type === 'PersistentVolumeClaim' && !bounded ? [fieldErrors.required(field.child('limits'), neither)] : []),
    ...names('maxLimitRequestRatio'),
  ];
}

function validateAmount(limit: Limit, field: FieldPath): FieldError[] {
  const ofPod = limit.type === 'Pod';
  const names = new Set(
    lists.flatMap((list) => (ofPod && list.startsWith('default') ? [] : Object.keys(limit[list] ?? {}))),
  );
  return [...names].flatMap((name) => {
    const { min, max, ratio, ...amounts } = amountsOf(limit, name);
    const request = ofPod ? undefined : amounts.request;
    const usual = ofPod ? undefined : amounts.usual;
    const exceeds = (a: string | undefined, b: string | undefined): boolean =>
      a !== undefined && b !== undefined && compareAmounts(a, b) > 0;
    const wrong = (list: string, value: string | undefined, why: string): FieldError =>
      fieldErrors.invalid(field.child(list).key(name), value, why);
    return [
      ...(exceeds(min, max) ? [wrong('min', min, `min value ${min} is greater than max value ${max}`)] : []),
      ...(exceeds(min, request)
        ? [wrong('defaultRequest', request, `min value ${min} is greater than default request value ${request}`)]
        : []),
      ...(exceeds(request, max)
        ? [wrong('defaultRequest', request, `default request value ${request} is greater than max value ${max}`)]
        : []),
      ...(exceeds(request, usual)
        ? [
            wrong(
              'defaultRequest',
              request,
              `default request value ${request} is greater than default limit value ${usual}`,
            ),
          ]
        : []),
      ...(exceeds(min, usual)
        ? [wrong('default', min, `min value ${min} is greater than default value ${usual}`)]
        : []),
      ...(exceeds(usual, max)
        ? [wrong('default', max, `default value ${usual} is greater than max value ${max}`)]
        : []),
      ...validateRatio({ ratio, min, max }, field.child('maxLimitRequestRatio').key(name)),
      ...(!mayBeOvercommitted(name) &&
      usual !== undefined &&
      request !== undefined &&
      compareAmounts(usual, request) !== 0
        ? [
            wrong(
              'defaultRequest',
              request,
              `default value ${usual} must equal to defaultRequest value ${request} in ${name}`,
            ),
          ]
        : []),
    ];
  });
}

interface Amounts {
  readonly min: string | undefined;
  readonly max: string | undefined;
  readonly usual: string | undefined;
  readonly request: string | undefined;
  readonly ratio: string | undefined;
}

const amountsOf = (limit: Limit, name: string): Amounts => ({
  min: amountOf(limit.min, name),
  max: amountOf(limit.max, name),
  usual: amountOf(limit.default, name),
  request: amountOf(limit.defaultRequest, name),
  ratio: amountOf(limit.maxLimitRequestRatio, name),
});

function validateRatio({ ratio, min, max }: Pick<Amounts, 'ratio' | 'min' | 'max'>, field: FieldPath): FieldError[] {
  if (ratio === undefined) return [];
  const below =
    compareAmounts(ratio, '1') < 0 ? [fieldErrors.invalid(field, ratio, `ratio ${ratio} is less than 1`)] : [];
  if (min === undefined || max === undefined) return below;
  const most = parseQuantity(max).toNumber() / parseQuantity(min).toNumber();
  if (parseQuantity(ratio).toNumber() <= most) return below;
  const why = `ratio ${ratio} is greater than max/min = ${most.toFixed(6)}`;
  return [...below, fieldErrors.invalid(field, ratio, why)];
}

const strategy: BuiltinStrategy<LimitRange> = {
  createsOnUpdate: true,
  prepareForCreate({ metadata }) {
    // A limit range may be created without a name: it gets its uid.
    if (!metadata.name && metadata.uid) metadata.name = metadata.uid;
  },
  repeats: ['whole'],
  validateCreate: validate,
  validateUpdate: validate,
};

export const limitRanges = builtin({
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  resource: 'limitranges',
  shortNames: ['limits'],
  namespaced: true,
  type: coreV1.type('LimitRange'),
  defaults: setDefaults,
  strategy,
  columns: [
    nameColumn,
    {
      ...column('Created At', 'When the object was made.', ({ metadata }) => metadata.creationTimestamp ?? null),
      type: 'date',
    },
  ],
});
