import { type FieldError, type FieldPath, fieldErrors, omitValue, path, sameJson } from '#meta';
import { validateCount } from '../apps/workload-validation.ts';
import { countIndexes, firstCommonIndex } from './job-indexes.ts';
import { hasCondition, isFinished, isIndexed, type Job, type JobConditionType, type JobStatus } from './job-types.ts';

/** What is said of a job's status must make sense; a rule is asked only when something that it is about changed. */
export function validateJobStatus(job: Job, live: Job): FieldError[] {
  const change = changesOf(job, live);
  return [
    ...validateCount(job.status ?? {}, ['active', 'succeeded', 'failed', 'ready', 'terminating'], at),
    ...validateUncounted(job.status ?? {}, at.child('uncountedTerminatedPods')),
    ...statusRules.filter((rule) => rule.when(change)).flatMap((rule) => rule.faults(change)),
    ...validateSuccess(change),
    ...validateTransition(change),
  ];
}

const at = path('status');

interface JobStatusChange {
  readonly job: Job;
  readonly status: JobStatus;
  readonly live: Job;
  readonly before: JobStatus;
  /** Whether the condition was added or removed. */
  turned(...types: readonly JobConditionType[]): boolean;
  changed(...names: readonly (keyof JobStatus)[]): boolean;
}

function changesOf(job: Job, live: Job): JobStatusChange {
  const { status = {} } = job;
  const { status: before = {} } = live;
  return {
    job,
    status,
    live,
    before,
    turned: (...types) => types.some((type) => hasCondition(job, type) !== hasCondition(live, type)),
    changed: (...names) => names.some((name) => !sameJson(status[name], before[name])),
  };
}

function validateUncounted({ uncountedTerminatedPods: pods = {} }: JobStatus, field: FieldPath): FieldError[] {
  const seen = new Set<string>();
  return (['succeeded', 'failed'] as const).flatMap((list) =>
    (pods[list] ?? []).flatMap((uid, position) => {
      const here = field.child(list).index(position);
      if (uid === '') return [fieldErrors.invalid(here, uid, 'must not be empty')];
      if (seen.has(uid)) return [fieldErrors.duplicate(here, uid)];
      seen.add(uid);
      return [];
    }),
  );
}

interface StatusRule {
  when(change: JobStatusChange): boolean;
  faults(change: JobStatusChange): FieldError[];
}

const conflict = (why: string): FieldError => fieldErrors.invalid(at.child('conditions'), omitValue, why);
const unless = (isGood: boolean, fault: () => FieldError): FieldError[] => (isGood ? [] : [fault()]);
const finishTurned = ({ job, live }: JobStatusChange): boolean => isFinished(job) !== isFinished(live);

