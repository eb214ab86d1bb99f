import { checkPolicyTypes, type ValidatingPolicySpec } from '#admission';
import type { WorkQueue } from '#client';
import type { InProcessClient, ResourceEvent } from '#in-process-client';
import type { ServedResource } from '#machinery';
import type { JsonObject, KubeObject } from '#meta';
import type { Controller } from '../controller.ts';

const GROUP = 'admissionregistration.k8s.io';
const RESOURCE = 'validatingadmissionpolicies';

interface ValidatingPolicy extends KubeObject {
  spec?: JsonObject;
  status?: { observedGeneration?: number };
}

/**
 * Says of every ValidatingAdmissionPolicy which of its expressions do not fit the kinds that it is for.
 * k8s: pkg/controller/validatingadmissionpolicystatus
 */
export class PolicyStatusController implements Controller {
  readonly queue: WorkQueue;
  readonly #client: InProcessClient;

  constructor(client: InProcessClient) {
    this.#client = client;
    const work = (name: string): Promise<void> => this.#reconcile(name);
    this.queue = client.workQueue({ name: 'validatingadmissionpolicy-status', work });
  }

  wants({ group, definition }: ServedResource): boolean {
    return group === GROUP && definition.resource === RESOURCE;
  }
  onListStart(): void {}
  onSynced(): void {}
  onEvent({ type, entry }: ResourceEvent): void {
    if (type !== 'DELETED') this.queue.add(entry.key);
  }

  async #reconcile(name: string): Promise<void> {
    const { catalog } = this.#client.mapper;
    const served = catalog.find(GROUP, 'v1', RESOURCE);
    if (served === undefined) return;
    const objectKey = { served, namespace: '', name };
    const policy: ValidatingPolicy | null = await this.#client.object(objectKey);
    const { generation = 0 } = policy?.metadata ?? {};
    if (policy === null || generation <= (policy.status?.observedGeneration ?? 0)) return;
    const serial = (this.#client.world.clock.now() % 1000) * 1_000_000;
    const warnings = checkPolicyTypes((policy.spec ?? {}) as ValidatingPolicySpec, catalog, Math.trunc(serial));
    const typeChecking: JsonObject =
      warnings.length === 0 ? {} : { expressionWarnings: warnings.map((one) => ({ ...one })) };
    const config = {
      apiVersion: `${GROUP}/v1`,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      status: { observedGeneration: generation, typeChecking },
    };
    await this.#client.apply(objectKey, config, { subresource: 'status' });
  }
}
