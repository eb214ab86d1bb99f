import type { ResourceDefinition } from '#machinery';
import { type FieldError, fieldErrors, nameIsDnsLabel, path } from '#meta';
import { type BuiltinStrategy, type BuiltinSubresource, builtin } from '#resource';
import { validateAddressChange } from './service/address-validation.ts';
import { serviceColumns } from './service/columns.ts';
import { defaultService } from './service/defaults.ts';
import { dropMeaningless, dropUnshownPolicy } from './service/linked-fields.ts';
import type { SharedNetwork } from './service/network.ts';
import { serviceProxy } from './service/proxy.ts';
import { reserveForService } from './service/reserve.ts';
import { needsHealthCheckPort, type Service, specOf } from './service/service.ts';
import { validateLoadBalancerClass, validateLoadBalancerStatus } from './service/traffic-validation.ts';
import { validateService } from './service/validation.ts';
import { serviceWarnings, statusWarnings } from './service/warnings.ts';
import { coreV1 } from './v1/types.ts';

function prepareForUpdate(service: Service, live: Service): void {
  if (live.status === undefined) delete service.status;
  else service.status = structuredClone(live.status);
  dropMeaningless(specOf(service), live.spec ?? {});
  // Taking a load balancer down takes time, but the service is no longer reached through it.
  if (service.spec?.type !== 'LoadBalancer') delete service.status?.loadBalancer;
}

function validateUpdate(service: Service, live: Service): FieldError[] {
  const spec = service.spec ?? {};
  const before = live.spec ?? {};
  return [
    ...validateAddressChange(spec, before),
    ...validateClassChange(service, live),
    ...validateLoadBalancerClass(spec),
    ...(needsHealthCheckPort(before) &&
    needsHealthCheckPort(spec) &&
    spec.healthCheckNodePort !== before.healthCheckNodePort
      ? [fieldErrors.forbidden(path('spec', 'healthCheckNodePort'), 'field is immutable')]
      : []),
    ...validateService(service, live),
  ];
}

function validateClassChange({ spec = {} }: Service, { spec: before = {} }: Service): FieldError[] {
  if (spec.type !== 'LoadBalancer' || before.type !== 'LoadBalancer') return [];
  if (spec.loadBalancerClass === before.loadBalancerClass) return [];
  const field = path('spec', 'loadBalancerClass');
  return [fieldErrors.invalid(field, spec.loadBalancerClass ?? null, 'may not change once set')];
}

function strategyOn(network: SharedNetwork): BuiltinStrategy<Service> {
  return {
    validateName: nameIsDnsLabel,
    createsOnUpdate: true,
    returnsDeletedObject: true,
    prepareForCreate(service) {
      delete service.status;
      dropUnshownPolicy(specOf(service));
    },
    prepareForUpdate,
    validateCreate: (service) => validateService(service),
    repeats: ['change'],
    validateUpdate,
    warnings: serviceWarnings,
    reserve: (service, live, context) => reserveForService(network, { service, live, context }),
    removed: (service) => network.vacate(service),
  };
}

const status: BuiltinSubresource<Service> = {
  name: 'status',
  strategy: {
    prepareForUpdate(service, live) {
      service.spec = structuredClone(live.spec ?? {});
    },
    validateUpdate: validateLoadBalancerStatus,
    warnings: statusWarnings,
  },
};

/** Services need a network to take their addresses and ports from. */
export function servicesOn(network: SharedNetwork): ResourceDefinition {
  return builtin({
    group: '',
    version: 'v1',
    kind: 'Service',
    resource: 'services',
    shortNames: ['svc'],
    categories: ['all'],
    namespaced: true,
    storagePrefix: '/registry/services/specs/',
    type: coreV1.type('Service'),
    defaults: defaultService,
    strategy: strategyOn(network),
    subresources: [serviceProxy, status],
    selectableFields: {
      'spec.clusterIP': ({ spec }) => spec?.clusterIP ?? '',
      'spec.type': ({ spec }) => spec?.type ?? '',
    },
    columns: serviceColumns,
  });
}
