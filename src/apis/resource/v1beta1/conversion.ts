import { structConversion } from '#machinery';
import { defaultRequest } from '../claim-validation.ts';
import { resourceV1 } from '../v1/types.ts';
import type { Types } from './types.gen.ts';
import { resourceV1beta1 } from './types.ts';

export function defaultClaim({ devices }: Types['ResourceClaimSpec']): void {
  for (const request of devices?.requests ?? []) {
    // Without a class it is a list of choices, or wrong: it is not to look like both.
    defaultRequest(request, { amount: Boolean(request.deviceClassName) });
    for (const choice of request.firstAvailable ?? []) defaultRequest(choice);
  }
}

const isSaid = (value: unknown): boolean => value !== undefined && value !== '' && value !== 0;

/** A request that is no list of choices holds itself what v1 has under `exactly`. */
const requestToHub = structConversion(resourceV1beta1.type('DeviceRequest'), resourceV1.type('DeviceRequest'), {
  set: {
    exactly: ({ name: _, firstAvailable: __, ...own }) => (Object.values(own).some(isSaid) ? own : undefined),
  },
  reads: ['deviceClassName', 'selectors', 'allocationMode', 'count', 'adminAccess', 'tolerations', 'capacity'],
});
const requestFromHub = structConversion(resourceV1.type('DeviceRequest'), resourceV1beta1.type('DeviceRequest'), {
  set: {
    deviceClassName: ({ exactly }) => exactly?.deviceClassName,
    selectors: ({ exactly }) => exactly?.selectors,
    allocationMode: ({ exactly }) => exactly?.allocationMode,
    count: ({ exactly }) => exactly?.count,
    adminAccess: ({ exactly }) => exactly?.adminAccess,
    tolerations: ({ exactly }) => exactly?.tolerations,
    capacity: ({ exactly }) => exactly?.capacity,
  },
  reads: ['exactly'],
});

const devicesToHub = structConversion(resourceV1beta1.type('DeviceClaim'), resourceV1.type('DeviceClaim'), {
  set: { requests: requestToHub },
});
const devicesFromHub = structConversion(resourceV1.type('DeviceClaim'), resourceV1beta1.type('DeviceClaim'), {
  set: { requests: requestFromHub },
});

const specToHub = structConversion(resourceV1beta1.type('ResourceClaimSpec'), resourceV1.type('ResourceClaimSpec'), {
  set: { devices: devicesToHub },
});
const specFromHub = structConversion(resourceV1.type('ResourceClaimSpec'), resourceV1beta1.type('ResourceClaimSpec'), {
  set: { devices: devicesFromHub },
});

export const claimToHub = structConversion(resourceV1beta1.type('ResourceClaim'), resourceV1.type('ResourceClaim'), {
  set: { spec: specToHub },
});
export const claimFromHub = structConversion(resourceV1.type('ResourceClaim'), resourceV1beta1.type('ResourceClaim'), {
  set: { spec: specFromHub },
});

/** The claim that a template makes is one level deeper. */
export const templateToHub = structConversion(
  resourceV1beta1.type('ResourceClaimTemplate'),
  resourceV1.type('ResourceClaimTemplate'),
  {
    set: {
      spec: structConversion(
        resourceV1beta1.type('ResourceClaimTemplateSpec'),
        resourceV1.type('ResourceClaimTemplateSpec'),
        { set: { spec: specToHub } },
      ),
    },
  },
);
export const templateFromHub = structConversion(
  resourceV1.type('ResourceClaimTemplate'),
  resourceV1beta1.type('ResourceClaimTemplate'),
  {
    set: {
      spec: structConversion(
        resourceV1.type('ResourceClaimTemplateSpec'),
        resourceV1beta1.type('ResourceClaimTemplateSpec'),
        { set: { spec: specFromHub } },
      ),
    },
  },
);

/** Facts about a device, which this version keeps under `basic`. */
const deviceToHub = structConversion(resourceV1beta1.type('Device'), resourceV1.type('Device'), {
  set: {
    attributes: ({ basic }) => basic?.attributes,
    capacity: ({ basic }) => basic?.capacity,
    consumesCounters: ({ basic }) => basic?.consumesCounters,
    nodeName: ({ basic }) => basic?.nodeName,
    nodeSelector: ({ basic }) => basic?.nodeSelector,
    allNodes: ({ basic }) => basic?.allNodes,
    taints: ({ basic }) => basic?.taints,
    bindsToNode: ({ basic }) => basic?.bindsToNode,
    bindingConditions: ({ basic }) => basic?.bindingConditions,
    bindingFailureConditions: ({ basic }) => basic?.bindingFailureConditions,
    allowMultipleAllocations: ({ basic }) => basic?.allowMultipleAllocations,
    nodeAllocatableResourceMappings: ({ basic }) => basic?.nodeAllocatableResourceMappings,
  },
  reads: ['basic'],
});
const deviceFromHub = structConversion(resourceV1.type('Device'), resourceV1beta1.type('Device'), {
  set: { basic: ({ name: _, ...basic }) => basic },
  reads: [
    'attributes',
    'capacity',
    'consumesCounters',
    'nodeName',
    'nodeSelector',
    'allNodes',
    'taints',
    'bindsToNode',
    'bindingConditions',
    'bindingFailureConditions',
    'allowMultipleAllocations',
    'nodeAllocatableResourceMappings',
  ],
});

export const sliceToHub = structConversion(resourceV1beta1.type('ResourceSlice'), resourceV1.type('ResourceSlice'), {
  set: {
    spec: structConversion(resourceV1beta1.type('ResourceSliceSpec'), resourceV1.type('ResourceSliceSpec'), {
      set: {
        // This version has no unset value for the field: it is empty instead.
        nodeName: ({ nodeName }) => nodeName || undefined,
        allNodes: ({ allNodes }) => allNodes || undefined,
        devices: deviceToHub,
      },
    }),
  },
});
export const sliceFromHub = structConversion(resourceV1.type('ResourceSlice'), resourceV1beta1.type('ResourceSlice'), {
  set: {
    spec: structConversion(resourceV1.type('ResourceSliceSpec'), resourceV1beta1.type('ResourceSliceSpec'), {
      set: {
        nodeName: ({ nodeName }) => nodeName,
        allNodes: ({ allNodes }) => allNodes,
        devices: deviceFromHub,
      },
    }),
  },
});
