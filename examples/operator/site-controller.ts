// Makes a ConfigMap of every page of a site, removes those of pages that are gone, and writes the status.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, Informer, objectKey, resourceRef, WorkQueue } from 'pinnace/client';
import type { ConfigMap } from 'pinnace/types/core/v1';
import { type SiteObject, siteInformer, sites } from './api/web.example.com/v1/client.gen.ts';

const configMaps = resourceRef<ConfigMap>({
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
});
const siteLabel = 'web.example.com/site';
const fieldManager = 'site-controller';

export class SiteController implements AsyncDisposable {
  readonly #client: Client;
  readonly #sites: Informer<SiteObject>;
  readonly #pages: Informer<ConfigMap>;
  readonly #queue: WorkQueue;

  constructor(client: Client) {
    this.#client = client;
    this.#queue = new WorkQueue({ name: fieldManager, world, work: (key) => this.#reconcile(key) });
    this.#sites = siteInformer(client);
    this.#pages = new Informer(client.resource(configMaps), { labelSelector: siteLabel });
  }

  /** Begins; what is there already is looked at too. */
  async start(): Promise<this> {
    const ofSite = (site: SiteObject): void => this.#queue.add(objectKey(site));
    this.#sites.addEventHandler({ onAdd: ofSite, onUpdate: ofSite });
    // Somebody who removes or changes a page finds it made again.
    const ofPage = ({ metadata }: ConfigMap): void =>
      this.#queue.add(`${metadata.namespace}/${metadata.labels?.[siteLabel]}`);
    this.#pages.addEventHandler({ onUpdate: ofPage, onDelete: ofPage });
    await Promise.all([this.#sites.start().waitForSync(), this.#pages.start().waitForSync()]);
    return this;
  }

  /** When nothing is left to do. */
  settled(): Promise<void> {
    return this.#queue.idle();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#queue.stop(), this.#sites.stop(), this.#pages.stop()]);
  }

  async #reconcile(key: string): Promise<void> {
    const [namespace = '', name = ''] = key.split('/');
    const site = this.#sites.lister.inNamespace(namespace).get(name);
    // The garbage collector removes the pages of a site that is gone.
    if (site === undefined || site.metadata.deletionTimestamp) return;
    const wanted = new Map(Object.entries(site.spec.pages ?? {}).map(([page, text]) => [`${name}-${page}`, text]));
    const maps = this.#client.resource(configMaps).inNamespace(namespace);
    for (const [page, text] of wanted) await maps.apply(pageOf(site, page, text), { fieldManager, force: true });
    const there = await maps.list({ labelSelector: `${siteLabel}=${name}` });
    for (const { metadata } of there.items)
      if (!wanted.has(metadata.name ?? '')) await maps.delete(metadata.name ?? '');
    await this.#tell(site, wanted.size);
  }

  async #tell(site: SiteObject, pages: number): Promise<void> {
    const { name = '', namespace = '', generation = 1 } = site.metadata;
    if (site.status?.observedGeneration === generation && site.status.pages === pages) return;
    const ready = {
      type: 'Ready',
      status: 'True',
      reason: 'Written',
      message: `${pages} pages are there`,
      lastTransitionTime: new Date().toISOString().replace(/\.\d+/, ''),
    };
    await this.#client
      .resource(sites)
      .inNamespace(namespace)
      .applyStatus(
        { metadata: { name }, status: { observedGeneration: generation, pages, conditions: [ready] } },
        { fieldManager, force: true },
      );
  }
}

function pageOf({ metadata, spec }: SiteObject, name: string, text: string) {
  const { name: owner = '', uid = '' } = metadata;
  return {
    metadata: {
      name,
      labels: { [siteLabel]: owner },
      ownerReferences: [{ apiVersion: `${sites.group}/${sites.version}`, kind: 'Site', name: owner, uid }],
    },
    data: { 'index.html': `<title>${spec.title}</title>${text}` },
  };
}

/** The clock and the log of a program. */
const world = {
  clock: {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    sleep: (ms: number, signal?: AbortSignal) =>
      sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
  },
  log: console,
};
