/** Where a server has its custom resource definitions. */
export const DEFINITIONS_PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
