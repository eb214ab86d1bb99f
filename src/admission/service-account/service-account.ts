import type { CoreV1 } from '#apis';
import { apiErrors, type World } from '#meta';
import { forbid } from '../forbid.ts';
import type { Lookup } from '../lookup.ts';
import { annotationOf, type Pod, type PodSpec, type Reference, resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import { type Allowed, forbiddenInContainers, forbiddenSecret, namesSecrets } from './secret-references.ts';
import { mountToken } from './token-volume.ts';

type ServiceAccount = CoreV1['ServiceAccount'];

const DEFAULT = 'default';
const MIRROR = 'kubernetes.io/config.mirror';
const ENFORCE = 'kubernetes.io/enforce-mountable-secrets';
const trueTexts = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);

/** The default account is made a moment after its namespace: how often to look, and how long to wait in between. */
const ATTEMPTS = 20;
const PAUSE_MS = 50;

/** Every pod runs as a service account that exists, and gets what belongs to it. */
export function serviceAccount(lookup: Lookup, world: Pick<World, 'clock' | 'ids'>): AdmissionPlugin {
  const accountOf = (request: AdmissionRequest<Pod>) => findAccount(request, lookup, world);
  return {
    name: 'ServiceAccount',
    concerns: [
      { resource: resources.pods, operations: ['CREATE'] },
      { resource: resources.pods, subresources: ['ephemeralcontainers'], operations: ['UPDATE'] },
    ],
    async mutate(request: AdmissionRequest<Pod>) {
      if (request.operation !== 'CREATE') return;
      if (isMirrored(request)) return refuseMirrored(request);
      const spec = specOf(request);
      if (!spec.serviceAccountName) {
        spec.serviceAccountName = DEFAULT;
        spec.serviceAccount = DEFAULT;
      }
      equip(spec, await accountOf(request), world);
    },
    async check(request: AdmissionRequest<Pod>) {
      if (request.operation === 'CREATE' && isMirrored(request)) return refuseMirrored(request);
      const { serviceAccountName = '' } = specOf(request);
      if (serviceAccountName === '') {
        const name = request.object?.metadata.name ?? '';
        throw forbid(request, `no service account specified for pod ${request.namespace}/${name}`);
      }
      refuseSecrets(request, await accountOf(request));
    },
  };
}

const specOf = ({ object }: AdmissionRequest<Pod>): PodSpec => object?.spec ?? {};

const isMirrored = ({ object }: AdmissionRequest): boolean =>
  object !== null && annotationOf(object, MIRROR) !== undefined;

async function findAccount(
  request: AdmissionRequest<Pod>,
  lookup: Lookup,
  { clock }: Pick<World, 'clock'>,
): Promise<ServiceAccount> {
  const { serviceAccountName: name = '' } = specOf(request);
  for (let attempt = 1; ; attempt++) {
    const found = await lookup.get(resources.serviceAccounts, name, request.namespace);
    if (found !== null) return found;
    if (name !== DEFAULT || attempt === ATTEMPTS) break;
    await clock.sleep(PAUSE_MS);
  }
  const { message } = apiErrors.notFound({ group: '', resource: 'serviceaccount' }, name);
  throw forbid(request, `error looking up service account ${request.namespace}/${name}: ${message}`);
}

function equip(spec: PodSpec, account: ServiceAccount, world: Pick<World, 'ids'>): void {
  if (spec.automountServiceAccountToken ?? account.automountServiceAccountToken ?? true) mountToken(spec, world);
  const pullSecrets = account.imagePullSecrets ?? [];
  if ((spec.imagePullSecrets ?? []).length > 0 || pullSecrets.length === 0) return;
  spec.imagePullSecrets = pullSecrets.map(({ name = '' }) => ({ name }));
}

/** What stands for a pod that a node runs on its own has no account, and nothing that only an account could get. */
function refuseMirrored(request: AdmissionRequest<Pod>): void {
  const spec = specOf(request);
  const tokens = (spec.volumes ?? []).flatMap(({ projected }) => projected?.sources ?? []);
  if (spec.serviceAccountName) throw forbid(request, 'a mirror pod may not reference service accounts');
  if (namesSecrets(spec)) throw forbid(request, 'a mirror pod may not reference secrets');
  if (tokens.some((source) => Object.hasOwn(source, 'serviceAccountToken'))) {
    throw forbid(request, 'a mirror pod may not use ServiceAccountToken volume projections');
  }
}

function refuseSecrets(request: AdmissionRequest<Pod>, account: ServiceAccount): void {
  if (!trueTexts.has(annotationOf(account, ENFORCE) ?? '')) return;
  const allowed = allowedBy(account);
  const spec = specOf(request);
  const why =
    request.operation === 'CREATE'
      ? forbiddenSecret(spec, allowed)
      : forbiddenInContainers('ephemeral container', spec.ephemeralContainers ?? [], allowed);
  if (why !== undefined) throw forbid(request, why);
}

function allowedBy({ metadata, secrets = [], imagePullSecrets = [] }: ServiceAccount): Allowed {
  const names = (references: readonly Reference[]) => new Set(references.map(({ name = '' }) => name));
  return { account: metadata.name ?? '', secrets: names(secrets), pullSecrets: names(imagePullSecrets) };
}