/** In the order of the real server. k8s: batch/validation validateJobStatus */
const statusRules: readonly StatusRule[] = [
  {
    when: ({ turned }) => turned('Complete', 'Failed'),
    faults: ({ job }) =>
      unless(!(hasCondition(job, 'Complete') && hasCondition(job, 'Failed')), () =>
        conflict('cannot set Complete=True and Failed=true conditions'),
      ),
  },
  {
    when: ({ turned }) => turned('Complete', 'FailureTarget'),
    faults: ({ job }) =>
      unless(!(hasCondition(job, 'Complete') && hasCondition(job, 'FailureTarget')), () =>
        conflict('cannot set Complete=True and FailureTarget=true conditions'),
      ),
  },
  {
    when: ({ turned, changed }) => turned('Complete') || changed('completionTime'),
    faults: ({ job, status: { completionTime: time } }) => {
      const field = at.child('completionTime');
      const isComplete = hasCondition(job, 'Complete');
      if (time !== undefined && !isComplete) {
        const why = 'cannot set completionTime when there is no Complete=True condition';
        return [fieldErrors.invalid(field, time, why)];
      }
      return unless(time !== undefined || !isComplete, () =>
        fieldErrors.required(field, 'completionTime is required for Complete jobs'),
      );
    },
  },
  {
    when: ({ changed }) => changed('startTime', 'completionTime'),
    faults: ({ status: { startTime, completionTime: end } }) =>
      unless(startTime === undefined || end === undefined || Date.parse(end) >= Date.parse(startTime), () =>
        fieldErrors.invalid(at.child('completionTime'), end, 'must be equal to or after `startTime`'),
      ),
  },
  {
    when: ({ turned, changed }) => turned('Failed') || changed('failedIndexes'),
    faults: ({ job }) =>
      unless(!hasCondition(job, 'Failed') || hasCondition(job, 'FailureTarget'), () =>
        conflict('cannot set Failed=True condition without the FailureTarget=true condition'),
      ),
  },
  {
    when: ({ turned }) => turned('Complete', 'SuccessCriteriaMet'),
    faults: ({ job }) =>
      unless(!hasCondition(job, 'Complete') || hasCondition(job, 'SuccessCriteriaMet'), () =>
        conflict('cannot set Complete=True condition without the SuccessCriteriaMet=true condition'),
      ),
  },
  {
    when: (change) => finishTurned(change) || change.changed('active'),
    faults: ({ job, status: { active = 0 } }) =>
      unless(!isFinished(job) || active <= 0, () =>
        fieldErrors.invalid(at.child('active'), active, 'active>0 is invalid for finished job'),
      ),
  },
  {
    when: (change) =>
      (finishTurned(change) || change.changed('startTime')) &&
      !(change.job.spec?.suspend === true && change.job.spec.completions === 0),
    faults: ({ job, status: { startTime } }) =>
      unless(!isFinished(job) || startTime !== undefined, () =>
        fieldErrors.required(at.child('startTime'), 'startTime is required for finished job'),
      ),
  },
  {
    when: (change) => finishTurned(change) || change.changed('uncountedTerminatedPods'),
    faults: ({ job, status: { uncountedTerminatedPods: pods = {} } }) => {
      const { succeeded = [], failed = [] } = pods;
      // The message shows the Go struct, whose fields have no other names.
      const shown = { Succeeded: pods.succeeded ?? null, Failed: pods.failed ?? null };
      return unless(!isFinished(job) || succeeded.length + failed.length === 0, () =>
        fieldErrors.invalid(at.child('uncountedTerminatedPods'), shown, 'must be empty for finished job'),
      );
    },
  },
  { when: ({ changed }) => changed('completedIndexes'), faults: (change) => validateIndex(change, 'completedIndexes') },
  {
    when: ({ changed, job }) => changed('failedIndexes') && job.spec?.backoffLimitPerIndex !== undefined,
    faults: (change) => validateIndex(change, 'failedIndexes'),
  },
  {
    when: ({ changed }) => changed('completedIndexes'),
    faults: ({ job, status: { completedIndexes = '' } }) =>
      unless(completedIndexes === '' || isIndexed(job.spec ?? {}), () => {
        const why = 'cannot set non-empty completedIndexes when non-indexed completion mode';
        return fieldErrors.invalid(at.child('completedIndexes'), completedIndexes, why);
      }),
  },
  {
    when: ({ changed }) => changed('failedIndexes'),
    faults: ({ job, status: { failedIndexes } }) =>
      unless(failedIndexes === undefined || job.spec?.backoffLimitPerIndex !== undefined, () => {
        const why = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null';
        return fieldErrors.invalid(at.child('failedIndexes'), failedIndexes, why);
      }),
  },
  { when: ({ changed }) => changed('failedIndexes', 'completedIndexes'), faults: validateNoOverlap },
  {
    when: (change) => finishTurned(change) || change.changed('terminating'),
    faults: ({ job, status: { terminating = 0 } }) =>
      unless(!isFinished(job) || terminating <= 0, () =>
        fieldErrors.invalid(at.child('terminating'), terminating, 'terminating>0 is invalid for finished job'),
      ),
  },
  {
    when: ({ changed }) => changed('ready', 'active'),
    faults: ({ status: { ready, active = 0 } }) =>
      unless(ready === undefined || ready <= active, () =>
        fieldErrors.invalid(at.child('ready'), ready, 'cannot set more ready pods than active'),
      ),
  },
];

