import type { DefinitionStatusWrite } from '#controllers';
import { type HeavyJob, type HeavyReply, type HeavyServer, isHeavyEntry } from '#http';
import { ApiError, type Status } from '#meta';
import type { StoreView } from '../wire-registry.ts';
import { DEFINITIONS_PREFIX } from './copied-prefixes.ts';

/** The user of the controller of definitions, as in Kubernetes. */
const user = {
  name: 'system:serviceaccount:kube-system:crd-controller',
  uid: '',
  groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
  extra: {},
};

/** Writes the status of large definitions as a patch in another thread: the rest of them is not looked at in this one. */
export function definitionStatusWriter(
  heavy: HeavyServer,
  { cached }: StoreView,
): (write: DefinitionStatusWrite) => Promise<void> | undefined {
  return (write) => {
    const entry = cached(DEFINITIONS_PREFIX)?.get(write.name);
    return entry !== undefined && isHeavyEntry(entry, heavy.limits) ? patch(heavy, write) : undefined;
  };
}

async function patch(heavy: HeavyServer, write: DefinitionStatusWrite): Promise<void> {
  const reply = await heavy.serve(jobOf(write));
  // A definition that was deleted meanwhile needs no status.
  if (reply.status >= 300 && reply.status !== 404) throw errorOf(reply);
}

function jobOf({ name, uid, status, finalizers }: DefinitionStatusWrite): HeavyJob {
  const operations = [
    { op: 'test', path: '/metadata/uid', value: uid },
    { op: 'add', path: '/status', value: status },
    ...(finalizers === undefined ? [] : [{ op: 'add', path: '/metadata/finalizers', value: finalizers }]),
  ];
  return {
    method: 'PATCH',
    path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}/status`,
    query: 'fieldManager=kube-apiserver',
    headers: { 'content-type': 'application/json-patch+json', accept: 'application/json' },
    group: 'apiextensions.k8s.io',
    user,
    body: new Uint8Array(Buffer.from(JSON.stringify(operations))),
  };
}

function errorOf({ body }: HeavyReply): ApiError {
  const { code = 500, message = '', reason, details } = JSON.parse(Buffer.from(body).toString()) as Status;
  return new ApiError({
    code,
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
  });
}
