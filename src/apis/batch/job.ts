import { Age, type Cell } from '#machinery';
import { dns1123LabelFaults, type FieldError, fieldErrors, goQuote, humanDuration, path } from '#meta';
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
  wideColumn,
} from '#resource';
import { setTemplateDefaults } from '../apps/template-defaults.ts';
import { containerColumns } from '../apps/workload-columns.ts';
import { isAsBefore, podNameWarnings } from '../apps/workload-validation.ts';
import { withoutUnservedFields } from '../core/pod/unserved-fields.ts';
import { refusesOthers } from '../field-refusals.ts';
import {
  formatLabelSelector,
  hasLooseValues,
  selectorOf,
  validateLabelSelector,
} from '../label-selector-validation.ts';
import { setFailurePolicyDefaults } from './failure-policy-defaults.ts';
import { validateJobChange } from './job-change-validation.ts';
import { validateJobStatus } from './job-status-validation.ts';
import { hasCondition, isIndexed, type Job, type JobConditionType, jobLabels } from './job-types.ts';
import { validateJobSpec } from './job-validation.ts';
import { jobSpecWarnings } from './job-warnings.ts';
import { batchV1 } from './v1/types.ts';

const MANY_FAILURES = 2 ** 31 - 1;

function setDefaults(job: Job): void {
  job.spec ??= {};
  const { spec } = job;
  if (spec.parallelism === undefined) spec.completions ??= 1;
  spec.parallelism ??= 1;
  spec.backoffLimit ??= spec.backoffLimitPerIndex === undefined ? 6 : MANY_FAILURES;
  spec.completionMode ??= 'NonIndexed';
  spec.suspend ??= false;
  spec.podReplacementPolicy ??= spec.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed';
  spec.manualSelector ??= false;
  setFailurePolicyDefaults(spec);
  setTemplateDefaults(spec);
  borrowLabels(job);
}

/** A job without labels has those of its pods, and gets what is added to them: the two share one map. */
function borrowLabels({ metadata, spec }: Job): void {
  const labels = spec?.template?.metadata?.labels;
  if (labels !== undefined && Object.keys(metadata.labels ?? {}).length === 0) metadata.labels = labels;
}

/** Marks the pods as this job's own, and looks for that mark. */
function generateSelector({ metadata, spec = {} }: Job): void {
  const { name = '', uid = '' } = metadata;
  const marks = [...jobLabels.name.map((label) => [label, name]), ...jobLabels.uid.map((label) => [label, uid])];
  const template = spec.template ?? {};
  const labels = sorted({ ...Object.fromEntries(marks), ...template.metadata?.labels });
  if (metadata.labels !== undefined && metadata.labels === template.metadata?.labels) metadata.labels = { ...labels };
  spec.template = { ...template, metadata: { ...template.metadata, labels } };
  const matchLabels = sorted({ [jobLabels.selected]: uid, ...spec.selector?.matchLabels });
  spec.selector = Object.assign({ matchLabels }, spec.selector, { matchLabels });
}

