export const DEFINITIONS_PREFIX = '/registry/apiextensions.k8s.io/customresourcedefinitions/';

/** The prefixes under which lies what decides who may do what. */
export const policyPrefixes: readonly string[] = [
  '/registry/roles/',
  '/registry/clusterroles/',
  '/registry/rolebindings/',
  '/registry/clusterrolebindings/',
];

/** Where admission policies and webhook configurations lie in the store. */
export const admissionPrefixes: readonly string[] = [
  '/registry/mutatingwebhookconfigurations/',
  '/registry/validatingwebhookconfigurations/',
  '/registry/validatingadmissionpolicies/',
  '/registry/validatingadmissionpolicybindings/',
  '/registry/mutatingadmissionpolicies/',
  '/registry/mutatingadmissionpolicybindings/',
];

/** Rules that convert custom resources. */
export const CONVERSION_POLICIES_PREFIX = '/registry/conversion.pinnace.dev/conversionpolicies/';

/** What is looked up in memory while a request is served: a thread without the store keeps a copy of it. */
export const copiedPrefixes: readonly string[] = [
  DEFINITIONS_PREFIX,
  CONVERSION_POLICIES_PREFIX,
  ...policyPrefixes,
  ...admissionPrefixes,
];
