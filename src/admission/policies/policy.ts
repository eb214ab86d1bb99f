import type { AdmissionRegistrationV1 } from '#apis';
import type { KubeObject } from '#meta';

/** Policies and bindings, as far as they are looked at here: stored objects, with their defaults. */

export type ValidatingSpec = AdmissionRegistrationV1['ValidatingAdmissionPolicySpec'];
export type MutatingSpec = AdmissionRegistrationV1['MutatingAdmissionPolicySpec'];
export type PolicySpec = Pick<ValidatingSpec, keyof ValidatingSpec & keyof MutatingSpec>;
export type Validation = AdmissionRegistrationV1['Validation'];
export type ParamKind = AdmissionRegistrationV1['ParamKind'];
export type ParamRef = AdmissionRegistrationV1['ParamRef'];

export interface Policy<Spec extends PolicySpec> {
  readonly metadata: KubeObject['metadata'];
  readonly spec: Spec;
}
export interface Binding {
  readonly metadata: KubeObject['metadata'];
  readonly spec: AdmissionRegistrationV1['ValidatingAdmissionPolicyBindingSpec'];
}
