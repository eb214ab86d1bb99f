import { cloneJson, semanticEqual } from '#meta';
import { controllerReference, type PodTemplate } from '../pods/pod.ts';
import { templateHash } from '../pods/template-hash.ts';
import type { ReplicaSet } from '../replicaset/plan.ts';
import {
  type Annotations,
  desiredReplicasOf,
  newSetAnnotations,
  nextRevision,
  REVISION,
  sizeAnnotations,
} from './annotations.ts';
import {
  byAge,
  byRevision,
  isRolling,
  leeway,
  newSize,
  proportionally,
  type Sizes,
  shrinkOld,
  sum,
} from './arithmetic.ts';
import { conditionIn, withFinding } from './conditions.ts';
import { countedStatus, isComplete, rolloutStatus, withPause } from './status.ts';
import { type Deployment, type DeploymentStatus, historyLimit, progressDeadline, replicasOf } from './types.ts';

const HASH_LABEL = 'pod-template-hash';

/** What is there. `sets` are the deployment's own. */
interface DeploymentView {
  readonly deployment: Deployment;
  readonly sets: readonly ReplicaSet[];
  /** Whether pods of any of these sets are still running. */
  readonly runsPodsOf: (sets: readonly ReplicaSet[]) => boolean;
  readonly now: string;
  readonly nowMs: number;
}

export interface SetEdit {
  readonly set: ReplicaSet;
  readonly replicas?: number;
  readonly minReadySeconds?: number;
  readonly annotations?: Annotations;
}

/** What should be done. */
export interface DeploymentPlan {
  readonly create?: ReplicaSet;
  readonly edits: readonly SetEdit[];
  readonly removals: readonly ReplicaSet[];
  readonly status: DeploymentStatus;
  /** The revision that the deployment should name as its own. */
  readonly revision?: string;
}

/** k8s: deployment/deployment_controller.go syncDeployment */
export function planDeployment(view: DeploymentView): DeploymentPlan {
  const { deployment, sets, now } = view;
  const draft = new Draft(view);
  if (deployment.metadata.deletionTimestamp !== undefined) return draft.counted();
  draft.status = withPause(deployment, now);
  if (draft.newSet !== undefined) draft.keepUp(draft.newSet);
  const isPaused = deployment.spec?.paused === true;
  if (isPaused || isScaled(deployment, sets)) {
    draft.resize(scaledSizes(deployment, draft.newSet, draft.old));
    if (isPaused) draft.tidy();
    return draft.counted();
  }
  if (isRolling(deployment)) rollOut(view, draft);
  else recreate(view, draft);
  return draft.rolling();
}

function rollOut({ deployment }: DeploymentView, draft: Draft): void {
  const newSet = draft.newSet ?? draft.make();
  const wanted = replicasOf(deployment);
  const size = replicasOf(newSet);
  const target = size >= wanted ? wanted : newSize(deployment, newSet, [...draft.old, newSet]);
  if (target !== size) {
    draft.resize(new Map([[newSet, target]]));
    return;
  }
  const sizes = shrinkOld(deployment, newSet, draft.old);
  if (sizes.size > 0) draft.resize(sizes);
  else if (isComplete(deployment, deployment.status ?? {})) draft.tidy();
}

function recreate({ deployment, runsPodsOf }: DeploymentView, draft: Draft): void {
  const { old } = draft;
  const active = old.filter((set) => replicasOf(set) > 0);
  if (active.length > 0) {
    draft.resize(new Map(active.map((set) => [set, 0])));
    return;
  }
  if (sum(old, ({ status }) => status?.replicas) > 0 || runsPodsOf(old)) return;
  const newSet = draft.newSet ?? draft.make();
  draft.resize(new Map([[newSet, replicasOf(deployment)]]));
  if (isComplete(deployment, deployment.status ?? {})) draft.tidy();
}

/** The wanted number is not the one that the sets were made for. */
function isScaled(deployment: Deployment, sets: readonly ReplicaSet[]): boolean {
  return sets.some((set) => {
    const desired = desiredReplicasOf(set);
    return replicasOf(set) > 0 && desired !== undefined && desired !== replicasOf(deployment);
  });
}

function scaledSizes(deployment: Deployment, newSet: ReplicaSet | undefined, old: readonly ReplicaSet[]): Sizes {
  const wanted = replicasOf(deployment);
  const all = newSet === undefined ? old : [...old, newSet];
  const active = all.filter((set) => replicasOf(set) > 0);
  if (active.length <= 1) {
    const only = active[0] ?? newSet ?? [...old].sort(byAge).at(-1);
    return new Map(only === undefined ? [] : [[only, wanted]]);
  }
  if (newSet !== undefined && isSaturated(deployment, newSet)) {
    return new Map(active.filter((set) => set !== newSet).map((set) => [set, 0]));
  }
  return isRolling(deployment) ? proportionally(deployment, active) : new Map();
}

function isSaturated(deployment: Deployment, set: ReplicaSet): boolean {
  const wanted = replicasOf(deployment);
  const counts = [replicasOf(set), desiredReplicasOf(set), set.status?.availableReplicas ?? 0];
  return counts.every((count) => count === wanted);
}

/** A plan in the making. */
class Draft {
  readonly newSet: ReplicaSet | undefined;
  readonly old: readonly ReplicaSet[];
  status: DeploymentStatus;
  readonly #view: DeploymentView;
  readonly #edits = new Map<ReplicaSet, SetEdit>();
  #made: ReplicaSet | undefined;
  #removals: readonly ReplicaSet[] = [];
  #revision: string | undefined;