/** Messages show labels in order. */
function sorted(labels: { readonly [name: string]: string }): { [name: string]: string } {
  return Object.fromEntries(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function validate(job: Job, live?: Job): FieldError[] {
  return [...validateGeneratedLabels(job), ...validateSpec(job, live), ...validateIndexedName(job)];
}

/** Unless the user answers for the selector, pods and selector must bear the marks of this job. */
function validateGeneratedLabels({ metadata, spec = {} }: Job): FieldError[] {
  if (spec.manualSelector || spec.selector === undefined) return [];
  const { name = '', uid = '' } = metadata;
  const labels = spec.template?.metadata?.labels ?? {};
  const [oldUid, newUid] = jobLabels.uid;
  const [oldName, newName] = jobLabels.name;
  const expected = { [oldUid]: uid, [oldName]: name, [newUid]: uid, [newName]: name };
  const field = path('spec', 'template', 'metadata', 'labels');
  const selector = selectorOf(spec.selector);
  return [
    ...Object.entries(expected).flatMap(([label, value]) => {
      if (!Object.hasOwn(labels, label)) return [fieldErrors.required(field.key(label), `must be '${value}'`)];
      return labels[label] === value ? [] : [fieldErrors.invalid(field.key(label), labels, `must be '${value}'`)];
    }),
    ...(selector === undefined || selector.matches(expected)
      ? []
      : [fieldErrors.invalid(path('spec', 'selector'), spec.selector, '`selector` not auto-generated')]),
  ];
}

function validateSpec({ spec = {} }: Job, live?: Job): FieldError[] {
  const at = path('spec');
  const labels = spec.template?.metadata?.labels;
  const selector = selectorOf(spec.selector);
  const looseValues = hasLooseValues(live?.spec?.selector);
  return [
    ...validateJobSpec(spec, at),
    ...(spec.selector === undefined
      ? [fieldErrors.required(at.child('selector'))]
      : validateLabelSelector(at.child('selector'), spec.selector, { looseValues })),
    ...(selector === undefined || selector.matches(labels)
      ? []
      : [
          fieldErrors.invalid(
            at.child('template', 'metadata', 'labels'),
            labels ?? null,
            '`selector` does not match template `labels`',
          ),
        ]),
  ];
}

/** Pods of an indexed job are hosts called after the job and their index. */
function validateIndexedName({ metadata, spec = {} }: Job): FieldError[] {
  if (!isIndexed(spec) || (spec.completions ?? 0) <= 0) return [];
  const host = `${metadata.name ?? ''}-${(spec.completions ?? 0) - 1}`;
  if (dns1123LabelFaults(host).length === 0) return [];
  const why = `will not able to create pod with invalid DNS label: ${host}`;
  return [fieldErrors.invalid(path('metadata', 'name'), metadata.name ?? '', why)];
}

const strategy: BuiltinStrategy<Job> = {
  tracksGeneration: true,
  orphansByDefault: true,
  propagationWarning:
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
  repeats: ['whole', 'change'],
  prepareForCreate(job) {
    if (!job.spec?.manualSelector) generateSelector(job);
    dropStatus(job);
    borrowLabels(job);
  },
  prepareForUpdate: keepStatus,
  validateCreate: (job) => validate(job),
  validateUpdate: (job, live) => validate(job, live),
  // The spec is looked at twice, and clients are told twice.
  validateChange: (job, live) => [...validateSpec(job, live), ...validateJobChange(job, live)],
  warnings: (job, live) => [
    ...podNameWarnings(job, live),
    ...(isAsBefore(job, live) ? [] : jobSpecWarnings(job.spec ?? {}, path('spec'))),
  ],
};

const status: BuiltinSubresource<Job> = {
  name: 'status',
  strategy: { prepareForUpdate: keepSpec, validateUpdate: validateJobStatus },
};

/** The first of these that is true tells how the job stands. */
const shownConditions: readonly JobConditionType[] = ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'];

function statusCell(job: Job): string {
  if (hasCondition(job, 'Complete')) return 'Complete';
  if (hasCondition(job, 'Failed')) return 'Failed';
  if (job.metadata.deletionTimestamp) return 'Terminating';
  return shownConditions.find((type) => hasCondition(job, type)) ?? 'Running';
}

function completionsCell({ spec = {}, status: now }: Job): string {
  const succeeded = now?.succeeded ?? 0;
  if (spec.completions !== undefined) return `${succeeded}/${spec.completions}`;
  const { parallelism = 0 } = spec;
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

function durationCell({ status: now }: Job): Cell {
  if (!now?.startTime) return '';
  const started = Date.parse(now.startTime);
  return now.completionTime ? humanDuration(Date.parse(now.completionTime) - started) : new Age(started);
}

export const jobs = builtin({
  group: 'batch',
  version: 'v1',
  kind: 'Job',
  resource: 'jobs',
  categories: ['all'],
  namespaced: true,
  type: batchV1.type('Job'),
  defaults: setDefaults,
  strategy: withoutUnservedFields(strategy, ({ spec }: Job) => spec?.template?.spec),
  subresources: [status],
  selectableFields: { 'status.successful': ({ status: now }: Job) => String(now?.succeeded ?? 0) },
  refusesField: refusesOthers(['status.successful'], (field) => `field label ${goQuote(field)} not supported for Job`),
  columns: [
    nameColumn,
    column('Status', 'How the work stands.', statusCell),
    column('Completions', 'How many pods succeeded, of those wanted.', completionsCell),
    column('Duration', 'How long the work took so far.', durationCell),
    ageColumn,
    ...containerColumns(({ spec }: Job) => spec?.template),
    wideColumn('Selector', 'The labels of its pods.', ({ spec }: Job) => formatLabelSelector(spec?.selector)),
  ],
});
