import { byteLength, type FieldError, fieldErrors, path } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  type BuiltinSubresource,
  builtin,
  column,
  dropStatus,
  keepSpec,
  keepStatus,
  nameColumn,
  since,
  wideColumn,
} from '#resource';
import { setTemplateDefaults } from '../apps/template-defaults.ts';
import { containerColumns } from '../apps/workload-columns.ts';
import { isAsBefore, podNameWarnings, validateCount } from '../apps/workload-validation.ts';
import { withoutUnservedFields } from '../core/pod/unserved-fields.ts';
import { formatLabelSelector, shownSelector } from '../label-selector-validation.ts';
import { isTimeZone, scheduleFault } from './cron-schedule.ts';
import { setFailurePolicyDefaults } from './failure-policy-defaults.ts';
import type { CronJob, CronJobSpec } from './job-types.ts';
import { validateJobSpec } from './job-validation.ts';
import { jobSpecWarnings } from './job-warnings.ts';
import { batchV1 } from './v1/types.ts';

function setDefaults(cronJob: CronJob): void {
  cronJob.spec ??= {};
  const { spec } = cronJob;
  spec.concurrencyPolicy ||= 'Allow';
  spec.suspend ??= false;
  spec.successfulJobsHistoryLimit ??= 3;
  spec.failedJobsHistoryLimit ??= 1;
  spec.jobTemplate ??= {};
  spec.jobTemplate.spec ??= {};
  const template = spec.jobTemplate.spec;
  setFailurePolicyDefaults(template);
  setTemplateDefaults(template);
}

/** The names of its jobs are eleven characters longer, and those of their pods must still be labels. */
const LONGEST_NAME = 52;

function validateNameLength({ metadata: { name = '' } }: CronJob): FieldError[] {
  if (byteLength(name) <= LONGEST_NAME) return [];
  return [fieldErrors.invalid(path('metadata', 'name'), name, `must be no more than ${LONGEST_NAME} characters`)];
}

function validate({ spec = {} }: CronJob, live?: CronJob): FieldError[] {
  const at = path('spec');
  return [
    ...validateSchedule(spec, live?.spec),
    ...validateCount(spec, ['startingDeadlineSeconds'], at),
    ...(live !== undefined && live.spec?.timeZone === spec.timeZone ? [] : validateZone(spec)),
    ...validateConcurrency(spec),
    ...validateJobTemplate(spec),
    ...validateCount(spec, ['successfulJobsHistoryLimit', 'failedJobsHistoryLimit'], at),
  ];
}

function validateSchedule({ schedule = '', timeZone }: CronJobSpec, before: CronJobSpec | undefined): FieldError[] {
  const field = path('spec', 'schedule');
  if (schedule === '') return [fieldErrors.required(field)];
  const invalid = (why: string): FieldError => fieldErrors.invalid(field, schedule, why);
  const fault = scheduleFault(schedule);
  const faults = fault === undefined ? [] : [invalid(fault)];
  if (!schedule.includes('TZ')) return faults;
  if (!before?.schedule?.includes('TZ')) {
    faults.push(invalid('cannot use TZ or CRON_TZ in schedule, use timeZone field instead'));
  } else if (timeZone !== undefined) {
    faults.push(invalid('cannot use both timeZone field and TZ or CRON_TZ in schedule'));
  }
  return faults;
}

function validateZone({ timeZone }: CronJobSpec): FieldError[] {
  if (timeZone === undefined) return [];
  const invalid = (why: string): FieldError => fieldErrors.invalid(path('spec', 'timeZone'), timeZone, why);
  if (timeZone === '') return [invalid('timeZone must be nil or non-empty string')];
  const isName = (part: string): boolean =>
    part !== '.' && part !== '..' && !part.startsWith('-') && /^[A-Za-z.\-_0-9+]{1,14}$/.test(part);
  if (!timeZone.split('/').every(isName)) return [invalid(`unknown time zone ${timeZone}`)];
  if (timeZone.toLowerCase() === 'local') {
    const explicit = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
    return [invalid(explicit), ...(timeZone === 'Local' ? [] : [invalid(`unknown time zone ${timeZone}`)])];
  }
  return isTimeZone(timeZone) ? [] : [invalid(`unknown time zone ${timeZone}`)];
}

