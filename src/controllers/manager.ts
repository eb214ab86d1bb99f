import { QuotaLedger } from '#admission';
import type { Catalog } from '#machinery';
import type { World } from '#meta';
import type { Registry } from '#registry';
import { ApiServiceController } from './apiservices/apiservice-controller.ts';
import { Attendant, type Duty } from './attendant.ts';
import type { Controller } from './controller.ts';
import { type ControllerName, chooseControllers } from './controller-names.ts';
import { DefinitionController, type DefinitionControllerParts } from './definitions/definition-controller.ts';
import { DisruptionController } from './disruption/disruption-controller.ts';
import { type DutyName, duties } from './duties.ts';
import { Feed } from './feed.ts';
import { FlowSchemaController } from './flowcontrol/flow-schema-controller.ts';
import { defaultServiceAccount, rootCaConfigMap } from './furnishings.ts';
import { GarbageCollector } from './garbage-collector/garbage-collector.ts';
import { InEachNamespace } from './in-each-namespace.ts';
import { Loopback } from './loopback.ts';
import { NamespaceController } from './namespace/namespace-controller.ts';
import { Places } from './places.ts';
import { ResourceQuotaController } from './resource-quota/resource-quota-controller.ts';
import { RoleAggregation } from './role-aggregation/role-aggregation.ts';
import { Stock } from './stock.ts';
import { type SecretTokenMaker, TokenSecrets } from './token-secrets/token-secrets.ts';

export interface ControllersOptions {
  /** As `--controllers` takes them. Throws `UnknownController`. */
  readonly names: readonly string[];
  readonly catalog: () => Catalog;
  readonly registry: Registry;
  readonly world: World;
  /** The certificate (PEM) that clients trust the server by. */
  readonly rootCa: string;
  /** What admission has charged to quotas of late. */
  readonly quotaLedger?: QuotaLedger;
  /** Makes the token that lies in a secret. */
  readonly secretToken: SecretTokenMaker;
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
  /** A client has asked for something in a namespace. */
  asked(namespace: string): void;
  /** How the webhook of a definition is doing has changed. */
  definitionChanged(name: string): void;
  /** Kinds have come or gone: `catalog()` gives another answer. */
  catalogChanged(): void;
  /** Finishes what is being written and begins nothing more. Before the store is closed. */
  stop(): Promise<void>;
}

interface Parts extends ControllersOptions {
  readonly feed: Feed;
  readonly places: Places;
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
  resourcequota: ({ loopback, feed, quotaLedger = new QuotaLedger(() => 0) }) =>
    new ResourceQuotaController({
      loopback: loopback('resourcequota-controller'),
      ledger: quotaLedger,
      hasTold: (revision) => feed.hasTold(revision),
    }),
  disruption: ({ loopback }) => new DisruptionController(loopback('disruption-controller')),
  serviceaccount: ({ loopback }) => new InEachNamespace(loopback('service-account-controller'), defaultServiceAccount),
  'root-ca-certificate-publisher': ({ loopback, rootCa }) =>
    new InEachNamespace(loopback('root-ca-cert-publisher'), rootCaConfigMap(rootCa)),
  'serviceaccount-token': ({ loopback, rootCa, secretToken }) =>
    new TokenSecrets({ loopback: loopback('tokens-controller'), rootCa, secretToken }),
  'clusterrole-aggregation': ({ registry, places }) => {
    const account = 'clusterrole-aggregation-controller';
    return new RoleAggregation(new Loopback({ registry, places, account, manager: account }));
  },
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
  const places = new Places(catalog);
  const feed = new Feed({ registry, world, places });
  const loopback = (account: string): Loopback => new Loopback({ registry, places, account });
  const parts = { ...options, feed, places, stock: new Stock(), loopback };
  const inServer = (account: string, manager: string): Loopback => new Loopback({ registry, places, account, manager });
  const definitions =
    options.definitions &&
    new DefinitionController({
      ...options.definitions,
      // In Kubernetes this one runs in the server itself.
      loopback: inServer('crd-controller', 'kube-apiserver'),
    });
  const apiServices = new ApiServiceController(inServer('kube-aggregator', 'kube-apiserver'));
  const flowSchemas = new FlowSchemaController(
    inServer('flow-control', 'api-priority-and-fairness-config-consumer-v1'),
  );
  // Without them custom resources would not be served at all, or not be registered: they are not a matter of choice.
  const controllers: readonly Controller[] = [
    ...(definitions ? [definitions, apiServices, flowSchemas] : []),
    ...names.map((name) => makers[name](parts)),
  ];
  let known = catalog();
  const listening = controllers.filter(({ asked }) => asked !== undefined);
  feed.start(controllers);
  return {
    settle: () => settle(feed, controllers),
    asked(namespace) {
      for (const controller of listening) controller.asked?.(namespace);
    },
    definitionChanged: (name) => definitions?.reconsider(name),
    catalogChanged() {
      // Most of what happens to a definition, its status above all, changes nothing of what it serves.
      if (catalog() === known) return;
      known = catalog();
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
    for (const controller of controllers) controller.hasten?.();
    for (const { queue } of controllers) await queue.idle();
    if (controllers.every(({ queue }) => queue.isIdle) && (await feed.newest()) === revision) return;
  }
}
