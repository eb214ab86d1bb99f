import type { Column } from '#machinery';
import { type FieldError, type FieldPath, fieldErrors, type Json, path, sameJson } from '#meta';
import { ageColumn, builtin, column, nameColumn } from '#resource';
import { goValue } from '../go-value.ts';
import { mandatoryPriorityLevels } from './mandatory.ts';
import { flowControlStrategy, statusSubresource, validateStatus } from './status.ts';
import type { Types } from './v1/types.gen.ts';
import { flowControlV1 } from './v1/types.ts';

type Queuing = Types['QueuingConfiguration'];
type LimitResponse = Types['LimitResponse'];
type Shares = Pick<Limited, 'nominalConcurrencyShares' | 'lendablePercent'>;
type Limited = Types['LimitedPriorityLevelConfiguration'];
type LevelSpec = Types['PriorityLevelConfigurationSpec'];
type PriorityLevel = Types['PriorityLevelConfiguration'];

const types = ['Exempt', 'Limited'];
const responses = ['Queue', 'Reject'];
const MAX_QUEUES = 10_000_000;
const MAX_HASH_BITS = 60;
const PRESERVE_ZERO = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

function defaults({ spec }: PriorityLevel): void {
  const { limited, exempt } = spec ?? {};
  if (exempt !== undefined) {
    exempt.nominalConcurrencyShares ??= 0;
    exempt.lendablePercent ??= 0;
  }
  if (limited === undefined) return;
  limited.nominalConcurrencyShares ??= 30;
  limited.lendablePercent ??= 0;
  const queuing = limited.limitResponse?.queuing;
  if (queuing === undefined) return;
  queuing.handSize ||= 8;
  queuing.queues ||= 64;
  queuing.queueLengthLimit ||= 50;
}

function validateShare(field: FieldPath, { nominalConcurrencyShares: shares }: Shares): FieldError[] {
  if ((shares ?? 0) >= 0) return [];
  return [fieldErrors.invalid(field.child('nominalConcurrencyShares'), shares, 'must be a non-negative integer')];
}

function validateLend(field: FieldPath, { lendablePercent: percent = 0 }: Shares): FieldError[] {
  if (percent >= 0 && percent <= 100) return [];
  return [fieldErrors.invalid(field.child('lendablePercent'), percent, 'must be between 0 and 100, inclusive')];
}

function validateLimited(field: FieldPath, limited: Limited): FieldError[] {
  const { limitResponse = {}, borrowingLimitPercent: borrowing = 0 } = limited;
  const faults = [
    ...validateShare(field, limited),
    ...validateResponse(field.child('limitResponse'), limitResponse),
    ...validateLend(field, limited),
  ];
  if (borrowing >= 0) return faults;
  const why = 'if specified, must be a non-negative integer';
  return [...faults, fieldErrors.invalid(field.child('borrowingLimitPercent'), borrowing, why)];
}

function validateResponse(field: FieldPath, { type = '', queuing }: LimitResponse): FieldError[] {
  const own = field.child('queuing');
  if (type === 'Reject') {
    const why = 'must be nil if limited.limitResponse.type is not Limited';
    return queuing === undefined ? [] : [fieldErrors.forbidden(own, why)];
  }
  if (type === 'Queue') {
    const why = 'must not be empty if limited.limitResponse.type is Limited';
    return queuing === undefined ? [fieldErrors.required(own, why)] : validateQueuing(own, queuing);
  }
  return validateType(field.child('type'), type, responses);
}

function validateType(field: FieldPath, type: string, supported: readonly string[]): FieldError[] {
  return type === '' ? [fieldErrors.required(field)] : [fieldErrors.notSupported(field, type, supported)];
}

function validateQueuing(field: FieldPath, queuing: Queuing): FieldError[] {
  const { queues = 0, handSize = 0, queueLengthLimit = 0 } = queuing;
  const faults: FieldError[] = [];
  const bad = (part: string, value: number, why: string) =>
    faults.push(fieldErrors.invalid(field.child(part), value, why));
  if (queueLengthLimit <= 0) bad('queueLengthLimit', queueLengthLimit, 'must be positive');
  if (queues <= 0) bad('queues', queues, 'must be positive');
  else if (queues > MAX_QUEUES) bad('queues', queues, `must not be greater than ${MAX_QUEUES}`);
  if (handSize <= 0) bad('handSize', handSize, 'must be positive');
  else if (handSize > queues) bad('handSize', handSize, `should not be greater than queues (${queues})`);
  else if (Math.ceil(Math.log2(queues) * handSize) > MAX_HASH_BITS) {
    const why = `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${MAX_HASH_BITS}`;
    bad('handSize', handSize, why);
  }
  return faults;
}

