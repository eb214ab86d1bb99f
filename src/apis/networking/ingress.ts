import type { JsonObject, KubeObject } from '#meta';

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
export interface IngressRule extends JsonObject {
  host?: string;
  http?: { paths?: HttpPath[] | null };
}
export interface IngressTls extends JsonObject {
  hosts?: string[];
  secretName?: string;
}
export interface IngressSpec extends JsonObject {
  ingressClassName?: string;
  defaultBackend?: Backend;
  tls?: IngressTls[];
  rules?: IngressRule[];
}
interface IngressPoint extends JsonObject {
  ip?: string;
  hostname?: string;
}
export interface Ingress extends KubeObject {
  spec?: IngressSpec;
  status?: { loadBalancer?: { ingress?: IngressPoint[] } };
}

export const classAnnotation = 'kubernetes.io/ingress.class';

export const pointsOf = ({ status }: Ingress): readonly IngressPoint[] => status?.loadBalancer?.ingress ?? [];
