import type { KubeObject, LabelSelectorSpec } from '#meta';
import type { MatchResources } from '../matching/resource-match.ts';

/** Policies and bindings, as far as they are looked at here: stored objects, with their defaults. */

export interface ParamKind {
  readonly apiVersion?: string;
  readonly kind?: string;
}

export interface PolicySpec {
  readonly paramKind?: ParamKind;
  readonly matchConstraints?: MatchResources;
  readonly failurePolicy?: 'Fail' | 'Ignore';
  readonly matchConditions?: readonly { readonly name?: string; readonly expression?: string }[];
  readonly variables?: readonly { readonly name?: string; readonly expression?: string }[];
}

export interface Validation {
  readonly expression?: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: string;
}

export interface ValidatingSpec extends PolicySpec {
  readonly validations?: readonly Validation[];
  readonly auditAnnotations?: readonly { readonly key?: string; readonly valueExpression?: string }[];
}

interface Mutation {
  readonly patchType?: 'ApplyConfiguration' | 'JSONPatch';
  readonly applyConfiguration?: { readonly expression?: string };
  readonly jsonPatch?: { readonly expression?: string };
}

export interface MutatingSpec extends PolicySpec {
  readonly mutations?: readonly Mutation[];
  readonly reinvocationPolicy?: 'Never' | 'IfNeeded';
}

export interface ParamRef {
  readonly name?: string;
  readonly namespace?: string;
  readonly selector?: LabelSelectorSpec;
  readonly parameterNotFoundAction?: 'Allow' | 'Deny';
}

interface BindingSpec {
  readonly policyName?: string;
  readonly paramRef?: ParamRef;
  readonly matchResources?: MatchResources;
  readonly validationActions?: readonly string[];
}

export interface Policy<Spec extends PolicySpec> {
  readonly metadata: KubeObject['metadata'];
  readonly spec: Spec;
}
export interface Binding {
  readonly metadata: KubeObject['metadata'];
  readonly spec: BindingSpec;
}