  constructor(view: DeploymentView) {
    const { deployment, sets } = view;
    this.#view = view;
    this.status = deployment.status ?? {};
    // If there are several, the oldest counts.
    this.newSet = [...sets].sort(byAge).find(({ spec }) => sameTemplate(spec?.template, deployment.spec?.template));
    this.old = sets.filter((set) => set !== this.newSet);
  }

  /** Brings the current set's annotations and settings up to date with the deployment. */
  keepUp(set: ReplicaSet): void {
    const { deployment, now } = this.#view;
    const annotations = newSetAnnotations(deployment, set, nextRevision(this.old));
    const minReadySeconds = deployment.spec?.minReadySeconds ?? 0;
    if (!semanticEqual(annotations, set.metadata.annotations)) this.#edit({ set, annotations });
    if (minReadySeconds !== (set.spec?.minReadySeconds ?? 0)) this.#edit({ set, minReadySeconds });
    this.#revision = annotations[REVISION];
    if (progressDeadline(deployment) === undefined || conditionIn(this.status, 'Progressing') !== undefined) return;
    const message = `Found new replica set "${set.metadata.name}"`;
    const finding = { type: 'Progressing', status: 'True', reason: 'FoundNewReplicaSet', message };
    this.status = withFinding(this.status, finding, now);
  }

  make(): ReplicaSet {
    const { deployment, now } = this.#view;
    const revision = nextRevision(this.old);
    const empty = newReplicaSet(deployment);
    const size = newSize(deployment, empty, [...this.old, empty]);
    const annotations = {
      ...newSetAnnotations(deployment, empty, revision),
      ...sizeAnnotations(deployment, leeway(deployment).surge),
    };
    const made = { ...empty, metadata: { ...empty.metadata, annotations }, spec: { ...empty.spec, replicas: size } };
    this.#made = made;
    this.#revision = String(revision);
    if (progressDeadline(deployment) !== undefined) {
      const message = `Created new replica set "${empty.metadata.name}"`;
      const finding = { type: 'Progressing', status: 'True', reason: 'NewReplicaSetCreated', message };
      this.status = withFinding(this.status, finding, now);
    }
    return made;
  }

  resize(sizes: Sizes): void {
    const { deployment } = this.#view;
    for (const [set, replicas] of sizes) {
      if (replicas === replicasOf(set)) continue;
      const annotations = this.#edits.get(set)?.annotations ?? set.metadata.annotations;
      const surge = leeway(deployment).surge;
      this.#edit({ set, replicas, annotations: { ...annotations, ...sizeAnnotations(deployment, surge) } });
    }
  }

  /** Deletes old sets beyond the history limit. */
  tidy(): void {
    const limit = historyLimit(this.#view.deployment);
    if (limit === undefined) return;
    const alive = this.old.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    const oldest = [...alive].sort(byRevision);
    this.#removals = oldest.slice(0, Math.max(0, alive.length - limit)).filter(isUnused);
  }

  counted(): DeploymentPlan {
    return this.#plan(countedStatus(this.#situation()));
  }
  rolling(): DeploymentPlan {
    return this.#plan(rolloutStatus(this.#situation()));
  }

  #situation() {
    const { deployment, now, nowMs } = this.#view;
    const newSet = this.newSet ?? this.#made;
    const all = newSet === undefined ? this.old : [...this.old, newSet];
    return { deployment, before: this.status, newSet, all, now, nowMs };
  }

  #plan(status: DeploymentStatus): DeploymentPlan {
    const made = this.#made && { create: this.#made };
    const revision = this.#revision === undefined ? {} : { revision: this.#revision };
    return { ...made, edits: [...this.#edits.values()], removals: this.#removals, status, ...revision };
  }

  #edit(edit: SetEdit): void {
    this.#edits.set(edit.set, { ...this.#edits.get(edit.set), ...edit });
  }
}

function isUnused({ metadata, spec, status }: ReplicaSet): boolean {
  const isObserved = Number(metadata.generation ?? 0) <= (status?.observedGeneration ?? 0);
  return isObserved && (status?.replicas ?? 0) === 0 && spec?.replicas === 0;
}

export function sameTemplate(a: PodTemplate | undefined, b: PodTemplate | undefined): boolean {
  return semanticEqual(withoutHash(a), withoutHash(b));
}

function withoutHash(template: PodTemplate = {}): PodTemplate {
  const { [HASH_LABEL]: _, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
}

const LONGEST_NAME = 253;

function newReplicaSet(deployment: Deployment): ReplicaSet {
  const { name = '', namespace = '' } = deployment.metadata;
  const { selector, minReadySeconds } = deployment.spec ?? {};
  const template = cloneJson(deployment.spec?.template ?? {});
  const hash = templateHash(template, deployment.status?.collisionCount);
  const labels = { ...template.metadata?.labels, [HASH_LABEL]: hash };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${name.slice(0, LONGEST_NAME - hash.length - 1)}-${hash}`,
      namespace,
      labels: { ...labels },
      ownerReferences: [controllerReference(deployment)],
    },
    spec: {
      replicas: 0,
      ...(minReadySeconds && { minReadySeconds }),
      selector: { ...selector, matchLabels: { ...selector?.matchLabels, [HASH_LABEL]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}
