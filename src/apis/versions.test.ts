import { describe, expect, it } from 'vitest';
import { parseJson, type ResourceDefinition, type VersionDefinition } from '#machinery';
import type { JsonObject, KubeObject } from '#meta';
import { builtinsWith } from './testing/all-builtins.ts';

const definitions = await builtinsWith('api/all=true');
const several = definitions.filter(({ versions }) => versions.size > 1);

const policy = {
  spec: { reinvocationPolicy: 'Never', variables: [{ name: 'a', expression: '1' }], mutations: [] },
};
const claim = (...requests: object[]) => ({ spec: { devices: { requests } } });
const exactly = { deviceClassName: 'c', count: 2, adminAccess: false, selectors: [{ cel: { expression: 'true' } }] };
const choices = { name: 'any', firstAvailable: [{ name: 'x', deviceClassName: 'c' }] };
const device = { attributes: { model: { string: 'x' } }, capacity: { memory: { value: '1Gi' } }, allNodes: true };
const pool = { driver: 'd', pool: { name: 'p', generation: 1, resourceSliceCount: 1 }, nodeName: 'n' };
const column = { name: 'Size', type: 'integer' };
const schema = { openAPIV3Schema: { type: 'object' } };
const names = { group: 'example.com', scope: 'Namespaced', names: { plural: 'things', kind: 'Thing' } };

/** An object of each kind, as it is written in each version in which it is written differently. */
const samples: { readonly [resource: string]: { readonly [version: string]: object } } = {
  customresourcedefinitions: {
    v1: {
      spec: {
        ...names,
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema,
            additionalPrinterColumns: [{ ...column, jsonPath: '.size' }],
          },
        ],
      },
    },
    v1beta1: {
      spec: {
        ...names,
        version: 'v1',
        validation: schema,
        additionalPrinterColumns: [{ ...column, JSONPath: '.size' }],
        preserveUnknownFields: false,
      },
    },
  },
  horizontalpodautoscalers: {
    v2: {
      spec: {
        scaleTargetRef: { kind: 'Deployment', name: 'w' },
        maxReplicas: 3,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
        ],
      },
    },
    v1: {
      spec: { scaleTargetRef: { kind: 'Deployment', name: 'w' }, maxReplicas: 3, targetCPUUtilizationPercentage: 50 },
    },
  },
  ipaddresses: { v1: { spec: { parentRef: { resource: 'services', name: 's' } } } },
  servicecidrs: { v1: { spec: { cidrs: ['10.0.0.0/24'] } } },
  volumeattributesclasses: { v1: { driverName: 'd', parameters: { a: 'b' } } },
  mutatingadmissionpolicies: { v1: policy },
  mutatingadmissionpolicybindings: {
    v1: { spec: { policyName: 'p', paramRef: { name: 'x', parameterNotFoundAction: 'Deny' } } },
    v1alpha1: { spec: { policyName: 'p', paramRef: { name: 'x' } } },
  },
  deviceclasses: { v1: { spec: { selectors: [{ cel: { expression: 'true' } }] } } },
  resourceclaims: {
    v1: claim({ name: 'gpu', exactly }, choices),
    v1beta1: claim({ name: 'gpu', ...exactly }, choices),
  },
  resourceclaimtemplates: {
    v1: { spec: { spec: claim({ name: 'gpu', exactly }, choices).spec } },
    v1beta1: { spec: { spec: claim({ name: 'gpu', ...exactly }, choices).spec } },
  },
  resourceslices: {
    v1: { spec: { ...pool, devices: [{ name: 'd0', ...device }] } },
    v1beta1: { spec: { ...pool, devices: [{ name: 'd0', basic: device }] } },
  },
  devicetaintrules: { v1beta2: { spec: { taint: { key: 'k', effect: 'NoExecute' } } } },
  clustertrustbundles: { v1beta1: { spec: { trustBundle: 'none' } } },
  leasecandidates: { v1beta1: { spec: { leaseName: 'l', binaryVersion: '1.0.0', strategy: 'a/b' } } },
};

const sampleOf = ({ resource, versions }: ResourceDefinition, version: string): object => {
  const all = samples[resource] ?? {};
  return all[version] ?? (all[[...versions.keys()][0] as string] as object);
};

/** From what a client sends in one version to what it is told in another. */
async function through(definition: ResourceDefinition, from: VersionDefinition, to: VersionDefinition) {
  const sent = { metadata: { name: 'a' }, ...sampleOf(definition, from.version) };
  const { object } = from.codec.decode(parseJson(Buffer.from(JSON.stringify(sent)), { duplicates: false }));
  from.default(object);
  const stored = await definition.storage.definition.fromHub(await from.toHub(object));
  const told = await to.fromHub((await definition.storage.definition.toHub(stored)) as KubeObject);
  return JSON.parse(to.codec.encode(told).text) as JsonObject;
}

describe('a kind with several versions', () => {
  it('has a sample here', () => {
    expect(Object.keys(samples).sort()).toEqual(several.map(({ resource }) => resource).sort());
  });

  const pairs = several.flatMap((definition) =>
    [...definition.versions.values()].flatMap((from) =>
      [...definition.versions.values()].map((to) => ({
        name: `${definition.resource}: ${from.version} to ${to.version}`,
        definition,
        from,
        to,
      })),
    ),
  );
  it.each(pairs)('is the same whichever version it was made in, $name', async ({ definition, from, to }) => {
    expect(await through(definition, from, to)).toEqual(await through(definition, to, to));
  });

  it('is stored in the version that one release back can read', () => {
    const stored = several.map(({ resource, storage }) => [resource, storage.apiVersion.replace(/^.*\//, '')]);
    expect(Object.fromEntries(stored)).toEqual({
      clustertrustbundles: 'v1beta1',
      customresourcedefinitions: 'v1',
      deviceclasses: 'v1',
      devicetaintrules: 'v1alpha3',
      horizontalpodautoscalers: 'v2',
      ipaddresses: 'v1',
      leasecandidates: 'v1beta1',
      mutatingadmissionpolicies: 'v1beta1',
      mutatingadmissionpolicybindings: 'v1beta1',
      resourceclaims: 'v1',
      resourceclaimtemplates: 'v1',
      resourceslices: 'v1',
      servicecidrs: 'v1',
      volumeattributesclasses: 'v1',
    });
  });

  it('tells clients of an old version how long there is one', () => {
    const warnings = several.flatMap(({ versions }) =>
      [...versions.values()].flatMap(({ deprecationWarning: text }) => text ?? []),
    );
    expect(warnings).toContain(
      'storage.k8s.io/v1beta1 VolumeAttributesClass is deprecated in v1.34+, unavailable in v1.37+; use storage.k8s.io/v1 VolumeAttributesClass',
    );
    expect(warnings).toContain(
      'coordination.k8s.io/v1beta1 LeaseCandidate is deprecated in v1.36+, unavailable in v1.39+',
    );
  });
});
