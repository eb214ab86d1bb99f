import type { CoreV1 } from '#apis';
import { countName, type Evaluator } from './evaluator.ts';

const serviceResource = { group: '', resource: 'services' };
const serviceCount = countName(serviceResource);
const names = new Set([serviceCount, 'services', 'services.nodeports', 'services.loadbalancers']);

type Service = CoreV1['Service'];

/** k8s: quota/v1/evaluator/core/services.go */
export const serviceEvaluator: Evaluator = {
  resource: serviceResource,
  changes: true,
  handles: ({ operation, subresource }) => subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'),
  counts: (name) => names.has(name),
  usage: (service: Service) => ({
    [serviceCount]: '1',
    services: '1',
    'services.loadbalancers': service.spec?.type === 'LoadBalancer' ? '1' : '0',
    'services.nodeports': String(nodePortsOf(service)),
  }),
};

/** The ports that it has or will get. */
function nodePortsOf({ spec = {} }: Service): number {
  const ports = spec.ports ?? [];
  if (spec.type !== 'NodePort' && spec.type !== 'LoadBalancer') return 0;
  if (spec.type === 'NodePort' || spec.allocateLoadBalancerNodePorts !== false) return ports.length;
  return ports.filter(({ nodePort = 0 }) => nodePort !== 0).length;
}
