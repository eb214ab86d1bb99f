import type { CoreV1 } from '#apis';
import type { NamespacedDefault } from './namespaced-default-controller.ts';

/** The service account of pods that name no other. */
export const defaultServiceAccount: NamespacedDefault = {
  controller: 'serviceaccount',
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  name: 'default',
  object: {},
};

const DESCRIPTION = 'kubernetes.io/description';
const ROOT_CA_DESCRIPTION =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

type ConfigMap = CoreV1['ConfigMap'];

/** The certificate that programs in a namespace trust the server by. */
export function rootCaConfigMap(certificate: string): NamespacedDefault {
  const data = { 'ca.crt': certificate };
  return {
    controller: 'root-ca-certificate-publisher',
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: 'kube-root-ca.crt',
    object: { metadata: { annotations: { [DESCRIPTION]: ROOT_CA_DESCRIPTION } }, data },
    repair: {
      isNeeded: ({ data: there = {}, metadata }: ConfigMap) =>
        Object.keys(there).length !== 1 ||
        there['ca.crt'] !== certificate ||
        metadata.annotations?.[DESCRIPTION] === undefined,
      apply(configMap: ConfigMap) {
        configMap.data = { ...data };
        configMap.metadata.annotations = { ...configMap.metadata.annotations, [DESCRIPTION]: ROOT_CA_DESCRIPTION };
      },
    },
  };
}
