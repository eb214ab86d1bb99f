import { type AdmissionRegistrationV1, STATIC_SUFFIX } from '#apis';
import { goQuote, type KubeObject } from '#meta';

type Configuration = AdmissionRegistrationV1['MutatingWebhookConfiguration'];
type Policy = AdmissionRegistrationV1['ValidatingAdmissionPolicy'];
type Binding = AdmissionRegistrationV1['ValidatingAdmissionPolicyBinding'];

/** Services are objects of the API, which such webhooks must not depend on. */
export function refuseAddresses(object: KubeObject, file: string): void {
  const { webhooks = [] } = object as unknown as Configuration;
  for (const { name = '', clientConfig = {} } of webhooks) {
    const where = `webhook ${goQuote(name)} in ${goQuote(object.metadata.name ?? '')} (file ${goQuote(file)})`;
    if (clientConfig.service !== undefined) {
      throw new Error(
        `${where}: clientConfig.service is not supported for static manifests; use clientConfig.url instead`,
      );
    }
    if (!clientConfig.url) throw new Error(`${where}: clientConfig.url is required for static manifests`);
  }
}

/** Neither do policies take parameters, nor do bindings put others into force than those in files. */
export function refuseParameters(object: KubeObject): void {
  const name = goQuote(object.metadata.name ?? '');
  if (!(object.kind ?? '').endsWith('Binding')) {
    if ((object as unknown as Policy).spec?.paramKind === undefined) return;
    throw new Error(`${object.kind} ${name}: spec.paramKind is not supported for static manifests`);
  }
  const { policyName = '', paramRef } = (object as unknown as Binding).spec ?? {};
  if (policyName === '') throw new Error(`binding ${name} must reference a policy (spec.policyName)`);
  if (!policyName.endsWith(STATIC_SUFFIX)) {
    throw new Error(`binding ${name}: spec.policyName ${goQuote(policyName)} must end with ${goQuote(STATIC_SUFFIX)}`);
  }
  if (paramRef !== undefined) throw new Error(`binding ${name}: spec.paramRef is not supported for static manifests`);
}

/** Every binding has its policy in the same folder. */
export const requirePolicies =
  (kind: string) =>
  (objects: ReadonlyMap<string, readonly KubeObject[]>): void => {
    const names = new Set(objects.get(kind)?.map(({ metadata }) => metadata.name));
    for (const binding of objects.get(`${kind}Binding`) ?? []) {
      const { policyName = '' } = (binding as unknown as Binding).spec ?? {};
      if (names.has(policyName)) continue;
      const whose = `binding ${goQuote(binding.metadata.name ?? '')} references policy ${goQuote(policyName)}`;
      throw new Error(`${whose} which does not exist in the manifest directory`);
    }
  };
