// Made from types.ts by 'npm run gen'. Change that, not this.
import type { ObjectMeta } from '#meta';
import type { Types as AdmissionregistrationV1beta1Types } from '../v1beta1/types.gen.ts';

/** Rules in CEL that writes must keep. */
export type ValidatingAdmissionPolicy = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The rules. */
  spec?: ValidatingAdmissionPolicySpec;
  /** What was found out about the rules. */
  status?: AdmissionregistrationV1beta1Types['ValidatingAdmissionPolicyStatus'];
};

/** Rules, and what they are about. */
export type ValidatingAdmissionPolicySpec = {
  /** Kind of the objects that hold parameters. */
  paramKind?: AdmissionregistrationV1beta1Types['ParamKind'];
  /** Which requests the rules are for. */
  matchConstraints?: AdmissionregistrationV1beta1Types['MatchResources'];
  /** The rules. */
  validations?: AdmissionregistrationV1beta1Types['Validation'][];
  /** When a rule cannot be evaluated: Fail (usual) or Ignore. */
  failurePolicy?: string;
  /** What is noted in the audit log. */
  auditAnnotations?: AdmissionregistrationV1beta1Types['AuditAnnotation'][];
  /** CEL conditions that must all hold. */
  matchConditions?: AdmissionregistrationV1beta1Types['MatchCondition'][];
  /** Expressions that others use by name. */
  variables?: Variable[];
};

/** An expression with a name. */
export type Variable = {
  /** Others say variables.NAME. */
  name?: string;
  /** The CEL expression. */
  expression?: string;
};

/** Changes, written in CEL, that writes get. */
export type MutatingAdmissionPolicy = {
  apiVersion: string;
  kind: string;
  /** Name, labels and other facts that every object has. */
  metadata: ObjectMeta;
  /** The changes. */
  spec?: MutatingAdmissionPolicySpec;
};

/** Changes, and what they are made to. */
export type MutatingAdmissionPolicySpec = {
  /** Kind of the objects that hold parameters. */
  paramKind?: AdmissionregistrationV1beta1Types['ParamKind'];
  /** Which requests get the changes. */
  matchConstraints?: AdmissionregistrationV1beta1Types['MatchResources'];
  /** Expressions that others use by name. */
  variables?: Variable[];
  /** The changes, in their order. */
  mutations?: AdmissionregistrationV1beta1Types['Mutation'][];
  /** When a change cannot be made: Fail (usual) or Ignore. */
  failurePolicy?: string;
  /** CEL conditions that must all hold. */
  matchConditions?: AdmissionregistrationV1beta1Types['MatchCondition'][];
  /** Never, or IfNeeded: again after later changes. */
  reinvocationPolicy?: string;
};

/** All of them by name. */
export type Types = Omit<AdmissionregistrationV1beta1Types, 'ValidatingAdmissionPolicy' | 'ValidatingAdmissionPolicySpec' | 'Variable' | 'MutatingAdmissionPolicy' | 'MutatingAdmissionPolicySpec'> & {
  ValidatingAdmissionPolicy: ValidatingAdmissionPolicy;
  ValidatingAdmissionPolicySpec: ValidatingAdmissionPolicySpec;
  Variable: Variable;
  MutatingAdmissionPolicy: MutatingAdmissionPolicy;
  MutatingAdmissionPolicySpec: MutatingAdmissionPolicySpec;
};
