import { Age, type Cell, type Column } from '#machinery';
import type { JsonObject } from '#meta';
import { ageColumn, column, nameColumn, wideColumn } from '#resource';
import type { ContainerState, ContainerStatus, Pod } from '../v1/types.gen.ts';
import { isSidecar } from './pod-resources.ts';

/** What a table tells of a pod. k8s: printers/internalversion/printers.go printPod */
interface Summary {
  readonly ready: number;
  readonly total: number;
  readonly reason: string;
  readonly restarts: number;
  /** When a container last ended; empty when none did. */
  readonly lastRestart: string;
}

interface Counted {
  restarts: number;
  lastRestart: string;
}

function count(sum: Counted, { restartCount = 0, lastState }: ContainerStatus): void {
  sum.restarts += restartCount;
  const finished = lastState?.terminated?.finishedAt ?? '';
  if (finished > sum.lastRestart) sum.lastRestart = finished;
}

function summaryOf(pod: Pod): Summary {
  const { spec = {}, status = {} } = pod;
  const sidecars = (spec.initContainers ?? []).filter(isSidecar);
  const total = (spec.containers ?? []).length + sidecars.length;
  const start = startOf(pod, new Set(sidecars.map(({ name }) => name)));
  const initialized = (status.conditions ?? []).some(({ type, status: is }) => type === 'Initialized' && is === 'True');
  const held = start.reason !== undefined && !initialized;
  const known = start.reason ?? firstReason(pod);
  const run = held ? { ...start.all, ready: 0, reason: known } : runOf(pod, known, start.sidecars);
  return { ...run, ready: run.ready + start.ready, total, reason: endReason(pod) ?? run.reason };
}

function firstReason({ status = {} }: Pod): string {
  const gated = (status.conditions ?? []).some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  return gated ? 'SchedulingGated' : status.reason || status.phase || '';
}

interface Start {
  /** What the pod is still waiting for; undefined when all init containers are done. */
  readonly reason: string | undefined;
  readonly ready: number;
  readonly all: Counted;
  readonly sidecars: Counted;
}

function startOf({ spec = {}, status = {} }: Pod, sidecarNames: ReadonlySet<string | undefined>): Start {
  const all = { restarts: 0, lastRestart: '' };
  const sidecars = { restarts: 0, lastRestart: '' };
  let ready = 0;
  for (const [at, container] of (status.initContainerStatuses ?? []).entries()) {
    count(all, container);
    const sidecar = sidecarNames.has(container.name);
    if (sidecar) count(sidecars, container);
    if (container.state?.terminated !== undefined && !container.state.terminated.exitCode) continue;
    if (sidecar && container.started) {
      if (container.ready) ready++;
      continue;
    }
    const reason = initReason(container.state, `${at}/${(spec.initContainers ?? []).length}`);
    return { reason: `Init:${reason}`, ready, all, sidecars };
  }
  return { reason: undefined, ready, all, sidecars };
}

function initReason(state: ContainerState | undefined, progress: string): string {
  if (state?.terminated !== undefined) return terminatedReason(state.terminated);
  const waiting = state?.waiting?.reason ?? '';
  return waiting === '' || waiting === 'PodInitializing' ? progress : waiting;
}

function terminatedReason({ reason, signal, exitCode = 0 }: NonNullable<ContainerState['terminated']>): string {
  if (reason) return reason;
  return signal ? `Signal:${signal}` : `ExitCode:${exitCode}`;
}

function runOf({ status = {} }: Pod, known: string, before: Counted): Omit<Summary, 'total'> {
  const sum = { ...before };
  let reason = known;
  let failure = '';
  let ready = 0;
  for (const container of [...(status.containerStatuses ?? [])].reverse()) {
    count(sum, container);
    const { waiting, terminated, running } = container.state ?? {};
    if (waiting?.reason) reason = waiting.reason;
    else if (terminated !== undefined) {
      reason = terminatedReason(terminated);
      if (terminated.exitCode) failure = reason;
    } else if (container.ready && running !== undefined) ready++;
  }
  return { ...sum, ready, reason: reason === 'Completed' ? completedReason(status, ready > 0, failure) : reason };
}

/** A container that is done does not make its pod done while others run. */
function completedReason(status: NonNullable<Pod['status']>, running: boolean, failure: string): string {
  const ready = (status.conditions ?? []).some(({ type, status: is }) => type === 'Ready' && is === 'True');
  if (running && ready) return 'Running';
  return failure || (running ? 'NotReady' : 'Completed');
}

function endReason({ metadata, status = {} }: Pod): string | undefined {
  if (metadata.deletionTimestamp === undefined) return undefined;
  if (status.reason === 'NodeLost') return 'Unknown';
  return status.phase === 'Failed' || status.phase === 'Succeeded' ? undefined : 'Terminating';
}

function restartsCell(pod: Pod): Cell {
  const { restarts, lastRestart } = summaryOf(pod);
  if (restarts === 0 || lastRestart === '') return String(restarts);
  return new Age(Date.parse(lastRestart), { before: `${restarts} (`, after: ' ago)' });
}

function gatesCell({ spec = {}, status = {} }: Pod): string {
  const gates = spec.readinessGates ?? [];
  if (gates.length === 0) return '<none>';
  const open = gates.filter(
    ({ conditionType }) => status.conditions?.find(({ type }) => type === conditionType)?.status === 'True',
  );
  return `${open.length}/${gates.length}`;
}

const ending = { type: 'Completed', status: 'True' };
const endings: readonly JsonObject[] = [
  { ...ending, reason: 'Succeeded', message: 'The pod has completed successfully.' },
  { ...ending, reason: 'Failed', message: 'The pod failed.' },
];

export const podColumns: readonly Column<Pod>[] = [
  nameColumn,
  column('Ready', 'How many of its containers are ready.', (pod) => {
    const { ready, total } = summaryOf(pod);
    return `${ready}/${total}`;
  }),
  {
    ...column('Status', 'What it does, or what it waits for.', (pod) => summaryOf(pod).reason),
    rowConditions: ({ status }) => endings.filter(({ reason }) => reason === status?.phase),
  },
  column('Restarts', 'How often its containers were started again, and when last.', restartsCell),
  ageColumn,
  wideColumn('IP', 'Its first address.', ({ status }) => status?.podIPs?.[0]?.ip || '<none>'),
  wideColumn('Node', 'The node it runs on.', ({ spec }) => spec?.nodeName || '<none>'),
  wideColumn(
    'Nominated Node',
    'The node that is being cleared for it.',
    ({ status }) => status?.nominatedNodeName || '<none>',
  ),
  wideColumn('Readiness Gates', 'How many of its further conditions are true.', gatesCell),
];
