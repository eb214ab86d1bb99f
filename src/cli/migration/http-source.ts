import { apiVersionOf, isJsonObject, type Json, type JsonObject } from '#meta';
import type { MigratedObject, ObjectPage, ObjectSource, Rewrite } from '#migration';
import type { ApiCluster, ApiResource } from './api-cluster.ts';
import { metadataPage, objectFrom, pathOf } from './object-pages.ts';

const METADATA_ONLY = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
/** As the migrator of Kubernetes is called: it comes to manage no field. */
const MANAGER = 'pinnace-migrate';

interface HttpSourceOptions {
  readonly resource: ApiResource;
  /** Everything happens but the writes. */
  readonly dryRun: boolean;
  readonly chunkSize: number;
}

/** The objects of a resource of any cluster. Only their metadata goes over the wire. */
export class HttpSource implements ObjectSource {
  readonly #cluster: ApiCluster;
  readonly #options: HttpSourceOptions;
  readonly #version: string;

  constructor(cluster: ApiCluster, options: HttpSourceOptions) {
    this.#cluster = cluster;
    this.#options = options;
    this.#version = options.resource.versions[0] as string;
  }

  page(from: string | undefined): Promise<ObjectPage> {
    const { resource, chunkSize } = this.#options;
    return metadataPage(this.#cluster, resource, { version: this.#version, from, chunkSize });
  }

  /** An empty apply changes nothing, so the server writes the object as it is, in the version of new writes. */
  async rewrite(object: MigratedObject, { managedFields }: Rewrite): Promise<string> {
    const { uid, resourceVersion } = object;
    const { group, kind } = this.#options.resource;
    const head = { apiVersion: apiVersionOf({ group, version: this.#version }), kind };
    const answer =
      managedFields === undefined
        ? await this.#patch(object, 'application/apply-patch+yaml', { ...head, metadata: { uid, resourceVersion } })
        : await this.#patch(object, 'application/merge-patch+json', {
            metadata: { uid, resourceVersion, managedFields: managedFields as unknown as Json },
          });
    const { metadata } = answer;
    return isJsonObject(metadata) ? String(metadata.resourceVersion) : '';
  }

  async find(object: MigratedObject): Promise<MigratedObject | undefined> {
    const found = await this.#cluster.find(pathOf(this.#options.resource, this.#version, object), METADATA_ONLY);
    return found === undefined ? undefined : objectFrom(found);
  }

  #patch(object: MigratedObject, contentType: string, body: JsonObject): Promise<JsonObject> {
    const { resource, dryRun } = this.#options;
    const query = `fieldManager=${MANAGER}${dryRun ? '&dryRun=All' : ''}`;
    const path = `${pathOf(resource, this.#version, object)}?${query}`;
    return this.#cluster.ask({ method: 'PATCH', path, body, contentType, accept: METADATA_ONLY });
  }
}
