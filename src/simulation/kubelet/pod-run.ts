import type { CoreV1 } from '#apis';
import { type RecordedEvent, timeMs } from '#in-process-client';
import { oldStatus, placesOf } from './container-places.ts';
import {
  type ContainerPlace,
  type ContainerStatus,
  ended,
  isToRestart,
  type StepContext,
  stepContainer,
} from './container-step.ts';
import { podConditions } from './pod-conditions.ts';
import { phaseOf } from './pod-phase.ts';

export type Pod = CoreV1['Pod'];
type PodStatus = NonNullable<Pod['status']>;

/** The node that a pod runs on, as far as it shows in the pod. */
interface PodHost {
  readonly address: string;
  readonly delayMs: number;
  podAddress(): string;
  isNewImage(image: string): boolean;
}

/** What is to be written of a pod, and when it must be looked at again. */
export interface PodStep {
  readonly status: PodStatus;
  readonly events: readonly RecordedEvent[];
  readonly againMs: number | undefined;
  /** It has ended, and is to be deleted. */
  readonly isGone: boolean;
}

/** Ended by a signal that it was sent: 128 and the number of SIGTERM or SIGKILL. */
const TERMINATED = 143;
const KILLED = 137;

type Moment = Pick<StepContext, 'now' | 'nowMs'>;

/**
 * One pod on its node. What is remembered is only what times of whole seconds cannot tell; where it is forgotten, waits
 * begin anew.
 */
export class PodRun {
  readonly #host: PodHost;
  readonly #since = new Map<string, number>();
  readonly #pullFailures = new Map<string, number>();
  #stoppingSince: number | undefined;

  constructor(host: PodHost) {
    this.#host = host;
  }

  /** The next step of the pod. */
  step(pod: Pod, moment: Moment): PodStep {
    const events: RecordedEvent[] = [];
    const wakes: number[] = [];
    const context: StepContext = {
      ...moment,
      since: (name, told) => this.#sinceOf(name, told ?? moment.nowMs),
      begin: (name) => void this.#since.set(name, moment.nowMs),
      pullFailures: (name) => this.#pullFailures.get(name) ?? 0,
      pullFailed: (name) => void this.#pullFailures.set(name, (this.#pullFailures.get(name) ?? 0) + 1),
      isNewImage: (image) => this.#host.isNewImage(image),
      tell: (event) => void events.push(event),
      wakeAt: (ms) => void wakes.push(ms),
    };
    const isEnded = pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed';
    const isDeleting = pod.metadata.deletionTimestamp !== undefined;
    const step = (status: PodStatus, isGone = false): PodStep => {
      const againMs = wakes.length === 0 ? undefined : Math.max(0, Math.min(...wakes) - moment.nowMs);
      return { status, events, againMs, isGone };
    };
    if (isEnded) return step(pod.status ?? {}, isDeleting);
    if (!isDeleting) return step(this.#run(pod, context));
    const isOver = this.#isStopped(pod, context);
    return step(isOver ? this.#stopped(pod, context) : (pod.status ?? {}), isOver);
  }

  #sinceOf(name: string, told: number): number {
    const known = this.#since.get(name);
    if (known !== undefined) return known;
    this.#since.set(name, told);
    return told;
  }

  #run(pod: Pod, context: StepContext): PodStatus {
    const late = pastDeadline(pod, context);
    if (late) return this.#failed(pod, context);
    const places = placesOf(pod, this.#host.delayMs);
    const init = this.#stepInit(pod, places.init, context);
    const isReadyToRun = init.every(({ isPassed }) => isPassed);
    const containers = places.main.map((place) => {
      const old = oldStatus(pod, 'containerStatuses', place, init.length > 0 ? 'PodInitializing' : 'ContainerCreating');
      return withReadiness(place, isReadyToRun ? stepContainer(place, old, context) : old, context);
    });
    const isDone = containers.every(({ state }, at) => isOver(places.main[at] as ContainerPlace, state));
    const initStatuses = init.map(({ status }, at) =>
      isDone ? stopSidecar(places.init[at], status, context) : status,
    );
    const ephemeral = places.ephemeral.map((place) =>
      stepContainer(place, oldStatus(pod, 'ephemeralContainerStatuses', place, 'ContainerCreating'), context),
    );
    return this.#status(pod, { init: initStatuses, containers, ephemeral, isInitialized: isReadyToRun }, context);
  }

  #status(pod: Pod, { init, containers, ephemeral, isInitialized }: Statuses, { now }: Moment): PodStatus {
    const phase = phaseOf({ init, containers, restartPolicy: pod.spec?.restartPolicy ?? 'Always' });
    const hasSandbox = [...init, ...containers].some(({ containerID }) => containerID);
    const podIP = pod.status?.podIP ?? (hasSandbox ? this.#podAddress(pod) : undefined);
    const { generation: observedGeneration } = pod.metadata;
    return {
      ...pod.status,
      ...(observedGeneration !== undefined && { observedGeneration }),
      phase,
      conditions: podConditions(pod, { phase, hasSandbox, isInitialized, init, containers }, now),
      hostIP: this.#host.address,
      hostIPs: [{ ip: this.#host.address }],
      ...(podIP && { podIP, podIPs: [{ ip: podIP }] }),
      startTime: pod.status?.startTime ?? now,
      ...(init.length > 0 && { initContainerStatuses: init }),
      containerStatuses: containers,
      ...(ephemeral.length > 0 && { ephemeralContainerStatuses: ephemeral }),
    };
  }

  #podAddress({ spec }: Pod): string {
    return spec?.hostNetwork ? this.#host.address : this.#host.podAddress();
  }

  /** In order; what runs beside the others has to run before the next one begins. */
  #stepInit(pod: Pod, places: readonly ContainerPlace[], context: StepContext): InitStep[] {
    const steps: InitStep[] = [];
    let isNext = true;
    for (const place of places) {
      const old = oldStatus(pod, 'initContainerStatuses', place, 'PodInitializing');
      const status: ContainerStatus = isNext || old.state?.running ? stepContainer(place, old, context) : old;
      const isSidecar = place.container.restartPolicy === 'Always';
      const isPassed: boolean = isSidecar ? status.started === true : status.state?.terminated?.exitCode === 0;
      isNext &&= isPassed;
      steps.push({ status: { ...status, ready: isPassed }, isPassed });
    }
    return steps;
  }

  /** Whether all containers have ended that were asked to; asks them the first time. */
  #isStopped(pod: Pod, context: StepContext): boolean {
    const running = runningIn(pod);
    if (running.length === 0) return true;
    if (this.#stoppingSince === undefined) {
      this.#stoppingSince = context.nowMs;
      for (const { name } of running) {
        const fieldPath = `spec.containers{${name}}`;
        context.tell({ type: 'Normal', reason: 'Killing', message: `Stopping container ${name}`, fieldPath });
      }
    }
    const due = this.#stoppingSince + Math.min(graceMs(pod), this.#longestStop(pod));
    if (context.nowMs < due) context.wakeAt(due);
    return context.nowMs >= due;
  }

