import type { JsonObject } from '#meta';
import type { Types } from './v1/types.gen.ts';

export interface ServicePort extends JsonObject {
  name?: string;
  number?: number;
}
export interface Backend extends JsonObject {
  service?: { name?: string; port?: ServicePort };
  resource?: { apiGroup?: string | null; kind?: string; name?: string };
}
export interface HttpPath extends JsonObject {
  path?: string;
  pathType?: string | null;
  backend?: Backend;
}
export type IngressRule = Types['IngressRule'];
export type IngressTls = Types['IngressTLS'];
export type IngressSpec = Types['IngressSpec'];
interface IngressPoint extends JsonObject {
  ip?: string;
  hostname?: string;
}
export type Ingress = Types['Ingress'];

export const classAnnotation = 'kubernetes.io/ingress.class';

export const pointsOf = ({ status }: Ingress): readonly IngressPoint[] => status?.loadBalancer?.ingress ?? [];