function validateSpec(name: string, spec: LevelSpec): FieldError[] {
  const { type = '', limited, exempt } = spec;
  const field = path('spec');
  const faults: FieldError[] = [];
  if ((name === 'exempt') !== (type === 'Exempt')) {
    faults.push(fieldErrors.invalid(field.child('type'), type, "must be 'Exempt' if and only if `name` is 'exempt'"));
  }
  if (type === 'Exempt') {
    if (limited !== undefined) {
      faults.push(fieldErrors.forbidden(field.child('limited'), 'must be nil if the type is not Limited'));
    }
    if (exempt === undefined) return faults;
    return [...faults, ...validateShare(field.child('exempt'), exempt), ...validateLend(field.child('exempt'), exempt)];
  }
  if (type !== 'Limited') return [...faults, ...validateType(field.child('type'), type, types)];
  if (exempt !== undefined) {
    faults.push(fieldErrors.forbidden(field.child('exempt'), 'must be nil if the type is Limited'));
  }
  const own = field.child('limited');
  if (limited === undefined) return [...faults, fieldErrors.required(own, 'must not be empty when type is Limited')];
  return [...faults, ...validateLimited(own, limited)];
}

/** What the exempt level lends may change; nothing else of what is always there. */
function validateFixed(name: string, spec: LevelSpec): FieldError[] {
  const fixed = mandatoryPriorityLevels.get(name);
  if (fixed === undefined) return [];
  const isExempt = name === 'exempt';
  if (sameJson(isExempt ? { ...spec, exempt: fixed.exempt } : spec, fixed)) return [];
  const but = isExempt ? " except the 'spec.exempt' field" : '';
  const shown = goValue(flowControlV1.type('PriorityLevelConfigurationSpec'), spec);
  return [fieldErrors.invalid(path('spec'), shown, `spec of '${name}'${but} must equal the fixed value`)];
}

function validate(level: PriorityLevel): FieldError[] {
  const { metadata, spec = {} } = level;
  const name = metadata.name ?? '';
  const annotation = Object.hasOwn(metadata.annotations ?? {}, PRESERVE_ZERO)
    ? [fieldErrors.forbidden(path('metadata', 'annotations'), `annotation '${PRESERVE_ZERO}' is forbidden`)]
    : [];
  return [...annotation, ...validateSpec(name, spec), ...validateFixed(name, spec), ...validateStatus(level)];
}

const limitColumn = (
  name: string,
  description: string,
  cell: (limited: Limited) => Json | undefined,
): Column<PriorityLevel> =>
  column(name, description, ({ spec }: PriorityLevel) =>
    spec?.limited === undefined ? '<none>' : (cell(spec.limited) ?? '<none>'),
  );

export const priorityLevelConfigurations = builtin({
  group: 'flowcontrol.apiserver.k8s.io',
  version: 'v1',
  kind: 'PriorityLevelConfiguration',
  resource: 'prioritylevelconfigurations',
  formerly: [
    'flowcontrol.apiserver.k8s.io/v1beta1',
    'flowcontrol.apiserver.k8s.io/v1beta2',
    'flowcontrol.apiserver.k8s.io/v1beta3',
  ],
  namespaced: false,
  type: flowControlV1.type('PriorityLevelConfiguration'),
  defaults,
  strategy: { ...flowControlStrategy, validateCreate: validate, validateUpdate: validate },
  subresources: [statusSubresource],
  columns: [
    nameColumn,
    column('Type', 'Limited or Exempt.', ({ spec }: PriorityLevel) => spec?.type ?? ''),
    limitColumn('NominalConcurrencyShares', 'Its share of the server.', (limited) => limited.nominalConcurrencyShares),
    limitColumn('Queues', 'How many queues it has.', ({ limitResponse }) => limitResponse?.queuing?.queues),
    limitColumn('HandSize', 'How many queues a flow may use.', ({ limitResponse }) => limitResponse?.queuing?.handSize),
    limitColumn(
      'QueueLengthLimit',
      'How many may wait in a queue.',
      ({ limitResponse }) => limitResponse?.queuing?.queueLengthLimit,
    ),
    ageColumn,
  ],
});
