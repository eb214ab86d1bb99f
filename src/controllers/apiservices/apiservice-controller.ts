import type { WorkQueue } from '#client';
import type { CustomResourceDefinition } from '#crd';
import { type InProcessClient, namespaceOf, type ObjectKey, type ResourceEvent } from '#in-process-client';
import type { ServedResource } from '#machinery';
import { storedEqual } from '#meta';
import { type Entry, parseEntry } from '#registry';
import type { Controller } from '../controller.ts';
import { isDefinitions, readDefinition } from '../definitions/definition-controller.ts';
import type { AggregatedServers } from './aggregated-servers.ts';
import {
  type ApiService,
  type ApiServiceSpec,
  type Backing,
  backingFinding,
  checkFinding,
  conditionsWith,
  type Finding,
  localFinding,
} from './availability.ts';

const GROUP = 'apiregistration.k8s.io';
const MANAGED = 'kube-aggregator.kubernetes.io/automanaged';
const SERVICE_NAME = 'kubernetes.io/service-name';
const RECHECK_MS = 30_000;
const FIRST_RETRY_MS = 100;

const isApiServices = ({ group, definition }: ServedResource): boolean =>
  group === GROUP && definition.resource === 'apiservices';
const isServices = ({ group, definition }: ServedResource): boolean =>
  group === '' && definition.resource === 'services';
const isSlices = ({ group, definition }: ServedResource): boolean =>
  group === 'discovery.k8s.io' && definition.resource === 'endpointslices';

/**
 * Registers the groups and versions that definitions define, and says of every registered one whether it is available.
 * In Kubernetes this runs in the server itself. k8s: kube-aggregator/pkg/controllers, controlplane/controller/crdregistration
 */
export class ApiServiceController implements Controller {
  readonly queue: WorkQueue;
  readonly #client: InProcessClient;
  readonly #servers: AggregatedServers;
  /** How often each has failed to answer since it last did. */
  readonly #failures = new Map<string, number>();
  /** What each definition wants to be registered, by its name. */
  readonly #wanted = new Map<string, ReadonlyMap<string, ApiServiceSpec>>();
  readonly #registered = new Set<string>();
  /** The services of those that others serve, as `namespace/name`, by the name of the registration. */
  readonly #serviceOf = new Map<string, string>();
  /** Which resources were listed to the end: nothing is decided before definitions and APIServices are both known. */
  readonly #known = { definitions: false, apiServices: false };

  constructor(client: InProcessClient, servers: AggregatedServers) {
    this.#client = client;
    this.#servers = servers;
    const work = (name: string, stopping: AbortSignal): Promise<void> => this.#reconcile(name, stopping);
    this.queue = client.workQueue({ name: 'apiservice', work });
  }

  wants(served: ServedResource): boolean {
    return isApiServices(served) || isDefinitions(served) || isServices(served) || isSlices(served);
  }

  onListStart(served: ServedResource): void {
    if (isDefinitions(served)) {
      this.#wanted.clear();
      this.#known.definitions = false;
    } else if (isApiServices(served)) {
      this.#registered.clear();
      this.#serviceOf.clear();
      this.#known.apiServices = false;
    }
  }

  onEvent(change: ResourceEvent): void {
    const { served, entry } = change;
    if (isDefinitions(served)) this.#onDefinition(change);
    else if (isApiServices(served)) this.#onApiService(change);
    else if (this.#serviceOf.size > 0) this.#wakeByService(isServices(served) ? entry.key : sliceOwner(entry));
  }

  onSynced(served: ServedResource): void {
    if (isDefinitions(served)) this.#known.definitions = true;
    if (isApiServices(served)) this.#known.apiServices = true;
    for (const wanted of this.#wanted.values()) for (const name of wanted.keys()) this.#add(name);
    for (const name of this.#registered) this.#add(name);
  }

  #add(name: string): void {
    if (this.#known.definitions && this.#known.apiServices) this.queue.add(name);
  }

  #onDefinition({ type, entry }: ResourceEvent): void {
    const before = this.#wanted.get(entry.key);
    const now = type === 'DELETED' ? undefined : wantedBy(readDefinition(entry));
    if (now === undefined) this.#wanted.delete(entry.key);
    else this.#wanted.set(entry.key, now);
    for (const name of before?.keys() ?? []) if (!now?.has(name)) this.#add(name);
    for (const name of now?.keys() ?? []) if (!before?.has(name)) this.#add(name);
  }

  #onApiService({ type, entry }: ResourceEvent): void {
    const { spec }: ApiService = parseEntry(entry);
    const { service } = spec ?? {};
    this.#registered.add(entry.key);
    this.#serviceOf.delete(entry.key);
    if (type === 'DELETED') {
      this.#registered.delete(entry.key);
      this.#failures.delete(entry.key);
    } else if (service !== undefined) this.#serviceOf.set(entry.key, `${service.namespace}/${service.name}`);
    this.#add(entry.key);
  }

  #wakeByService(service: string): void {
    for (const [name, own] of this.#serviceOf) if (own === service) this.#add(name);
  }

  async #reconcile(name: string, stopping: AbortSignal): Promise<void> {
    const objectKey = this.#objectKey(name);
    if (objectKey === undefined) return;
    const wanted = this.#specOf(name);
    const there: ApiService | null = await this.#client.object(objectKey);
    if (there === null) await this.#register(objectKey, wanted);
    else if (there.metadata.labels?.[MANAGED] === 'true' && !storedEqual(there.spec, wanted))
      await this.#mend(objectKey, there, wanted);
    else await this.#tell(objectKey, there, await this.#look(there, stopping));
  }

