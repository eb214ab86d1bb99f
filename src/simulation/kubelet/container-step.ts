import { createHash } from 'node:crypto';
import type { CoreV1 } from '#apis';
import { type RecordedEvent, timeMs } from '#in-process-client';
import type { Fate } from './fate.ts';

export type Container = CoreV1['Container'];
export type ContainerStatus = CoreV1['ContainerStatus'];
type Terminated = CoreV1['ContainerStateTerminated'];

/** A container, and what it is to become. */
export interface ContainerPlace {
  readonly container: Container;
  readonly fate: Fate;
  /** `Always`, `OnFailure`, `Never`. */
  readonly restartPolicy: string;
  /** Where Events say that it stands: `spec.containers{web}`. */
  readonly fieldPath: string;
  readonly podName: string;
  readonly podUid: string;
}

/** What a step needs besides the container. */
export interface StepContext {
  readonly now: string;
  readonly nowMs: number;
  /** When the container came into the state that it is in; asked with what its status tells, in whole seconds. */
  since(name: string, told: number | undefined): number;
  /** Its state begins now. */
  begin(name: string): void;
  /** How often the image could not be pulled in a row. */
  pullFailures(name: string): number;
  pullFailed(name: string): void;
  /** True for the first container of the node with this image. */
  isNewImage(image: string): boolean;
  tell(event: RecordedEvent): void;
  /** The container must be looked at again then. */
  wakeAt(ms: number): void;
}

/** k8s: kubelet.go MaxContainerBackOff and backOffPeriod */
const FIRST_BACKOFF_MS = 10_000;
const LONGEST_BACKOFF_MS = 300_000;
/** Who has run so long is not held responsible for earlier failures. */
const FORGIVEN_AFTER_MS = 600_000;

const CONFIG_ERROR = 'CreateContainerConfigError';

/** The next state of a container: the same one if its time has not come. */
export function stepContainer(place: ContainerPlace, status: ContainerStatus, context: StepContext): ContainerStatus {
  const { running, terminated, waiting } = status.state ?? {};
  if (running) return stepRunning(place, status, context);
  if (terminated) return stepTerminated(place, status, { ...context, terminated });
  if (waiting?.reason === 'CrashLoopBackOff') return stepBackOff(place, status, context);
  return stepStarting(place, status, context);
}

function stepStarting(place: ContainerPlace, status: ContainerStatus, context: StepContext): ContainerStatus {
  const { container, fate, fieldPath } = place;
  const { name = '', image = '' } = container;
  const { reason = '' } = status.state?.waiting ?? {};
  const isPulling = reason !== 'ErrImagePull' && reason !== 'ImagePullBackOff';
  const wait = isPulling ? fate.startMs : backOffMs(context.pullFailures(name));
  const due = context.since(name, undefined) + wait;
  if (reason === 'ErrImagePull') return waitingFor(status, 'ImagePullBackOff', backOffText(image));
  if (context.nowMs < due) {
    context.wakeAt(due);
    return status;
  }
  if (!fate.failsToPull) return fate.configError ? refused(place, status, context) : start(place, status, context);
  context.pullFailed(name);
  context.begin(name);
  const why = `failed to pull and unpack image "${image}": not found`;
  context.tell({ type: 'Normal', reason: 'Pulling', message: `Pulling image "${image}"`, fieldPath });
  context.tell({ type: 'Warning', reason: 'Failed', message: `Failed to pull image "${image}": ${why}`, fieldPath });
  context.tell({ type: 'Warning', reason: 'Failed', message: 'Error: ErrImagePull', fieldPath });
  context.tell({ type: 'Normal', reason: 'BackOff', message: `Back-off pulling image "${image}"`, fieldPath });
  return waitingFor(status, 'ErrImagePull', why);
}

const backOffText = (image: string): string =>
  `Back-off pulling image "${image}": ErrImagePull: failed to pull and unpack image "${image}": not found`;

function waitingFor(status: ContainerStatus, reason: string, message: string): ContainerStatus {
  return { ...status, ready: false, started: false, state: { waiting: { reason, message } } };
}

/** Nothing but a change of the pod helps. */
function refused({ fate, fieldPath }: ContainerPlace, status: ContainerStatus, { tell }: StepContext): ContainerStatus {
  const { configError = '' } = fate;
  const { reason, message } = status.state?.waiting ?? {};
  if (reason === CONFIG_ERROR && message === configError) return status;
  tell({ type: 'Warning', reason: 'Failed', message: `Error: ${configError}`, fieldPath });
  return waitingFor(status, CONFIG_ERROR, configError);
}