  #longestStop(pod: Pod): number {
    const { main, init } = placesOf(pod, this.#host.delayMs);
    return Math.max(0, ...[...main, ...init].map(({ fate }) => fate.stopMs));
  }

  /** All have been stopped: a pod whose containers did not end by themselves has failed. */
  #stopped(pod: Pod, { now }: Moment): PodStatus {
    const exitCode = this.#longestStop(pod) > graceMs(pod) ? KILLED : TERMINATED;
    const stop = (status: ContainerStatus): ContainerStatus =>
      status.state?.running ? ended(status, { exitCode }, now) : status;
    const init = (pod.status?.initContainerStatuses ?? []).map(stop);
    const containers = (pod.status?.containerStatuses ?? []).map(stop);
    const ephemeral = (pod.status?.ephemeralContainerStatuses ?? []).map(stop);
    const status = this.#status(pod, { init, containers, ephemeral, isInitialized: true }, { now, nowMs: 0 });
    const phase = containers.every(({ state }) => state?.terminated?.exitCode === 0) ? 'Succeeded' : 'Failed';
    const isInitialized = status.conditions?.find(({ type }) => type === 'Initialized')?.status === 'True';
    const conditions = podConditions(pod, { phase, hasSandbox: false, isInitialized, init, containers }, now);
    return { ...status, phase, conditions };
  }

  #failed(pod: Pod, context: StepContext): PodStatus {
    const message = 'Pod was active on the node longer than the specified deadline';
    const reason = 'DeadlineExceeded';
    context.tell({ type: 'Normal', reason, message });
    return { ...this.#stopped(pod, context), phase: 'Failed', reason, message };
  }
}

interface Statuses {
  readonly init: ContainerStatus[];
  readonly containers: ContainerStatus[];
  readonly ephemeral: ContainerStatus[];
  readonly isInitialized: boolean;
}

interface InitStep {
  readonly status: ContainerStatus;
  readonly isPassed: boolean;
}

const graceMs = ({ metadata }: Pod): number => (metadata.deletionGracePeriodSeconds ?? 0) * 1000;

function runningIn({ status }: Pod): readonly ContainerStatus[] {
  const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
  return all.filter(({ state }) => state?.running);
}

function isOver(place: ContainerPlace, state: ContainerStatus['state']): boolean {
  return state?.terminated !== undefined && !isToRestart(place, state.terminated);
}

/** What ran beside the others has nobody left to run for. */
function stopSidecar(place: ContainerPlace | undefined, status: ContainerStatus, { now }: Moment): ContainerStatus {
  return place?.container.restartPolicy === 'Always' && status.state?.running
    ? ended(status, { exitCode: 0 }, now)
    : status;
}

function withReadiness(
  { fate, container }: ContainerPlace,
  status: ContainerStatus,
  context: StepContext,
): ContainerStatus {
  const { running } = status.state ?? {};
  if (running === undefined || !fate.isReady) return { ...status, ready: false };
  const due = context.since(container.name ?? '', timeMs(running.startedAt)) + fate.readyMs;
  if (context.nowMs < due) context.wakeAt(due);
  return { ...status, ready: context.nowMs >= due };
}

function pastDeadline({ spec, status }: Pod, { nowMs, wakeAt }: StepContext): boolean {
  const seconds = spec?.activeDeadlineSeconds;
  const start = timeMs(status?.startTime);
  if (seconds === undefined || start === undefined) return false;
  const due = start + Number(seconds) * 1000;
  if (nowMs < due) wakeAt(due);
  return nowMs >= due;
}
