import { describeKind } from '#machinery';
import { type FieldError, fieldErrors, type ObjectMeta, path, sameJson } from '#meta';
import {
  ageColumn,
  type BuiltinStrategy,
  column,
  keepAllButStatus,
  keepStatus,
  nameColumn,
  versionedResource,
} from '#resource';
import { validateTemplateMetadata } from '../core/pod/claim-validation.ts';
import { goValue } from '../go-value.ts';
import { adminRequestAccess, claimStatusAccess } from './claim-access.ts';
import { dropDeallocated, validateClaimStatus } from './claim-status-validation.ts';
import { defaultClaim, requestNames, validateClaim } from './claim-validation.ts';
import { betasDeprecated } from './deprecated.ts';
import type { Types } from './v1/types.gen.ts';
import { resourceV1 } from './v1/types.ts';
import * as beta from './v1beta1/conversion.ts';
import { resourceV1beta1 } from './v1beta1/types.ts';
import { resourceV1beta2 } from './v1beta2/types.ts';

type ResourceClaim = Types['ResourceClaim'];
type ResourceClaimTemplate = Types['ResourceClaimTemplate'];

type SpecType = 'ResourceClaimSpec' | 'ResourceClaimTemplateSpec';

function validateFixedSpec<T extends ResourceClaim | ResourceClaimTemplate>(
  { spec }: T,
  live: T,
  type: SpecType,
): FieldError[] {
  if (sameJson(spec, live.spec)) return [];
  return [fieldErrors.invalid(path('spec'), goValue(resourceV1.type(type), spec), 'field is immutable')];
}

function stateOf({ metadata, status }: ResourceClaim): string {
  const deleted = metadata.deletionTimestamp !== undefined;
  const states = deleted ? ['deleted'] : [];
  if (status?.allocation !== undefined) states.push('allocated');
  else if (!deleted) states.push('pending');
  if (status?.allocation !== undefined && (status.reservedFor ?? []).length > 0) states.push('reserved');
  return states.join(',');
}

const claimStrategy: BuiltinStrategy<ResourceClaim> = {
  returnsDeletedObject: true,
  prepareForCreate(claim) {
    claim.status = {};
  },
  prepareForUpdate: keepStatus,
  validateCreate: ({ spec = {} }) => validateClaim(path('spec'), spec),
  repeats: ['whole', 'change'],
  validateUpdate: () => [],
  validateChange: (claim, live) => validateFixedSpec(claim, live, 'ResourceClaimSpec'),
  validatePermissions: async ({ spec = {} }, live, permissions) =>
    live === undefined ? adminRequestAccess(spec, permissions) : [],
};

const shared = { namespaced: true, deprecated: betasDeprecated };

const claimHub = resourceV1.type('ResourceClaim');
const claims = describeKind({ group: 'resource.k8s.io', kind: 'ResourceClaim', hub: claimHub })
  .version('v1', { type: claimHub, default: ({ spec = {} }) => defaultClaim(spec) })
  .version('v1beta2', {
    type: resourceV1beta2.type('ResourceClaim'),
    default: ({ spec = {} }) => defaultClaim(spec),
  })
  .version('v1beta1', {
    type: resourceV1beta1.type('ResourceClaim'),
    default: ({ spec = {} }) => beta.defaultClaim(spec),
    toHub: beta.claimToHub,
    fromHub: beta.claimFromHub,
  })
  .storedAs('v1');

export const resourceClaims = versionedResource(claims, {
  ...shared,
  resource: 'resourceclaims',
  strategy: claimStrategy,
  subresources: [
    {
      name: 'status',
      noTable: true,
      resets: [['metadata'], ['spec']],
      strategy: {
        prepareForUpdate(claim: ResourceClaim, live: ResourceClaim) {
          keepAllButStatus(claim, live);
          dropDeallocated(claim.status ?? {}, live.status ?? {});
        },
        validateUpdate: ({ metadata, spec = {}, status = {} }: ResourceClaim, live: ResourceClaim) =>
          validateClaimStatus(path('status'), status, {
            live: live.status ?? {},
            deleted: metadata.deletionTimestamp !== undefined,
            names: requestNames(spec),
          }),
        validatePermissions: async ({ status = {} }: ResourceClaim, live: ResourceClaim | undefined, permissions) =>
          claimStatusAccess(status, live?.status ?? {}, permissions),
      },
    },
  ],
  columns: [nameColumn, column('State', 'Whether devices were given, and are used.', stateOf), ageColumn],
});

/** Claims take labels and annotations from a template, and nothing else. */
function validateMetadataOfTemplate(metadata: ObjectMeta): FieldError[] {
  return validateTemplateMetadata(metadata, path('spec', 'metadata'));
}

function validateTemplate({ spec = {} }: ResourceClaimTemplate): FieldError[] {
  return [...validateMetadataOfTemplate(spec.metadata ?? {}), ...validateClaim(path('spec', 'spec'), spec.spec ?? {})];
}

const templateStrategy: BuiltinStrategy<ResourceClaimTemplate> = {
  returnsDeletedObject: true,
  repeats: ['whole', 'change'],
  validateCreate: validateTemplate,
  validateUpdate: validateTemplate,
  validateChange: (template, live) => validateFixedSpec(template, live, 'ResourceClaimTemplateSpec'),
  validatePermissions: async ({ spec = {} }, live, permissions) =>
    live === undefined ? adminRequestAccess(spec.spec ?? {}, permissions) : [],
};

const templateHub = resourceV1.type('ResourceClaimTemplate');
const templates = describeKind({ group: 'resource.k8s.io', kind: 'ResourceClaimTemplate', hub: templateHub })
  .version('v1', { type: templateHub, default: ({ spec }) => defaultClaim(spec?.spec ?? {}) })
  .version('v1beta2', {
    type: resourceV1beta2.type('ResourceClaimTemplate'),
    default: ({ spec }) => defaultClaim(spec?.spec ?? {}),
  })
  .version('v1beta1', {
    type: resourceV1beta1.type('ResourceClaimTemplate'),
    default: ({ spec }) => beta.defaultClaim(spec?.spec ?? {}),
    toHub: beta.templateToHub,
    fromHub: beta.templateFromHub,
  })
  .storedAs('v1');

export const resourceClaimTemplates = versionedResource(templates, {
  ...shared,
  resource: 'resourceclaimtemplates',
  strategy: templateStrategy,
  columns: [nameColumn, ageColumn],
});
