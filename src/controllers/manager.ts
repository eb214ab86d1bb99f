import { QuotaLedger } from '#admission';
import {
  InformerStore,
  InProcessClient,
  type RegistryInformers,
  ResourceMapper,
  registryInformers,
} from '#in-process-client';
import type { Catalog } from '#machinery';
import type { World } from '#meta';
import type { Registry } from '#registry';
import { PolicyStatusController } from './admission-policies/policy-status-controller.ts';
import { type AggregatedServers, noServers } from './apiservices/aggregated-servers.ts';
import { ApiServiceController } from './apiservices/apiservice-controller.ts';
import { RemoteDocumentController } from './apiservices/remote-document-controller.ts';
import { CaInjector } from './ca-injection/ca-injector.ts';
import type { Controller } from './controller.ts';
import type { ControllerName } from './controller-names.ts';
import {
  ConversionPolicyController,
  type ConversionPolicyParts,
} from './conversion-policies/conversion-policy-controller.ts';
import { DefinitionController, type DefinitionControllerParts } from './definitions/definition-controller.ts';
import { DisruptionController } from './disruption/disruption-controller.ts';
import { FlowSchemaController } from './flowcontrol/flow-schema-controller.ts';
import { GarbageCollector } from './garbage-collector/garbage-collector.ts';
import { RemoteGarbage } from './garbage-collector/remote-garbage.ts';
import { NamespaceController } from './namespace/namespace-controller.ts';
import { NamespacedDefaultController } from './namespaced-default-controller.ts';
import { defaultServiceAccount, rootCaConfigMap } from './namespaced-defaults.ts';
import { ReconcileLoop, type ReconcilerRegistration } from './reconcile-loop.ts';
import { type ReconcilerName, reconcilerTable } from './reconciler-table.ts';
import { ResourceQuotaController } from './resource-quota/resource-quota-controller.ts';
import { RoleAggregation } from './role-aggregation/role-aggregation.ts';
import { MIGRATION_RUNNER, MigrationController } from './storage-migration/migration-controller.ts';
import type { RunningMigration } from './storage-migration/running-migration.ts';
import { type SecretTokenMaker, TokenSecrets } from './token-secrets/token-secrets.ts';

export interface ControllersOptions {
  readonly names: readonly ControllerName[];
  readonly catalog: () => Catalog;
  readonly registry: Registry;
  readonly world: World;
  /** The certificate (PEM) that clients trust the server by. */
  readonly rootCa: string;
  /** More reconcilers, by their names, which run whatever `names` says. */
  readonly more?: { readonly [name: string]: ReconcilerRegistration };
  /** Whether reconcilers write Events. */
  readonly tellsEvents?: boolean;
  /** What admission has charged to quotas of late. */
  readonly quotaLedger?: QuotaLedger;
  /** Makes the token that lies in a secret. */
  readonly secretToken: SecretTokenMaker;
  /** Serves what definitions of custom resources define. */
  readonly definitions?: DefinitionControllerOptions;
  /** Asks the servers that versions of groups are registered for. */
  readonly aggregatedServers?: AggregatedServers;
  /** What is to be said of the rules that convert custom resources. */
  readonly conversionPolicies?: Pick<ConversionPolicyParts, 'conditionsOf'>;
}

type DefinitionControllerOptions = Omit<DefinitionControllerParts, 'client'>;

export interface RunningControllers {
  /**
   * Resolves when everything that has happened, and all that follows from it, is reconciled. Work that fails again and
   * again, or waits for a client, is not waited for.
   */
  settle(): Promise<void>;
  /** Whether no work runs or waits. Work that is due later does not count. */
  readonly isIdle: boolean;
  /** A client has asked for something in a namespace. */
  onRequest(namespace: string): void;
  /** How the webhook of a definition is doing has changed. */
  definitionChanged(name: string): void;
  /** Kinds have come or gone: `catalog()` gives another answer. */
  catalogChanged(): void;
  /** The migrations of stored objects that run now, or ran last. */
  migrations(): readonly RunningMigration[];
  /** Finishes running writes and begins no more. Called before the store is closed. */
  stop(): Promise<void>;
}

interface Parts extends ControllersOptions {
  readonly informer: RegistryInformers;
  readonly mapper: ResourceMapper;
  readonly store: InformerStore;
  client(account: string): InProcessClient;
}

const makers: { readonly [N in ControllerName]: (parts: Parts) => Controller } = {
  namespace: ({ client, aggregatedServers = noServers }) =>
    new NamespaceController(client('namespace-controller'), aggregatedServers),
  'garbage-collector': ({ client, informer, aggregatedServers: servers = noServers }) =>
    new GarbageCollector({
      client: client('generic-garbage-collector'),
      waitForSync: (revision) => informer.waitForSync(revision),
      servers,
    }),
  resourcequota: ({ client, informer, quotaLedger = new QuotaLedger(() => 0) }) =>
    new ResourceQuotaController({
      client: client('resourcequota-controller'),
      ledger: quotaLedger,
      waitForSync: (revision) => informer.waitForSync(revision),
    }),
  disruption: ({ client }) => new DisruptionController(client('disruption-controller')),
  serviceaccount: ({ client }) =>
    new NamespacedDefaultController(client('service-account-controller'), defaultServiceAccount),
  'root-ca-certificate-publisher': ({ client, rootCa }) =>
    new NamespacedDefaultController(client('root-ca-cert-publisher'), rootCaConfigMap(rootCa)),
  'serviceaccount-token': ({ client, rootCa, secretToken }) =>
    new TokenSecrets({ client: client('tokens-controller'), rootCa, secretToken }),
  'clusterrole-aggregation': ({ registry, mapper }) => {
    const account = 'clusterrole-aggregation-controller';
    return new RoleAggregation(new InProcessClient({ registry, mapper, account, manager: account }));
  },
  'validatingadmissionpolicy-status': ({ registry, mapper }) => {
    const account = 'validatingadmissionpolicy-status-controller';
    const manager = 'validatingadmissionpolicy-status';
    return new PolicyStatusController(new InProcessClient({ registry, mapper, account, manager }));
  },
  'storage-version-migrator': ({ registry, mapper }) => {
    const account = 'storage-version-migrator-controller';
    return new MigrationController({
      client: new InProcessClient({ registry, mapper, account, manager: account }),
      runner: new InProcessClient({ registry, mapper, account, manager: MIGRATION_RUNNER }),
    });
  },
  ...reconcileLoops(),
};

