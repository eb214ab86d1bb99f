import type { World } from '#meta';
import type { IsAllowed } from './authorization.ts';
import { limitRanger } from './limit-ranger/limit-ranger.ts';
import type { Lookup } from './lookup.ts';
import type { AdmissionPlugin } from './plugin.ts';
import {
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  clusterTrustBundleAttest,
  type ReadOrganizations,
} from './plugins/certificates.ts';
import { defaultIngressClass } from './plugins/default-ingress-class.ts';
import { defaultStorageClass } from './plugins/default-storage-class.ts';
import { defaultTolerationSeconds } from './plugins/default-toleration-seconds.ts';
import { denyServiceExternalIps } from './plugins/deny-service-external-ips.ts';
import { namespaceLifecycle } from './plugins/namespace-lifecycle.ts';
import { ownerReferencesPermissionEnforcement, type ResourcesOf } from './plugins/owner-references.ts';
import { persistentVolumeClaimResize } from './plugins/persistent-volume-claim-resize.ts';
import { podResizeValidator, type ReadRequests } from './plugins/pod-resize-validator.ts';
import { podTopologyLabels } from './plugins/pod-topology-labels.ts';
import { priority } from './plugins/priority.ts';
import { runtimeClass } from './plugins/runtime-class.ts';
import { storageObjectInUseProtection } from './plugins/storage-object-in-use-protection.ts';
import { taintNodesByCondition } from './plugins/taint-nodes-by-condition.ts';
import { podSecurity } from './pod-security/pod-security.ts';
import type { PolicyParts } from './policies/dispatch.ts';
import { mutatingAdmissionPolicy } from './policies/mutating.ts';
import { validatingAdmissionPolicy } from './policies/validating.ts';
import { type ResourceQuotaParts, resourceQuota } from './resource-quota/plugin.ts';
import { serviceAccount } from './service-account/service-account.ts';
import type { WebhookParts } from './webhooks/call-webhook.ts';
import { mutatingAdmissionWebhook } from './webhooks/mutating.ts';
import { validatingAdmissionWebhook } from './webhooks/validating.ts';
import type { WebhookKind } from './webhooks/webhook.ts';

/** What plugins are made of. */
export interface PluginParts {
  readonly lookup: Lookup;
  readonly world: Pick<World, 'clock' | 'ids'>;
  readonly mayDo: IsAllowed;
  readonly organizationsOf: ReadOrganizations;
  readonly resourcesOf: ResourcesOf;
  readonly requestsOf: ReadRequests;
  readonly quotas: Pick<ResourceQuotaParts, 'book' | 'ledger'>;
  readonly policies: Omit<PolicyParts, 'lookup'>;
  readonly webhooks: WebhookPluginParts;
}

/** The server may show itself as somebody else to those that change and those that only check. */
type WebhookPluginParts = Omit<WebhookParts, 'lookup' | 'clients'> & {
  readonly clients: { readonly [kind in WebhookKind]: WebhookParts['clients'] };
};

interface TableRow {
  /** Kubernetes' own name for it. */
  readonly name: string;
  /** Only when it is asked for. */
  readonly off?: boolean;
  make(parts: PluginParts): AdmissionPlugin;
}

