import { describeTypes, metaV1 } from '#schema';
import { coreV1 } from '../../core/v1/types.ts';
import type { Types } from './types.gen.ts';

/** The types of the batch group, in the notation of `describeTypes`. */
export const batchV1 = describeTypes<Types>(
  { package: 'io.k8s.api.batch.v1', goPackage: 'v1', uses: { meta: metaV1, core: coreV1 } },
  `
Job | Work that is done once its pods have succeeded.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec JobSpec | What is wanted.
  3 status JobStatus | How it stands; written by the system.
JobSpec | What is to be done, and how often tried.
  1 parallelism int32? | How many pods may run at once.
  2 completions int32? | How many pods must succeed.
  3 activeDeadlineSeconds int64? | How long the job may run in all.
  11 podFailurePolicy PodFailurePolicy? | What failed pods mean for the job.
  16 successPolicy SuccessPolicy? | When an indexed job is done early.
  7 backoffLimit int32? | How many failures the job bears.
  12 backoffLimitPerIndex int32? | How many failures each index bears.
  13 maxFailedIndexes int32? | How many indexes may fail.
  4 selector meta.LabelSelector? | Labels of the pods; set by the server.
  5 manualSelector bool? | When true, the selector is taken as given.
  6 template core.PodTemplateSpec always required | The pods to be made.
  8 ttlSecondsAfterFinished int32? | How long a finished job is kept.
  9 completionMode string? go=CompletionMode | NonIndexed or Indexed.
  10 suspend bool? | When true, no pods run.
  14 podReplacementPolicy string? go=PodReplacementPolicy | When a pod is replaced: TerminatingOrFailed or Failed.
  15 managedBy string? | Which controller cares for the job.
JobStatus | How far the work is.
  1 conditions [JobCondition] list=atomic merge=type | The latest findings, one per type.
  2 startTime time? | When the work began.
  3 completionTime time? | When the work was done.
  4 active int32 | How many pods are at work.
  5 succeeded int32 | How many pods succeeded.
  6 failed int32 | How many pods failed.
  11 terminating int32? | How many pods are on their way out.
  7 completedIndexes string | The indexes that succeeded, such as 1,3-5.
  10 failedIndexes string? | The indexes that failed, such as 1,3-5.
  8 uncountedTerminatedPods UncountedTerminatedPods? | Pods that ended but are not counted yet.
  9 ready int32? | How many pods are ready.
PodFailurePolicy | What failed pods mean for the job.
  1 rules [PodFailurePolicyRule] always required list=atomic | Tried in order.
SuccessPolicy | When an indexed job counts as done early.
  1 rules [SuccessPolicyRule] always required list=atomic | Tried in order.
JobCondition | One finding about a job.
  1 type string always required go=JobConditionType | The name of the finding.
  2 status string always required go=v1.ConditionStatus | True, False or Unknown.
  3 lastProbeTime time | When the finding was last checked.
  4 lastTransitionTime time | When the status last changed.
  5 reason string | Why, in one word for programs.
  6 message string | Why, in a sentence for people.
UncountedTerminatedPods | Pods that ended but are not counted yet.
  1 succeeded [string] list=set go=[]types.UID | Uids of pods that succeeded.
  2 failed [string] list=set go=[]types.UID | Uids of pods that failed.
PodFailurePolicyRule | What one sort of failure means.
  1 action string always required go=PodFailurePolicyAction | Count, FailIndex, FailJob or Ignore.
  2 onExitCodes PodFailurePolicyOnExitCodesRequirement? | Picks failures by exit code.
  3 onPodConditions [PodFailurePolicyOnPodConditionsPattern] list=atomic | Picks failures by conditions of the pod.
SuccessPolicyRule | One way to be done early.
  1 succeededIndexes string? | The indexes that must succeed, such as 1,3-5.
  2 succeededCount int32? | How many indexes must succeed.
PodFailurePolicyOnExitCodesRequirement | Picks failures by exit code.
  1 containerName string? | The container; any when not given.
  2 operator string always required go=PodFailurePolicyOnExitCodesOperator | In or NotIn.
  3 values [int32] always required list=set | The exit codes.
PodFailurePolicyOnPodConditionsPattern | Picks failures by a condition of the pod.
  1 type string always required go=v1.PodConditionType | The type of the condition.
  2 status string always go=v1.ConditionStatus | The status of the condition; True when not given.
CronJob | Makes jobs at set times.
  1 metadata meta.ObjectMeta | Name, labels and other facts that every object has.
  2 spec CronJobSpec required | What is wanted.
  3 status CronJobStatus | How it stands; written by the system.
CronJobSpec | When to make which jobs.
  1 schedule string always required | When, in the notation of cron.
  8 timeZone string? | The time zone of the schedule, by name.
  2 startingDeadlineSeconds int64? | How late a job may still start.
  3 concurrencyPolicy string go=ConcurrencyPolicy | When a job still runs: Allow, Forbid or Replace.
  4 suspend bool? | When true, no more jobs are made.
  5 jobTemplate JobTemplateSpec always required | The jobs to be made.
  6 successfulJobsHistoryLimit int32? | How many jobs that succeeded are kept.
  7 failedJobsHistoryLimit int32? | How many jobs that failed are kept.
CronJobStatus | What a cron job did last.
  1 active [core.ObjectReference] list=atomic | The jobs at work.
  4 lastScheduleTime time? | When a job was last made.
  5 lastSuccessfulTime time? | When a job last succeeded.
JobTemplateSpec | The jobs to be made.
  1 metadata meta.ObjectMeta | Labels and annotations for the jobs.
  2 spec JobSpec | What the jobs are to do.
CompletionMode = Indexed, NonIndexed
ConcurrencyPolicy = Allow, Forbid, Replace
PodFailurePolicyAction = Count, FailIndex, FailJob, Ignore
PodFailurePolicyOnExitCodesOperator = In, NotIn
PodReplacementPolicy = Failed, TerminatingOrFailed
`,
);