  #specOf(name: string): ApiServiceSpec | undefined {
    for (const wanted of this.#wanted.values()) {
      const spec = wanted.get(name);
      if (spec !== undefined) return spec;
    }
    return undefined;
  }

  async #register({ served, name }: ObjectKey, spec: ApiServiceSpec | undefined): Promise<void> {
    if (spec === undefined) return;
    const metadata = { name, labels: { [MANAGED]: 'true' } };
    await this.#client.create(served, { apiVersion: `${GROUP}/v1`, kind: 'APIService', metadata, spec });
  }

  /** Creates, corrects or deletes the APIServices that this controller registered, as definitions want them. */
  async #mend(
    objectKey: ObjectKey,
    { metadata: { uid } }: ApiService,
    spec: ApiServiceSpec | undefined,
  ): Promise<void> {
    if (spec === undefined) {
      await this.#client.remove(objectKey, uid === undefined ? {} : { preconditions: { uid } });
      return;
    }
    const change = (object: ApiService): void => {
      object.spec = spec;
    };
    await this.#client.edit(objectKey, change, { uid });
  }

  async #look(service: ApiService, stopping: AbortSignal): Promise<Finding> {
    const { spec = {} } = service;
    if (spec.service === undefined) return localFinding;
    const missing = this.#servers.isFixed(spec.service)
      ? undefined
      : backingFinding(spec, await this.#backing(spec.service));
    // What is missing tells when it comes.
    if (missing !== undefined) return missing;
    const finding = checkFinding(await this.#servers.fault(service, stopping));
    this.#lookAgain(service.metadata.name ?? '', finding);
    return finding;
  }

  /** Nobody tells when a server comes or goes. One that has failed is asked again soon, then ever later. */
  #lookAgain(name: string, { status }: Finding): void {
    if (status === 'True') this.#failures.delete(name);
    const failures = this.#failures.get(name) ?? 0;
    if (status !== 'True') this.#failures.set(name, failures + 1);
    this.queue.addAfter(name, status === 'True' ? RECHECK_MS : Math.min(RECHECK_MS, FIRST_RETRY_MS * 2 ** failures));
  }

  async #tell(objectKey: ObjectKey, { status, metadata: { uid } }: ApiService, finding: Finding): Promise<void> {
    const { now } = this.#client;
    if (conditionsWith(status?.conditions ?? [], finding, now) === undefined) return;
    const change = (object: ApiService): void => {
      const before = object.status?.conditions ?? [];
      object.status = { ...object.status, conditions: conditionsWith(before, finding, now) ?? before };
    };
    await this.#client.edit(objectKey, change, { subresource: 'status', uid });
  }

  async #backing({ namespace = '', name = '' }: NonNullable<ApiServiceSpec['service']>): Promise<Backing> {
    const { catalog } = this.#client.mapper;
    const services = catalog.find('', 'v1', 'services');
    const slices = catalog.find('discovery.k8s.io', 'v1', 'endpointslices');
    const service = services && (await this.#client.object({ served: services, namespace, name }));
    const entries = slices === undefined ? [] : await this.#client.list(slices, namespace);
    const own = entries.filter((entry) => sliceOwner(entry) === `${namespace}/${name}`);
    return { service: service ?? null, slices: own.map((entry) => parseEntry(entry)) };
  }

  #objectKey(name: string): ObjectKey | undefined {
    const served = this.#client.mapper.catalog.find(GROUP, 'v1', 'apiservices');
    return served === undefined ? undefined : { served, namespace: '', name };
  }
}

/** The registrations of the versions that a definition serves. */
function wantedBy({ spec }: CustomResourceDefinition): ReadonlyMap<string, ApiServiceSpec> {
  const { group } = spec;
  const served = (spec.versions ?? []).filter((version) => version.served);
  return new Map(
    served.map(({ name: version }) => [
      `${version}.${group}`,
      { group, version, groupPriorityMinimum: 1000, versionPriority: 100 },
    ]),
  );
}

/** The service that an endpoint slice belongs to. */
function sliceOwner(entry: Entry): string {
  const { labels = {} } = parseEntry(entry).metadata;
  return `${namespaceOf(entry.key)}/${labels[SERVICE_NAME] ?? ''}`;
}
