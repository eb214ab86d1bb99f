import type { FlowControlV1 } from '#apis';
import type { WorkQueue } from '#client';
import type { InProcessClient, ResourceEvent } from '#in-process-client';
import type { ServedResource } from '#machinery';
import { goQuote, type JsonObject } from '#meta';
import { parseEntry } from '#registry';
import type { Controller } from '../controller.ts';

type FlowSchema = FlowControlV1['FlowSchema'];

const GROUP = 'flowcontrol.apiserver.k8s.io';
const DANGLING = 'Dangling';

const isSchemas = ({ group, definition }: ServedResource): boolean =>
  group === GROUP && definition.resource === 'flowschemas';
const isLevels = ({ group, definition }: ServedResource): boolean =>
  group === GROUP && definition.resource === 'prioritylevelconfigurations';

/**
 * Says of every flow schema whether the level that it sends requests to is there. In Kubernetes the server itself does.
 * k8s: apiserver/pkg/util/flowcontrol/apf_controller.go
 */
export class FlowSchemaController implements Controller {
  readonly queue: WorkQueue;
  readonly #client: InProcessClient;
  /** The level of each schema. */
  readonly #levelOf = new Map<string, string>();
  readonly #levels = new Set<string>();
  #knowsLevels = false;

  constructor(client: InProcessClient) {
    this.#client = client;
    const work = (name: string): Promise<void> => this.#reconcile(name);
    this.queue = client.workQueue({ name: 'flow-schema', work });
  }

  wants(served: ServedResource): boolean {
    return isSchemas(served) || isLevels(served);
  }

  onListStart(served: ServedResource): void {
    if (isSchemas(served)) this.#levelOf.clear();
    if (!isLevels(served)) return;
    this.#levels.clear();
    this.#knowsLevels = false;
  }

  onEvent({ type, entry, served }: ResourceEvent): void {
    if (isLevels(served)) {
      if (type === 'DELETED') this.#levels.delete(entry.key);
      else this.#levels.add(entry.key);
      if (type !== 'MODIFIED') this.#wake((level) => level === entry.key);
      return;
    }
    const level = levelOf(parseEntry(entry));
    if (type === 'DELETED') this.#levelOf.delete(entry.key);
    else this.#levelOf.set(entry.key, level);
    if (type !== 'DELETED' && this.#knowsLevels) this.queue.add(entry.key);
  }

  onSynced(served: ServedResource): void {
    if (isLevels(served)) this.#knowsLevels = true;
    this.#wake(() => true);
  }

  #wake(concerns: (level: string) => boolean): void {
    if (!this.#knowsLevels) return;
    for (const [name, level] of this.#levelOf) if (concerns(level)) this.queue.add(name);
  }

  async #reconcile(name: string): Promise<void> {
    const served = this.#client.mapper.catalog.find(GROUP, 'v1', 'flowschemas');
    if (served === undefined) return;
    const objectKey = { served, namespace: '', name };
    const schema: FlowSchema | null = await this.#client.object(objectKey);
    if (schema === null) return;
    const condition = this.#conditionFor(schema);
    if (condition === undefined) return;
    const config = {
      apiVersion: `${GROUP}/v1`,
      kind: 'FlowSchema',
      metadata: { name },
      status: { conditions: [condition] },
    };
    await this.#client.apply(objectKey, config, { subresource: 'status' });
  }

  /** Undefined when the schema says so already. */
  #conditionFor(schema: FlowSchema): JsonObject | undefined {
    const level = levelOf(schema);
    const isThere = this.#levels.has(level);
    const status = isThere ? 'False' : 'True';
    const old = schema.status?.conditions?.find(({ type }) => type === DANGLING);
    const what = `This FlowSchema references the PriorityLevelConfiguration object named ${goQuote(level)}`;
    const message = `${what} ${isThere ? 'and it exists' : 'but there is no such object'}`;
    if (old?.status === status && old.message === message) return undefined;
    const lastTransitionTime = old?.status === status ? (old.lastTransitionTime ?? '') : this.#client.now;
    return { type: DANGLING, status, lastTransitionTime, reason: isThere ? 'Found' : 'NotFound', message };
  }
}

function levelOf({ spec }: FlowSchema): string {
  return spec?.priorityLevelConfiguration?.name ?? '';
}
