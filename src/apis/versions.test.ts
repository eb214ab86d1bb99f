import { describe, expect, it } from 'vitest';
import { parseJson, type ResourceDefinition, type VersionDefinition } from '#machinery';
import type { JsonObject, KubeObject } from '#meta';
import { builtinsWith } from './testing/all-builtins.ts';
import { readGoldenObjects } from './testing/golden-objects.ts';

const definitions = await builtinsWith('api/all=true');
const several = definitions.filter(({ versions }) => versions.size > 1);

const claim = (...requests: object[]) => ({ spec: { devices: { requests } } });
const exactly = { deviceClassName: 'c', count: 2, adminAccess: false, selectors: [{ cel: { expression: 'true' } }] };
const choices = { name: 'any', firstAvailable: [{ name: 'x', deviceClassName: 'c' }] };
const device = { attributes: { model: { string: 'x' } }, capacity: { memory: { value: '1Gi' } }, allNodes: true };
const pool = { driver: 'd', pool: { name: 'p', generation: 1, resourceSliceCount: 1 }, nodeName: 'n' };
const column = { name: 'Size', type: 'integer' };
const schema = { openAPIV3Schema: { type: 'object' } };
const names = { group: 'example.com', scope: 'Namespaced', names: { plural: 'things', kind: 'Thing' } };

/** Objects of the kinds that are written differently in their versions; those of all others are the golden ones. */
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
  mutatingadmissionpolicybindings: {
    v1: { spec: { policyName: 'p', paramRef: { name: 'x', parameterNotFoundAction: 'Deny' } } },
    v1alpha1: { spec: { policyName: 'p', paramRef: { name: 'x' } } },
  },
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
};

const golden = new Map(readGoldenObjects().map(({ name, json }) => [name, json]));

function sampleOf({ group, kind, resource, versions }: ResourceDefinition, version: string): object {
  const first = [...versions.keys()][0] as string;
  const written = samples[resource];
  if (written !== undefined) return (written[version] ?? written[first]) as object;
  const { apiVersion: _apiVersion, kind: _kind, ...rest } = golden.get(`${group}.${first}.${kind}`) as JsonObject;
  return rest;
}

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
