import type { CustomResourceDefinition } from '#crd';
import type { InProcessClient, ObjectKey } from '#in-process-client';
import type { JsonObject } from '#meta';

interface MigratingState {
  readonly status: 'True' | 'False';
  readonly reason: string;
  readonly message: string;
}

/** Tells in a definition's status that its objects are migrated, as the migrator of Kubernetes does. */
export class DefinitionStatus {
  readonly #client: InProcessClient;

  constructor(client: InProcessClient) {
    this.#client = client;
  }

  async begin(resource: string, migration: string): Promise<void> {
    const message = `Migration ${migration} is running`;
    await this.#write(resource, () => ({ status: 'True', reason: 'MigrationRunning', message }));
  }

  /**
   * Takes the versions out of `storedVersions` in which nothing lies any more, unless the definition has changed since the
   * migration began: then it may be another version that objects are written in.
   */
  async end(resource: string, succeeded: boolean): Promise<void> {
    await this.#write(resource, (_, isSame) => {
      if (!succeeded) return { status: 'False', reason: 'MigrationFailed', message: 'The migration has failed' };
      const pruned = isSame
        ? ' and the stored versions have been updated'
        : ' but the stored versions have not been updated due to a generation mismatch';
      return { status: 'False', reason: 'MigrationSucceeded', message: `The migration has succeeded${pruned}` };
    });
  }

  async #write(
    name: string,
    state: (definition: CustomResourceDefinition, isSame: boolean) => MigratingState,
  ): Promise<void> {
    const objectKey = this.#objectKey(name);
    const definition = objectKey && ((await this.#client.object(objectKey)) as CustomResourceDefinition | null);
    if (objectKey === undefined || definition === null || definition === undefined) return;
    const { resourceVersion, generation = 0 } = definition.metadata;
    const isSame = migratingGeneration(definition) === generation;
    const { status, reason, message } = state(definition, isSame);
    const condition = {
      type: 'StorageMigrating',
      status,
      reason,
      message,
      lastTransitionTime: this.#client.now,
      observedGeneration: generation,
    };
    const storage = definition.spec.versions?.find((version) => version.storage)?.name;
    const prunes = reason === 'MigrationSucceeded' && isSame && storage !== undefined;
    // Always applied: what an earlier migration applied would otherwise be removed.
    const storedVersions = prunes ? [storage] : (definition.status?.storedVersions ?? []);
    const config = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name, resourceVersion },
      status: { conditions: [condition], storedVersions },
    };
    await this.#client.apply(objectKey, config as unknown as JsonObject, { subresource: 'status' });
  }

  #objectKey(name: string): ObjectKey | undefined {
    const served = this.#client.mapper.ofKind('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
    return served && { served, namespace: '', name };
  }
}

function migratingGeneration({ status }: CustomResourceDefinition): number | undefined {
  const conditions = (status?.conditions ?? []) as readonly { type: string; observedGeneration?: number }[];
  return conditions.find(({ type }) => type === 'StorageMigrating')?.observedGeneration;
}
