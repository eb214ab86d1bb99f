import type { Types } from './v1/types.gen.ts';

export type Backend = Types['IngressBackend'];
export type HttpPath = Types['HTTPIngressPath'];
export type IngressRule = Types['IngressRule'];
export type IngressTls = Types['IngressTLS'];
export type IngressSpec = Types['IngressSpec'];
type IngressPoint = Types['IngressLoadBalancerIngress'];
export type Ingress = Types['Ingress'];

export const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

export const pointsOf = ({ status }: Ingress): readonly IngressPoint[] => status?.loadBalancer?.ingress ?? [];
