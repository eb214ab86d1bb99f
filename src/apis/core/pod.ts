import type { RequestContext } from '#machinery';
import { nameIsDnsSubdomain } from '#meta';
import { type BuiltinStrategy, builtin } from '#resource';
import { podEviction } from '../policy/eviction.ts';
import { podBinding } from './pod/binding.ts';
import { prepareEphemeral, validateEphemeral } from './pod/ephemeral-containers.ts';
import { beginPodDelete, podGracePeriod } from './pod/graceful-deletion.ts';
import { nodeRequests } from './pod/node-requests.ts';
import { podColumns } from './pod/pod-columns.ts';
import { setPodDefaults } from './pod/pod-defaults.ts';
import { prepareResize, validateResize } from './pod/pod-resize.ts';
import { podStatusWarnings, preparePodStatus, validatePodStatus } from './pod/pod-status-validation.ts';
import { validateNewPod, validatePodChange } from './pod/pod-validation.ts';
import { podWarnings } from './pod/pod-warnings.ts';
import { prepareNewPod } from './pod/prepare-pod.ts';
import { withoutUnservedFields } from './pod/unserved-fields.ts';
import type { Pod } from './v1/types.gen.ts';
import { coreV1 } from './v1/types.ts';

const strategy: BuiltinStrategy<Pod> = {
  validateName: nameIsDnsSubdomain,
  tracksGeneration: true,
  returnsDeletedObject: true,
  beginDelete: beginPodDelete,
  gracePeriodSeconds: podGracePeriod,
  prepareForCreate: (pod, { now }: RequestContext) => prepareNewPod(pod, now),
  prepareForUpdate(pod, live) {
    if (live.status === undefined) delete pod.status;
    else pod.status = structuredClone(live.status);
  },
  validateCreate: validateNewPod,
  validateUpdate: validatePodChange,
  // People hardly change pods by hand, and what does it often needs no advice.
  warnings: (pod, live) => (live === undefined ? podWarnings(pod) : []),
};

export const pods = builtin({
  group: '',
  version: 'v1',
  kind: 'Pod',
  resource: 'pods',
  shortNames: ['po'],
  categories: ['all'],
  namespaced: true,
  type: coreV1.type('Pod'),
  defaults: setPodDefaults,
  strategy: withoutUnservedFields(strategy, ({ spec }: Pod) => spec),
  subresources: [
    ...nodeRequests,
    podBinding,
    podEviction,
    {
      name: 'ephemeralcontainers',
      noTable: true,
      strategy: { prepareForUpdate: prepareEphemeral, validateUpdate: validateEphemeral },
    },
    { name: 'resize', noTable: true, strategy: { prepareForUpdate: prepareResize, validateUpdate: validateResize } },
    {
      name: 'status',
      resets: [['spec'], ['metadata', 'deletionTimestamp'], ['metadata', 'ownerReferences']],
      strategy: {
        prepareForUpdate: preparePodStatus,
        validateUpdate: validatePodStatus,
        warnings: podStatusWarnings,
      },
    },
  ],
  selectableFields: {
    'spec.nodeName': ({ spec }: Pod) => spec?.nodeName ?? '',
    'spec.restartPolicy': ({ spec }: Pod) => spec?.restartPolicy ?? '',
    'spec.schedulerName': ({ spec }: Pod) => spec?.schedulerName ?? '',
    'spec.serviceAccountName': ({ spec }: Pod) => spec?.serviceAccountName ?? '',
    'spec.hostNetwork': ({ spec }: Pod) => String(spec?.hostNetwork ?? false),
    'status.phase': ({ status }: Pod) => status?.phase ?? '',
    'status.podIP': ({ status }: Pod) => status?.podIPs?.[0]?.ip ?? '',
    'status.podIPs': ({ status }: Pod) => status?.podIPs?.[0]?.ip ?? '',
    'status.nominatedNodeName': ({ status }: Pod) => status?.nominatedNodeName ?? '',
  },
  columns: podColumns,
});
