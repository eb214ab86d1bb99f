import { type CoreV1, type PodDisruptionBudget, SYNC_FAILED, withDisruptionFinding } from '#apis';
import type { WorkQueue } from '#client';
import { type InProcessClient, namespaceOf, type ObjectKey, objectKeyIn, type ResourceEvent } from '#in-process-client';
import type { ServedResource } from '#machinery';
import { ApiError, apiErrors, type KubeObject, type LabelSelector, labelSelectorFrom } from '#meta';
import { type Entry, parseEntry } from '#registry';
import type { Controller } from '../controller.ts';
import { countsControllers, DELETION_TIMEOUT_MS, statusFor } from './budget-status.ts';
import { expectedScale } from './expected-scale.ts';
import { DISRUPTION_TARGET, mayBeDisrupted, type PodView, podViewIfReadable } from './pod-view.ts';

const POD = 'pod ';

/**
 * Keeps the status of each budget: how many pods are healthy, how many must be, and how many may be evicted. Also takes
 * back the DisruptionTarget condition of pods that were not deleted in time. k8s: controller/disruption
 */
export class DisruptionController implements Controller {
  readonly queue: WorkQueue;
  readonly #client: InProcessClient;
  /** By namespace, then by key of the budget. */
  readonly #selectors = new Map<string, Map<string, LabelSelector>>();

  constructor(client: InProcessClient) {
    this.#client = client;
    const work = (key: string): Promise<void> =>
      key.startsWith(POD) ? this.#releasePod(key.slice(POD.length)) : this.#examine(key);
    this.queue = client.workQueue({ name: 'disruption', work });
  }

  wants(served: ServedResource): boolean {
    return isBudgets(served) || isPods(served);
  }

  onListStart(served: ServedResource): void {
    if (isBudgets(served)) this.#selectors.clear();
  }

  onEvent(change: ResourceEvent): void {
    if (isBudgets(change.served)) this.#onBudget(change);
    else this.#onPod(change);
  }

