// A policy of the server that keeps pods with a program unready until the program answers.
import { type Client, type KubeObject, resourceRef } from 'pinnace/client';

const core = { group: 'admissionregistration.k8s.io', version: 'v1', namespaced: false };
const policies = resourceRef<KubeObject>({
  ...core,
  resource: 'mutatingadmissionpolicies',
  kind: 'MutatingAdmissionPolicy',
});
const bindings = resourceRef<KubeObject>({
  ...core,
  resource: 'mutatingadmissionpolicybindings',
  kind: 'MutatingAdmissionPolicyBinding',
});
const NAME = 'local-programs';

/** Says of every new pod with one of these images that it is not ready, and does not end by itself. */
export async function holdPods(client: Client, images: readonly string[]): Promise<void> {
  const options = { fieldManager: NAME, force: true };
  const pattern = `(^|/)(${images.map((image) => image.replace(/[.]/g, '[.]')).join('|')})([:@].*)?$`;
  const spec = {
    failurePolicy: 'Fail',
    reinvocationPolicy: 'Never',
    matchConstraints: {
      resourceRules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }],
    },
    matchConditions: [
      { name: 'has-a-program', expression: `object.spec.containers.exists(c, c.image.matches('${pattern}'))` },
    ],
    mutations: [
      {
        patchType: 'ApplyConfiguration',
        applyConfiguration: {
          expression: `Object{metadata: Object.metadata{annotations: {
            'pinnace.dev/ready': 'false', 'pinnace.dev/duration': 'forever'}}}`,
        },
      },
    ],
  };
  await client.resource(policies).apply({ metadata: { name: NAME }, spec }, options);
  await client.resource(bindings).apply({ metadata: { name: NAME }, spec: { policyName: NAME } }, options);
}

export async function releasePods(client: Client): Promise<void> {
  await client.resource(bindings).delete(NAME);
  await client.resource(policies).delete(NAME);
}
