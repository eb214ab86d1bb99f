import type { WorkQueue } from '#client';
import type { InProcessClient, ResourceEvent } from '#in-process-client';
import type { ServedResource } from '#machinery';
import { isJsonObject, type JsonObject, type KubeObject } from '#meta';
import type { Controller } from '../controller.ts';
import { isDefinitions } from '../definitions/definition-controller.ts';

const GROUP = 'conversion.pinnace.dev';
const RESOURCE = 'conversionpolicies';

/** A condition without its time and generation. */
interface PolicyCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
}

export interface ConversionPolicyParts {
  readonly client: InProcessClient;
  /** What is to be said of a policy; undefined where there is none of that name. */
  conditionsOf(name: string): Promise<readonly PolicyCondition[] | undefined>;
}

/** Says of every ConversionPolicy whether its rules are in force, what they forget and what they lose. */
export class ConversionPolicyController implements Controller {
  readonly queue: WorkQueue;
  readonly #parts: ConversionPolicyParts;
  readonly #names = new Set<string>();

  constructor(parts: ConversionPolicyParts) {
    this.#parts = parts;
    const work = (name: string): Promise<void> => this.#reconcile(name);
    this.queue = parts.client.workQueue({ name: 'conversion-policy', work });
  }

  wants(served: ServedResource): boolean {
    return isPolicies(served) || isDefinitions(served);
  }
  onListStart(): void {}
  onSynced(): void {}

  /** Policies for one definition depend on each other, and on the definition. */
  onEvent({ type, entry, served }: ResourceEvent): void {
    if (isPolicies(served) && type === 'DELETED') this.#names.delete(entry.key);
    else if (isPolicies(served)) this.#names.add(entry.key);
    for (const name of this.#names) this.queue.add(name);
  }

  async #reconcile(name: string): Promise<void> {
    const { client, conditionsOf } = this.#parts;
    const served = client.mapper.catalog.find(GROUP, 'v1', RESOURCE);
    const wanted = await conditionsOf(name);
    if (served === undefined || wanted === undefined) return;
    const objectKey = { served, namespace: '', name };
    const policy = await client.object(objectKey);
    if (policy === null || isSaid(policy, wanted)) return;
    const change = (object: KubeObject): void => {
      object.status = { conditions: wanted.map((condition) => dated(condition, object, client.now)) };
    };
    await client.edit(objectKey, change as never, { subresource: 'status', uid: policy.metadata.uid as string });
  }
}

function isPolicies({ group, definition }: ServedResource): boolean {
  return group === GROUP && definition.resource === RESOURCE;
}

function conditionsIn({ status }: KubeObject): readonly JsonObject[] {
  const conditions = isJsonObject(status) ? status.conditions : undefined;
  return Array.isArray(conditions) ? conditions.filter(isJsonObject) : [];
}

function isSaid(policy: KubeObject, wanted: readonly PolicyCondition[]): boolean {
  const said = conditionsIn(policy);
  const { generation } = policy.metadata;
  return wanted.every((condition) => {
    const found = said.find(({ type }) => type === condition.type);
    return (
      found?.observedGeneration === generation &&
      (['status', 'reason', 'message'] as const).every((member) => found?.[member] === condition[member])
    );
  });
}

function dated(condition: PolicyCondition, policy: KubeObject, now: string): JsonObject {
  const before = conditionsIn(policy).find(({ type }) => type === condition.type);
  const lastTransitionTime = before?.status === condition.status ? (before.lastTransitionTime ?? now) : now;
  return { ...condition, observedGeneration: policy.metadata.generation ?? 1, lastTransitionTime };
}