  #onBudget({ type, entry }: ResourceEvent): void {
    const namespace = namespaceOf(entry.key);
    const budgets = this.#selectors.get(namespace) ?? new Map<string, LabelSelector>();
    if (type === 'DELETED') budgets.delete(entry.key);
    else budgets.set(entry.key, selectorIn(entry));
    if (budgets.size === 0) this.#selectors.delete(namespace);
    else this.#selectors.set(namespace, budgets);
    if (type !== 'DELETED') this.queue.add(entry.key);
  }

  #onPod({ type, entry }: ResourceEvent): void {
    const budgets = this.#selectors.get(namespaceOf(entry.key));
    if (budgets === undefined && !mayBeDisrupted(entry)) return;
    const { labels, staleSince } = podViewIfReadable(entry) ?? {};
    for (const [key, selector] of budgets ?? []) {
      // With other labels before, it may have counted for another budget.
      if (type === 'MODIFIED' || selector.matches(labels)) this.queue.add(key);
    }
    if (type === 'DELETED' || staleSince === undefined) return;
    const left = staleSince + DELETION_TIMEOUT_MS - this.#client.world.clock.now();
    if (left > 0) this.queue.addAfter(POD + entry.key, left);
    else this.queue.add(POD + entry.key);
  }

  async #examine(key: string): Promise<void> {
    const served = this.#client.mapper.ofKind('policy/v1', 'PodDisruptionBudget');
    const objectKey = served && objectKeyIn(served, key);
    const budget: PodDisruptionBudget | null | undefined = objectKey && (await this.#client.object(objectKey));
    if (!objectKey || !budget) return;
    try {
      await this.#tell(objectKey, budget);
    } catch (error) {
      // Somebody else wrote it in between: it is looked at again.
      if (error instanceof ApiError && error.reason === 'Conflict') throw error;
      await this.#failSafe(objectKey, budget, error instanceof Error ? error.message : String(error));
    }
  }

  async #tell(objectKey: ObjectKey, budget: PodDisruptionBudget): Promise<void> {
    const pods = await this.#podsOf(budget);
    const expected = countsControllers(budget)
      ? await expectedScale(this.#client, objectKey.namespace, pods)
      : budget.spec?.minAvailable === undefined
        ? 0
        : pods.length;
    const finding = { pods, expected, now: this.#client.world.clock.now(), time: this.#client.now };
    let waiting = false;
    await this.#edit(objectKey, budget, (live) => {
      live.status = statusFor(live, finding);
      waiting = live.status.disruptedPods !== undefined;
    });
    if (waiting) this.queue.addAfter(`${objectKey.namespace}/${objectKey.name}`, DELETION_TIMEOUT_MS);
  }

  /** When the counts are not known, no eviction is allowed. */
  async #failSafe(objectKey: ObjectKey, budget: PodDisruptionBudget, message: string): Promise<void> {
    this.#client.world.log.debug('a disruption budget cannot be calculated', { budget: objectKey.name, message });
    const finding = { status: 'False', reason: SYNC_FAILED, message };
    await this.#edit(objectKey, budget, (live) => {
      const status = { ...live.status, disruptionsAllowed: 0 };
      live.status = { ...status, conditions: withDisruptionFinding(status, finding, this.#client.now) };
    });
  }

  async #edit(
    objectKey: ObjectKey,
    { metadata }: PodDisruptionBudget,
    change: (live: PodDisruptionBudget) => void,
  ): Promise<void> {
    const { uid, generation } = metadata;
    const ifSame = (live: KubeObject): void => {
      if (live.metadata.generation !== generation)
        throw apiErrors.conflict(objectKey.served.definition, objectKey.name, 'changed');
      change(live);
    };
    await this.#client.edit(objectKey, ifSame, { subresource: 'status', uid });
  }

  async #podsOf(budget: PodDisruptionBudget): Promise<readonly PodView[]> {
    const selector = labelSelectorFrom(budget.spec?.selector);
    const pods = this.#client.mapper.ofKind('v1', 'Pod');
    const entries = pods ? await this.#client.list(pods, budget.metadata.namespace ?? '') : [];
    return entries.flatMap((entry) => podViewIfReadable(entry) ?? []).filter(({ labels }) => selector.matches(labels));
  }

  /** Takes back the DisruptionTarget condition of a pod that was not deleted in time. */
  async #releasePod(key: string): Promise<void> {
    const served = this.#client.mapper.ofKind('v1', 'Pod');
    const entry = served && (await this.#client.read(objectKeyIn(served, key)));
    const { staleSince } = (entry && podViewIfReadable(entry)) ?? {};
    if (!served || !entry || staleSince === undefined) return;
    const left = staleSince + DELETION_TIMEOUT_MS - this.#client.world.clock.now();
    if (left > 0) return this.queue.addAfter(POD + key, left);
    const release = (pod: CoreV1['Pod']): void => {
      const { conditions = [] } = pod.status ?? {};
      const released = { type: DISRUPTION_TARGET, status: 'False', lastTransitionTime: this.#client.now };
      pod.status = {
        ...pod.status,
        conditions: conditions.map((condition) => (condition.type === DISRUPTION_TARGET ? released : condition)),
      };
    };
    const { uid } = parseEntry(entry).metadata;
    await this.#client.edit(objectKeyIn(served, key), release, { subresource: 'status', uid });
  }
}

const isBudgets = ({ group, definition }: ServedResource): boolean =>
  group === 'policy' && definition.resource === 'poddisruptionbudgets';
const isPods = ({ group, definition }: ServedResource): boolean => group === '' && definition.resource === 'pods';

/** A selector that is invalid or unreadable selects nothing. */
function selectorIn(entry: Entry): LabelSelector {
  try {
    const { spec }: PodDisruptionBudget = parseEntry(entry);
    return labelSelectorFrom(spec?.selector);
  } catch {
    return labelSelectorFrom(undefined);
  }
}
