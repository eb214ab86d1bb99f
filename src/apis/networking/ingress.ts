import { ipWarnings, path } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  type BuiltinSubresource,
  builtin,
  column,
  dropStatus,
  keepSpec,
  keepStatus,
  nameColumn,
} from '#resource';
import { CLASS_ANNOTATION, type Ingress, pointsOf } from './ingress-types.ts';
import { validateIngressChange, validateIngressStatus, validateNewIngress } from './ingress-validation.ts';
import { networkingV1 } from './v1/types.ts';

const strategy: BuiltinStrategy<Ingress> = {
  tracksGeneration: true,
  prepareForCreate: dropStatus,
  prepareForUpdate: keepStatus,
  validateCreate: validateNewIngress,
  validateUpdate: validateIngressChange,
  warnings({ metadata, spec }, live) {
    if (live !== undefined || spec?.ingressClassName !== undefined) return [];
    if (!Object.hasOwn(metadata.annotations ?? {}, CLASS_ANNOTATION)) return [];
    return [`annotation "${CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`];
  },
};

const status: BuiltinSubresource<Ingress> = {
  name: 'status',
  strategy: {
    prepareForUpdate: keepSpec,
    validateUpdate: validateIngressStatus,
    warnings: (ingress) =>
      pointsOf(ingress).flatMap(({ ip = '' }, at) =>
        ip === '' ? [] : ipWarnings(ip, path('status', 'loadBalancer', 'ingress').index(at)),
      ),
  },
};

/** The first three hosts, and how many rules there are besides. */
function hosts({ spec }: Ingress): string {
  const rules = spec?.rules ?? [];
  const named = rules.filter(({ host }) => host);
  if (named.length === 0) return '*';
  const shown = named.slice(0, 3);
  const isMore = shown.length === 3 && shown[2] !== rules.at(-1);
  const text = shown.map(({ host }) => host).join(',');
  return isMore ? `${text} + ${rules.length - 3} more...` : text;
}

function addresses(ingress: Ingress): string {
  return [...new Set(pointsOf(ingress).flatMap(({ ip, hostname }) => ip || hostname || []))].sort().join(',');
}

export const ingresses = builtin({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'Ingress',
  resource: 'ingresses',
  formerly: ['extensions/v1beta1', 'networking.k8s.io/v1beta1'],
  shortNames: ['ing'],
  namespaced: true,
  storagePrefix: '/registry/ingress/',
  type: networkingV1.type('Ingress'),
  strategy,
  subresources: [status],
  columns: [
    nameColumn,
    column('Class', 'Who cares for it.', ({ spec }: Ingress) => spec?.ingressClassName ?? '<none>'),
    column('Hosts', 'The hosts it is for.', hosts),
    column('Address', 'Where it can be reached.', addresses),
    column('Ports', 'The ports it is reached at.', ({ spec }: Ingress) =>
      (spec?.tls ?? []).length > 0 ? '80, 443' : '80',
    ),
    ageColumn,
  ],
});