function validateIndex({ job, status }: JobStatusChange, name: 'completedIndexes' | 'failedIndexes'): FieldError[] {
  const completions = job.spec?.completions;
  const text = status[name];
  if (completions === undefined || text === undefined) return [];
  const read = countIndexes(text, completions);
  return 'fault' in read ? [fieldErrors.invalid(at.child(name), text, `error parsing ${name}: ${read.fault}`)] : [];
}

function validateNoOverlap({ job, status: { completedIndexes = '', failedIndexes } }: JobStatusChange): FieldError[] {
  const completions = job.spec?.completions;
  if (completions === undefined || failedIndexes === undefined) return [];
  const common = firstCommonIndex(completedIndexes, failedIndexes, completions);
  if (common === undefined) return [];
  const why = `failedIndexes and completedIndexes overlap at index: ${common}`;
  return [fieldErrors.invalid(at.child('failedIndexes'), failedIndexes, why)];
}

function validateSuccess({ job }: JobStatusChange): FieldError[] {
  const isMet = hasCondition(job, 'SuccessCriteriaMet');
  return [
    ...unless(!(isMet && hasCondition(job, 'Failed')), () =>
      conflict('cannot set SuccessCriteriaMet=True and Failed=true conditions'),
    ),
    ...unless(!(isMet && hasCondition(job, 'FailureTarget')), () =>
      conflict('cannot set SuccessCriteriaMet=True and FailureTarget=true conditions'),
    ),
    ...unless(job.spec?.successPolicy === undefined || isMet || !hasCondition(job, 'Complete'), () =>
      conflict('cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True'),
    ),
  ];
}

/** What once was true stays so, and counters do not go back. */
function validateTransition(change: JobStatusChange): FieldError[] {
  const { job, live } = change;
  const lost = (type: JobConditionType): boolean => hasCondition(live, type) && !hasCondition(job, type);
  const wasMet = hasCondition(live, 'SuccessCriteriaMet');
  return [
    ...(['Failed', 'Complete', 'FailureTarget'] as const)
      .filter(lost)
      .map((type) => conflict(`cannot disable the terminal ${type}=True condition`)),
    ...validateNoDecrease(change),
    ...validateTime(change),
    ...unless(!lost('SuccessCriteriaMet'), () => conflict('cannot disable the SuccessCriteriaMet=True condition')),
    ...unless(!(hasCondition(live, 'Complete') && !wasMet && hasCondition(job, 'SuccessCriteriaMet')), () =>
      conflict('cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions'),
    ),
  ];
}

function validateNoDecrease({ job, status, before }: JobStatusChange): FieldError[] {
  const { completions, parallelism } = job.spec ?? {};
  // An indexed job may shrink, and what succeeded beyond its end is then forgotten.
  const mayShrink = isIndexed(job.spec ?? {}) && completions === parallelism;
  const fell = (name: 'failed' | 'succeeded'): boolean => (status[name] ?? 0) < (before[name] ?? 0);
  return (['failed', 'succeeded'] as const)
    .filter((name) => fell(name) && !(name === 'succeeded' && mayShrink))
    .map((name) => fieldErrors.invalid(at.child(name), status[name] ?? 0, `cannot decrease the ${name} counter`));
}

function validateTime({ job, live, status, before, changed }: JobStatusChange): FieldError[] {
  const isResuming = hasCondition(live, 'Suspended') && hasCondition(job, 'Suspended', 'False');
  const faults: FieldError[] = [];
  if (status.completionTime !== undefined && before.completionTime !== undefined && changed('completionTime')) {
    faults.push(fieldErrors.invalid(at.child('completionTime'), status.completionTime, 'field is immutable'));
  }
  if (before.startTime !== undefined && changed('startTime') && !isResuming && job.spec?.suspend !== true) {
    const why = 'field is immutable for unsuspended job once set';
    faults.push(fieldErrors.invalid(at.child('startTime'), status.startTime ?? null, why));
  }
  return faults;
}