function reconcileLoops(): { readonly [N in ReconcilerName]: (parts: Parts) => Controller } {
  const entries = Object.entries(reconcilerTable as { readonly [name: string]: ReconcilerRegistration }).map(
    ([name, registration]) => {
      return [name, (parts: Parts): Controller => reconcileLoop(parts, name, registration)];
    },
  );
  return Object.fromEntries(entries);
}

function reconcileLoop(parts: Parts, name: string, registration: ReconcilerRegistration): Controller {
  const { registry, mapper, tellsEvents = false } = parts;
  const { serviceAccount: account, identity } = registration;
  const client = new InProcessClient({
    registry,
    mapper,
    account,
    ...(identity && { user: identity.user, manager: identity.manager }),
  });
  return new ReconcileLoop({ ...parts, name, registration, client, tellsEvents });
}

/** Starts the chosen controllers and returns at once; they learn what is there by themselves. */
export function startControllers(options: ControllersOptions): RunningControllers {
  const { names, registry, catalog, world } = options;
  const mapper = new ResourceMapper(catalog);
  const informer = registryInformers({ registry, world, mapper });
  const client = (account: string): InProcessClient => new InProcessClient({ registry, mapper, account });
  const parts = { ...options, informer, mapper, store: new InformerStore(), client };
  const inServer = (account: string, manager: string): InProcessClient =>
    new InProcessClient({ registry, mapper, account, manager });
  const definitions =
    options.definitions &&
    new DefinitionController({
      ...options.definitions,
      // In Kubernetes this one runs in the server itself.
      client: inServer('crd-controller', 'kube-apiserver'),
    });
  const policies =
    options.conversionPolicies &&
    new ConversionPolicyController({
      ...options.conversionPolicies,
      client: inServer('crd-controller', 'kube-apiserver'),
    });
  const aggregator = inServer('kube-aggregator', 'kube-apiserver');
  const servers = options.aggregatedServers ?? noServers;
  const apiServices = new ApiServiceController(aggregator, servers);
  const remoteDocuments = new RemoteDocumentController(aggregator, servers);
  const flowSchemas = new FlowSchemaController(
    inServer('flow-control', 'api-priority-and-fairness-config-consumer-v1'),
  );
  const caInjector = new CaInjector(inServer('webhook-ca-injector', 'pinnace'));
  // They always run: without them custom resources would not be served, or not be registered.
  const chosen = names.map((name) => makers[name](parts));
  const collector = chosen.find((controller) => controller instanceof GarbageCollector);
  const controllers: readonly Controller[] = [
    ...(definitions ? [definitions, apiServices, remoteDocuments, flowSchemas] : []),
    ...(policies ? [policies] : []),
    caInjector,
    ...chosen,
    ...(collector ? [new RemoteGarbage({ client: client('generic-garbage-collector'), servers, collector })] : []),
    ...Object.entries(options.more ?? {}).map(([name, registration]) => reconcileLoop(parts, name, registration)),
  ];
  let known = catalog();
  const listening = controllers.filter(({ onRequest }) => onRequest !== undefined);
  informer.start(controllers);
  return {
    settle: () => settle(informer, controllers),
    get isIdle() {
      return controllers.every(({ queue }) => queue.isIdle);
    },
    onRequest(namespace) {
      for (const controller of listening) controller.onRequest?.(namespace);
    },
    definitionChanged: (name) => definitions?.reconsider(name),
    catalogChanged() {
      // Most of what happens to a definition, its status above all, changes nothing of what it serves.
      if (catalog() === known) return;
      known = catalog();
      informer.refresh();
      for (const controller of controllers) controller.catalogChanged?.();
    },
    migrations: () => controllers.flatMap((one) => (one instanceof MigrationController ? one.migrations() : [])),
    async stop() {
      // The informer stops first, so that no new work comes in and nobody waits for it.
      await Promise.all([informer.stop(), ...controllers.map(({ queue }) => queue.stop())]);
    },
  };
}

/** Work causes changes, and changes cause work: it is settled after a round without either. */
async function settle(informer: RegistryInformers, controllers: readonly Controller[]): Promise<void> {
  for (;;) {
    const revision = await informer.newestRevision();
    await informer.waitForSync(revision);
    for (const controller of controllers) controller.finishNow?.();
    for (const { queue } of controllers) await queue.idle();
    if (controllers.every(({ queue }) => queue.isIdle) && (await informer.newestRevision()) === revision) return;
  }
}
