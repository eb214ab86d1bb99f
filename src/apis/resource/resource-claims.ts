import { type FieldError, fieldErrors, type JsonObject, type KubeObject, type ObjectMeta, path } from '#meta';
import { type BuiltinStrategy, builtin } from '../builtin.ts';
import { ageColumn, column, nameColumn } from '../columns.ts';
import { validateTemplateMetadata } from '../core/pod/claim-rules.ts';
import { goValue } from '../go-value.ts';
import { keepMetadata } from '../keep-metadata.ts';
import { sameJson } from '../same-json.ts';
import { keepSpec, keepStatus } from '../spec-and-status.ts';
import { adminRequestAccess, claimStatusAccess } from './claim-access.ts';
import { type ClaimSpec, claimFaults, defaultClaim, requestNames } from './claim-rules.ts';
import { type ClaimStatus, claimStatusFaults, dropDeallocated } from './claim-status-rules.ts';
import { beta1Deprecated, beta2Deprecated } from './deprecated.ts';
import { resourceV1 } from './v1/types.ts';
import * as beta from './v1beta1/conversion.ts';
import { resourceV1beta1 } from './v1beta1/types.ts';
import { resourceV1beta2 } from './v1beta2/types.ts';

interface ResourceClaim extends KubeObject {
  spec?: ClaimSpec;
  status?: ClaimStatus;
}
interface ResourceClaimTemplate extends KubeObject {
  spec?: { metadata?: ObjectMeta; spec?: ClaimSpec };
}

type SpecType = 'ResourceClaimSpec' | 'ResourceClaimTemplateSpec';

function fixedSpecFaults(object: KubeObject, live: KubeObject, type: SpecType): FieldError[] {
  const spec = object.spec as ClaimSpec | undefined;
  if (sameJson(spec, live.spec as ClaimSpec | undefined)) return [];
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

const claimStrategy: BuiltinStrategy = {
  returnsDeletedObject: true,
  prepareForCreate(claim: ResourceClaim) {
    claim.status = {};
  },
  prepareForUpdate: keepStatus,
  validateCreate: ({ spec = {} }: ResourceClaim) => claimFaults(path('spec'), spec),
  repeats: ['whole', 'change'],
  validateUpdate: () => [],
  validateChange: (claim: ResourceClaim, live: ResourceClaim) => fixedSpecFaults(claim, live, 'ResourceClaimSpec'),
  validatePermissions: async ({ spec = {} }: ResourceClaim, live, permissions) =>
    live === undefined ? adminRequestAccess(spec, permissions) : [],
};

const shared = { group: 'resource.k8s.io', version: 'v1', namespaced: true };

export const resourceClaims = builtin({
  ...shared,
  kind: 'ResourceClaim',
  resource: 'resourceclaims',
  type: resourceV1.type('ResourceClaim'),
  defaults: ({ spec = {} }: ResourceClaim) => defaultClaim(spec),
  versions: [
    { version: 'v1beta2', type: () => resourceV1beta2.type('ResourceClaim'), deprecated: beta2Deprecated },
    {
      version: 'v1beta1',
      type: () => resourceV1beta1.type('ResourceClaim'),
      deprecated: beta1Deprecated,
      defaults: ({ spec }) => beta.defaultClaim((spec ?? {}) as beta.BetaClaimSpec),
      toHub: (claim) => beta.inHub(claim, beta.claimToHub),
      fromHub: (claim) => beta.inBeta(claim, beta.claimFromHub),
    },
  ],
  strategy: claimStrategy,
  subresources: [
    {
      name: 'status',
      strategy: {
        prepareForUpdate(claim: ResourceClaim, live: ResourceClaim) {
          keepSpec(claim, live);
          keepMetadata(claim, live);
          dropDeallocated(claim.status ?? {}, live.status ?? {});
        },
        validateUpdate: ({ metadata, spec = {}, status = {} }: ResourceClaim, live: ResourceClaim) =>
          claimStatusFaults(path('status'), status, {
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
function templateMetadataFaults(metadata: ObjectMeta): FieldError[] {
  return validateTemplateMetadata(metadata, path('spec', 'metadata'));
}

function validateTemplate({ spec = {} }: ResourceClaimTemplate): FieldError[] {
  return [...templateMetadataFaults(spec.metadata ?? {}), ...claimFaults(path('spec', 'spec'), spec.spec ?? {})];
}

const templateStrategy: BuiltinStrategy = {
  returnsDeletedObject: true,
  repeats: ['whole', 'change'],
  validateCreate: validateTemplate,
  validateUpdate: validateTemplate,
  validateChange: (template: ResourceClaimTemplate, live: ResourceClaimTemplate) =>
    fixedSpecFaults(template, live, 'ResourceClaimTemplateSpec'),
  validatePermissions: async ({ spec = {} }: ResourceClaimTemplate, live, permissions) =>
    live === undefined ? adminRequestAccess(spec.spec ?? {}, permissions) : [],
};

/** The claim that a template makes is one level deeper. */
function changeInner(template: JsonObject, change: (spec: JsonObject) => JsonObject): JsonObject {
  const spec = template.spec as JsonObject | undefined;
  return spec === undefined ? template : { ...template, spec: change(spec) };
}

export const resourceClaimTemplates = builtin({
  ...shared,
  kind: 'ResourceClaimTemplate',
  resource: 'resourceclaimtemplates',
  type: resourceV1.type('ResourceClaimTemplate'),
  defaults: ({ spec = {} }: ResourceClaimTemplate) => defaultClaim(spec.spec ?? {}),
  versions: [
    { version: 'v1beta2', type: () => resourceV1beta2.type('ResourceClaimTemplate'), deprecated: beta2Deprecated },
    {
      version: 'v1beta1',
      type: () => resourceV1beta1.type('ResourceClaimTemplate'),
      deprecated: beta1Deprecated,
      defaults: ({ spec }: ResourceClaimTemplate) => beta.defaultClaim((spec?.spec ?? {}) as beta.BetaClaimSpec),
      toHub: (template) => beta.inHub(template, (spec) => changeInner(spec, beta.claimToHub)),
      fromHub: (template) => beta.inBeta(template, (spec) => changeInner(spec, beta.claimFromHub)),
    },
  ],
  strategy: templateStrategy,
  columns: [nameColumn, ageColumn],
});