/** Every plugin, in the order in which they are asked. k8s: pkg/kubeapiserver/options/plugins.go */
const table: readonly TableRow[] = [
  { name: 'NamespaceLifecycle', make: ({ lookup }) => namespaceLifecycle(lookup) },
  { name: 'LimitRanger', make: ({ lookup }) => limitRanger(lookup) },
  { name: 'ServiceAccount', make: ({ lookup, world }) => serviceAccount(lookup, world) },
  { name: 'TaintNodesByCondition', make: () => taintNodesByCondition() },
  { name: 'PodSecurity', make: ({ lookup }) => podSecurity(lookup) },
  { name: 'Priority', make: ({ lookup }) => priority(lookup) },
  { name: 'DefaultTolerationSeconds', make: () => defaultTolerationSeconds() },
  { name: 'DefaultStorageClass', make: ({ lookup }) => defaultStorageClass(lookup) },
  { name: 'StorageObjectInUseProtection', make: () => storageObjectInUseProtection() },
  {
    name: 'OwnerReferencesPermissionEnforcement',
    off: true,
    make: ({ mayDo, resourcesOf }) => ownerReferencesPermissionEnforcement(mayDo, resourcesOf),
  },
  { name: 'PersistentVolumeClaimResize', make: ({ lookup }) => persistentVolumeClaimResize(lookup) },
  { name: 'RuntimeClass', make: ({ lookup }) => runtimeClass(lookup) },
  { name: 'CertificateApproval', make: ({ mayDo }) => certificateApproval(mayDo) },
  { name: 'CertificateSigning', make: ({ mayDo }) => certificateSigning(mayDo) },
  { name: 'ClusterTrustBundleAttest', make: ({ mayDo }) => clusterTrustBundleAttest(mayDo) },
  {
    name: 'CertificateSubjectRestriction',
    make: ({ organizationsOf }) => certificateSubjectRestriction(organizationsOf),
  },
  { name: 'DefaultIngressClass', make: ({ lookup }) => defaultIngressClass(lookup) },
  { name: 'DenyServiceExternalIPs', off: true, make: () => denyServiceExternalIps() },
  { name: 'PodTopologyLabels', make: ({ lookup }) => podTopologyLabels(lookup) },
  { name: 'PodResizeValidator', make: ({ lookup, requestsOf }) => podResizeValidator(lookup, requestsOf) },
  {
    name: 'MutatingAdmissionPolicy',
    make: ({ lookup, policies }) => mutatingAdmissionPolicy({ lookup, ...policies }),
  },
  {
    name: 'MutatingAdmissionWebhook',
    make: (parts) => mutatingAdmissionWebhook(webhookParts('mutating', parts)),
  },
  {
    name: 'ValidatingAdmissionPolicy',
    make: ({ lookup, policies }) => validatingAdmissionPolicy({ lookup, ...policies }),
  },
  {
    name: 'ValidatingAdmissionWebhook',
    make: (parts) => validatingAdmissionWebhook(webhookParts('validating', parts)),
  },
  { name: 'ResourceQuota', make: ({ quotas, world }) => resourceQuota({ ...quotas, now: () => world.clock.now() }) },
];

function webhookParts(kind: WebhookKind, { lookup, webhooks }: PluginParts): WebhookParts {
  return { lookup, ...webhooks, clients: webhooks.clients[kind] };
}

/** A list of plugins that cannot be followed. */
export class PluginChoiceError extends Error {
  readonly list: keyof ChosenPlugins;
  constructor(list: keyof ChosenPlugins, message: string) {
    super(message);
    this.name = 'PluginChoiceError';
    this.list = list;
  }
}

interface ChosenPlugins {
  /** Besides those that are on anyway. */
  readonly enable: readonly string[];
  readonly disable: readonly string[];
}

/** The plugins that are wanted, in their order. */
export function choosePlugins({ enable, disable }: ChosenPlugins, parts: PluginParts): readonly AdmissionPlugin[] {
  requireKnown('enable', enable, []);
  requireKnown('disable', disable, notHere);
  const both = enable.filter((name) => disable.includes(name));
  if (both.length > 0) throw new PluginChoiceError('enable', `${both.join(', ')} cannot be disabled as well`);
  const wanted = ({ name, off = false }: TableRow) => (!off || enable.includes(name)) && !disable.includes(name);
  return table.filter(wanted).map((row) => row.make(parts));
}

/** Plugins of the real server that there is nothing for here: who turns them off gets what they want. */
const notHere = [
  'AlwaysAdmit',
  'AlwaysDeny',
  'AlwaysPullImages',
  'EventRateLimit',
  'ExtendedResourceToleration',
  'ImagePolicyWebhook',
  'LimitPodHardAntiAffinityTopology',
  'NamespaceAutoProvision',
  'NamespaceExists',
  'NodeDeclaredFeatureValidator',
  'NodeRestriction',
  'PodGroupProtection',
  'PodNodeSelector',
  'PodTolerationRestriction',
];

function requireKnown(list: keyof ChosenPlugins, names: readonly string[], others: readonly string[]): void {
  const known = table.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name) && !others.includes(name));
  if (unknown === undefined) return;
  const what = `there is no admission plugin ${JSON.stringify(unknown)}`;
  throw new PluginChoiceError(list, `${what}; the known ones are ${known.join(', ')}`);
}
