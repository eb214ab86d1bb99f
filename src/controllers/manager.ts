import type { Catalog } from '#machinery';
import type { World } from '#meta';
import type { Registry } from '#registry';
import { Attendant, type Duty } from './attendant.ts';
import type { Controller } from './controller.ts';
import { type ControllerName, chooseControllers } from './controller-names.ts';
import { DefinitionController, type DefinitionControllerParts } from './definitions/definition-controller.ts';
import { type DutyName, duties } from './duties.ts';
import { Feed } from './feed.ts';
import { defaultServiceAccount, rootCaConfigMap } from './furnishings.ts';
import { GarbageCollector } from './garbage-collector/garbage-collector.ts';
import { InEachNamespace } from './in-each-namespace.ts';
import { Loopback } from './loopback.ts';
import { NamespaceController } from './namespace/namespace-controller.ts';
import { Places } from './places.ts';
import { Stock } from './stock.ts';

export interface ControllersOptions {
  /** As `--controllers` takes them. Throws `UnknownController`. */
  readonly names: readonly string[];
  readonly catalog: () => Catalog;
  readonly registry: Registry;
  readonly world: World;
  /** The certificate (PEM) that clients trust the server by. */
  readonly rootCa: string;
  /** Serves what definitions of custom resources define. */
  readonly definitions?: DefinitionDuties;
}

export type DefinitionDuties = Omit<DefinitionControllerParts, 'loopback'>;

export interface RunningControllers {
  /**
   * When everything that has happened, and everything that came of it, has been seen to. What fails again and again, or
   * waits for somebody else, is not waited for.
   */
  settle(): Promise<void>;
  /** How the webhook of a definition is doing has changed. */
  definitionChanged(name: string): void;
  /** Kinds have come or gone: `catalog()` gives another answer. */
  catalogChanged(): void;
  /** Finishes what is being written and begins nothing more. Before the store is closed. */
  stop(): Promise<void>;
}

interface Parts extends ControllersOptions {
  readonly feed: Feed;
  readonly stock: Stock;
  loopback(account: string): Loopback;
}

const makers: { readonly [N in ControllerName]: (parts: Parts) => Controller } = {
  namespace: ({ loopback }) => new NamespaceController(loopback('namespace-controller')),
  'garbage-collector': ({ loopback, feed }) =>
    new GarbageCollector({
      loopback: loopback('generic-garbage-collector'),
      hasTold: (revision) => feed.hasTold(revision),
    }),
  serviceaccount: ({ loopback }) => new InEachNamespace(loopback('service-account-controller'), defaultServiceAccount),
  'root-ca-certificate-publisher': ({ loopback, rootCa }) =>
    new InEachNamespace(loopback('root-ca-cert-publisher'), rootCaConfigMap(rootCa)),
  ...attendants(),
};

function attendants(): { readonly [N in DutyName]: (parts: Parts) => Controller } {
  const entries = Object.entries(duties as { readonly [name: string]: Duty }).map(([name, duty]) => {
    const make = (parts: Parts): Controller =>
      new Attendant({ ...parts, name, duty, loopback: parts.loopback(duty.account) });
    return [name, make];
  });
  return Object.fromEntries(entries);
}

/** Starts the chosen controllers and returns at once; they learn what is there by themselves. */
export function startControllers(options: ControllersOptions): RunningControllers {
  const names = chooseControllers(options.names);
  const { registry, catalog, world } = options;
  const feed = new Feed({ registry, world, places: () => new Places(catalog()) });
  const loopback = (account: string): Loopback => new Loopback({ registry, catalog, account });
  const parts = { ...options, feed, stock: new Stock(), loopback };
  const definitions =
    options.definitions &&
    new DefinitionController({
      ...options.definitions,
      // In Kubernetes this one runs in the server itself.
      loopback: new Loopback({ registry, catalog, account: 'crd-controller', manager: 'kube-apiserver' }),
    });
  // Without it custom resources would not be served at all: it is not a matter of choice.
  const controllers: readonly Controller[] = [
    ...(definitions ? [definitions] : []),
    ...names.map((name) => makers[name](parts)),
  ];
  feed.start(controllers);
  return {
    settle: () => settle(feed, controllers),
    definitionChanged: (name) => definitions?.reconsider(name),
    catalogChanged() {
      feed.refresh();
      for (const controller of controllers) controller.catalogChanged?.();
    },
    async stop() {
      // The feed ends first, so that nothing new comes in; whoever waits for it is let go.
      await Promise.all([feed.stop(), ...controllers.map(({ queue }) => queue.stop())]);
    },
  };
}

/** Work makes changes, and changes make work: it is over when a round has brought neither. */
async function settle(feed: Feed, controllers: readonly Controller[]): Promise<void> {
  for (;;) {
    const revision = await feed.newest();
    await feed.hasTold(revision);
    for (const { queue } of controllers) await queue.idle();
    if (controllers.every(({ queue }) => queue.isIdle) && (await feed.newest()) === revision) return;
  }
}