function start(place: ContainerPlace, status: ContainerStatus, context: StepContext): ContainerStatus {
  const { container, fieldPath, podUid, fate } = place;
  const { name = '', image = '' } = container;
  context.begin(name);
  if (context.isNewImage(image)) {
    const took = `${fate.startMs}ms`;
    const message = `Successfully pulled image "${image}" in ${took} (${took} including waiting). Image size: 0 bytes.`;
    context.tell({ type: 'Normal', reason: 'Pulling', message: `Pulling image "${image}"`, fieldPath });
    context.tell({ type: 'Normal', reason: 'Pulled', message, fieldPath });
  } else {
    const message = `Container image "${image}" already present on machine and can be accessed by the pod`;
    context.tell({ type: 'Normal', reason: 'Pulled', message, fieldPath });
  }
  context.tell({ type: 'Normal', reason: 'Created', message: 'Container created', fieldPath });
  context.tell({ type: 'Normal', reason: 'Started', message: 'Container started', fieldPath });
  const { terminated } = status.state ?? {};
  const last = terminated ? { terminated } : status.lastState;
  const restartCount = (status.restartCount ?? 0) + (last?.terminated ? 1 : 0);
  return {
    ...status,
    ready: false,
    started: true,
    restartCount,
    image,
    imageID: `${image.split('@')[0]}@sha256:${hash(image)}`,
    containerID: `simulated://${hash(podUid, name, String(restartCount))}`,
    state: { running: { startedAt: context.now } },
    ...(last && { lastState: last }),
  };
}

function stepRunning(place: ContainerPlace, status: ContainerStatus, context: StepContext): ContainerStatus {
  const { fate, container } = place;
  if (fate.runMs === undefined) return status;
  const due = context.since(container.name ?? '', timeMs(status.state?.running?.startedAt)) + fate.runMs;
  if (context.nowMs < due) {
    context.wakeAt(due);
    return status;
  }
  context.begin(container.name ?? '');
  return ended(status, fate, context.now);
}

/** A container that has ended. */
export function ended(
  status: ContainerStatus,
  { exitCode, message }: { readonly exitCode: number; readonly message?: string | undefined },
  now: string,
): ContainerStatus {
  const { containerID = '', state } = status;
  const terminated: Terminated = {
    exitCode,
    reason: exitCode === 0 ? 'Completed' : 'Error',
    ...(message && { message }),
    startedAt: state?.running?.startedAt ?? now,
    finishedAt: now,
    containerID,
  };
  return { ...status, ready: false, started: false, state: { terminated } };
}

export function isToRestart({ restartPolicy }: ContainerPlace, { exitCode = 0 }: Terminated): boolean {
  return restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && exitCode !== 0);
}

function stepTerminated(
  place: ContainerPlace,
  status: ContainerStatus,
  context: StepContext & { readonly terminated: Terminated },
): ContainerStatus {
  const { terminated } = context;
  if (!isToRestart(place, terminated)) return status;
  const backOff = restartBackOffMs(status, terminated);
  if (backOff === 0) return start(place, status, context);
  const { podName, podUid, fieldPath, container } = place;
  const who = `${container.name} in pod ${podName}(${podUid})`;
  context.tell({
    type: 'Warning',
    reason: 'BackOff',
    message: `Back-off restarting failed container ${who}`,
    fieldPath,
  });
  const message = `back-off ${goSeconds(backOff)} restarting failed container=${container.name} pod=${podName}(${podUid})`;
  return { ...waitingFor(status, 'CrashLoopBackOff', message), lastState: { terminated } };
}

function stepBackOff(place: ContainerPlace, status: ContainerStatus, context: StepContext): ContainerStatus {
  const { terminated = {} } = status.lastState ?? {};
  const wait = restartBackOffMs(status, terminated);
  const due = context.since(place.container.name ?? '', timeMs(terminated.finishedAt)) + wait;
  if (context.nowMs >= due) return start(place, status, context);
  context.wakeAt(due);
  return status;
}

function restartBackOffMs({ restartCount = 0 }: ContainerStatus, { startedAt, finishedAt }: Terminated): number {
  const ran = (timeMs(finishedAt) ?? 0) - (timeMs(startedAt) ?? 0);
  return restartCount === 0 || ran >= FORGIVEN_AFTER_MS ? 0 : backOffMs(restartCount);
}

const backOffMs = (failures: number): number =>
  Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(failures - 1, 8));

/** `10s`, `1m20s`, as Go writes a duration. */
function goSeconds(ms: number): string {
  const seconds = ms / 1000;
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}

function hash(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
