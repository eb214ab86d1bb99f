import type { GroupVersion } from '#meta';
import { compiledInTypes } from './media-types.ts';
import { operationId, operationTag } from './operation-names.ts';
import type { Route } from './route.ts';
import { META } from './schema-names.ts';

const discovery = {
  method: 'get',
  parameters: [],
  consumes: compiledInTypes,
  produces: compiledInTypes,
  codes: [200],
} as const;

export const coreVersionsRoute: Route = {
  ...discovery,
  tag: 'core',
  id: 'getCoreAPIVersions',
  description: 'get available API versions',
  answers: `${META}.APIVersions`,
};

export const groupsRoute: Route = {
  ...discovery,
  tag: 'apis',
  id: 'getAPIVersions',
  description: 'get available API versions',
  answers: `${META}.APIGroupList`,
};

export const groupRoute = (group: string): Route => ({
  ...discovery,
  tag: operationTag({ group, version: '' }),
  id: operationId('get', { group, version: '' }, 'APIGroup'),
  description: 'get information of a group',
  answers: `${META}.APIGroup`,
});

export const resourcesRoute = (groupVersion: GroupVersion): Route => ({
  ...discovery,
  tag: operationTag(groupVersion),
  id: operationId('get', groupVersion, 'APIResources'),
  description: 'get available resources',
  answers: `${META}.APIResourceList`,
});

export const versionRoute: Route = {
  ...discovery,
  tag: 'version',
  id: 'getCodeVersion',
  description: 'get the version of this server',
  consumes: ['application/json'],
  produces: ['application/json'],
  answers: 'io.k8s.apimachinery.pkg.version.Info',
};

export const issuerRoute: Route = {
  ...discovery,
  tag: 'WellKnown',
  id: 'getServiceAccountIssuerOpenIDConfiguration',
  description: 'get the OpenID configuration of the issuer of service account tokens',
  consumes: [],
  produces: ['application/json'],
};

export const keySetRoute: Route = {
  ...discovery,
  tag: 'openid',
  id: 'getServiceAccountIssuerOpenIDKeyset',
  description: 'get the public keys with which service account tokens can be verified',
  consumes: [],
  produces: ['application/jwk-set+json'],
};
