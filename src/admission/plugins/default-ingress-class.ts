import type { NetworkingV1 } from '#apis';
import type { Lookup } from '../lookup.ts';
import { newestDefault } from '../newest-default.ts';
import { annotationOf, resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';

type Ingress = NetworkingV1['Ingress'];

const CLASS = 'kubernetes.io/ingress.class';
const defaultAnnotations = ['ingressclass.kubernetes.io/is-default-class'];

/** An ingress that names no class, in either way, gets the default one, if there is one. */
export function defaultIngressClass(lookup: Lookup): AdmissionPlugin {
  return {
    name: 'DefaultIngressClass',
    concerns: [{ resource: resources.ingresses, operations: ['CREATE'] }],
    async mutate({ object: ingress }: AdmissionRequest<Ingress>) {
      if (
        ingress === null ||
        ingress.spec?.ingressClassName !== undefined ||
        annotationOf(ingress, CLASS) !== undefined
      )
        return;
      const name = newestDefault(await lookup.list(resources.ingressClasses), defaultAnnotations)?.metadata.name;
      if (name !== undefined) ingress.spec = { ...ingress.spec, ingressClassName: name };
    },
  };
}