function validateConcurrency({ concurrencyPolicy: policy = '' }: CronJobSpec): FieldError[] {
  const field = path('spec', 'concurrencyPolicy');
  const known = ['Allow', 'Forbid', 'Replace'];
  if (policy === '') return [fieldErrors.required(field)];
  return known.includes(policy) ? [] : [fieldErrors.notSupported(field, policy, known)];
}

function validateJobTemplate({ jobTemplate = {} }: CronJobSpec): FieldError[] {
  const at = path('spec', 'jobTemplate', 'spec');
  const { spec = {} } = jobTemplate;
  return [
    ...validateJobSpec(spec, at),
    ...(spec.selector === undefined
      ? []
      : [fieldErrors.invalid(at.child('selector'), shownSelector(spec.selector), '`selector` will be auto-generated')]),
    ...(spec.manualSelector
      ? [fieldErrors.notSupported(at.child('manualSelector'), spec.manualSelector, ['nil', 'false'])]
      : []),
  ];
}

function warnings(cronJob: CronJob, live: CronJob | undefined): string[] {
  const advice =
    'use timeZone instead, see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details';
  return [
    ...podNameWarnings(cronJob, live),
    ...(isAsBefore(cronJob, live)
      ? []
      : jobSpecWarnings(cronJob.spec?.jobTemplate?.spec ?? {}, path('spec', 'jobTemplate', 'spec'))),
    ...(live !== undefined && cronJob.spec?.schedule?.includes('TZ')
      ? [`cannot use TZ or CRON_TZ in spec.spec.schedule, ${advice}`]
      : []),
  ];
}

const strategy: BuiltinStrategy<CronJob> = {
  tracksGeneration: true,
  repeats: ['change'],
  prepareForCreate: dropStatus,
  prepareForUpdate: keepStatus,
  validateCreate: (cronJob) => [...validate(cronJob), ...validateNameLength(cronJob)],
  validateUpdate: (cronJob, live) => validate(cronJob, live),
  warnings,
};

const status: BuiltinSubresource = {
  name: 'status',
  strategy: { prepareForUpdate: keepSpec, validateUpdate: () => [], repeats: [] },
};

const suspendCell = ({ spec }: CronJob): string => (spec?.suspend ? 'True' : 'False');

export const cronJobs = builtin({
  group: 'batch',
  version: 'v1',
  kind: 'CronJob',
  resource: 'cronjobs',
  formerly: ['batch/v1beta1'],
  shortNames: ['cj'],
  categories: ['all'],
  namespaced: true,
  type: batchV1.type('CronJob'),
  defaults: setDefaults,
  strategy: withoutUnservedFields(strategy, ({ spec }: CronJob) => spec?.jobTemplate?.spec?.template?.spec),
  subresources: [status],
  columns: [
    nameColumn,
    column('Schedule', 'When jobs are made.', ({ spec }: CronJob) => spec?.schedule ?? ''),
    column('Timezone', 'The time zone of the schedule.', ({ spec }: CronJob) => spec?.timeZone ?? '<none>'),
    { ...column('Suspend', 'Whether no jobs are made.', suspendCell), type: 'boolean' },
    {
      ...column('Active', 'How many jobs are at work.', ({ status: now }: CronJob) => now?.active?.length ?? 0),
      type: 'integer',
    },
    column('Last Schedule', 'How long ago a job was made.', ({ status: now }: CronJob) =>
      now?.lastScheduleTime ? since(now.lastScheduleTime) : '<none>',
    ),
    ageColumn,
    ...containerColumns(({ spec }: CronJob) => spec?.jobTemplate?.spec?.template),
    wideColumn('Selector', 'The labels of its pods.', ({ spec }: CronJob) =>
      formatLabelSelector(spec?.jobTemplate?.spec?.selector),
    ),
  ],
});
