import type { CoreV1 } from '#apis';
import { type ApiError, apiErrors, whenReady } from '#meta';
import { forbid } from '../forbid.ts';
import type { Lookup } from '../lookup.ts';
import { resources } from '../objects.ts';
import type { AdmissionAttributes, MetadataPlugin } from '../plugin.ts';

const immortalNamespaces = new Set(['default', 'kube-system', 'kube-public']);
const namespaceResource = resources.namespaces;

/**
 * Nothing is created in a namespace that is absent or on its way out, and the three namespaces that everything relies
 * on cannot be deleted. k8s: plugin/namespace/lifecycle/admission.go
 */
export function namespaceLifecycle(lookup: Lookup): MetadataPlugin {
  return {
    name: 'NamespaceLifecycle',
    looksAt: 'metadata',
    mutate(request) {
      if (isNamespace(request)) return refuseImmortal(request);
      if (
        request.operation === 'CONNECT' ||
        request.namespace === '' ||
        request.operation === 'DELETE' ||
        isAccessReview(request)
      )
        return undefined;
      return whenReady(lookup.get(namespaceResource, request.namespace), (namespace) => {
        if (namespace === null) throw apiErrors.notFound(namespaceResource, request.namespace);
        if (request.operation === 'CREATE' && isTerminating(namespace)) throw terminating(request);
      });
    },
  };
}

function isNamespace({ kind }: AdmissionAttributes): boolean {
  return kind.group === '' && kind.kind === 'Namespace';
}

/** Asking what one may do is allowed anywhere, also about namespaces that do not exist. */
function isAccessReview({ resource }: AdmissionAttributes): boolean {
  return resource.group === 'authorization.k8s.io' && resource.resource === 'localsubjectaccessreviews';
}

function refuseImmortal({ operation, name }: AdmissionAttributes): void {
  if (operation !== 'DELETE' || !immortalNamespaces.has(name)) return;
  throw apiErrors.forbidden(namespaceResource, name, 'this namespace may not be deleted');
}

function isTerminating({ status, metadata }: CoreV1['Namespace']): boolean {
  return status?.phase === 'Terminating' || metadata.deletionTimestamp !== undefined;
}

function terminating(request: AdmissionAttributes): ApiError {
  const { namespace } = request;
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const error = forbid(request, why);
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  };
  return error.amended({ details: { ...error.status.details, causes: [cause] } });
}
