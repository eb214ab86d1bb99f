import { describe, expect, it } from 'vitest';
import type { GroupResource, KubeObject } from '#meta';
import { resources } from '../objects.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../plugin.ts';
import { admit, lookupIn, refusal, requestFor, type Stored, stored } from '../testing/admission-requests.ts';
import { defaultIngressClass } from './default-ingress-class.ts';
import { defaultStorageClass } from './default-storage-class.ts';
import { persistentVolumeClaimResize } from './persistent-volume-claim-resize.ts';
import { storageObjectInUseProtection } from './storage-object-in-use-protection.ts';
import { taintNodesByCondition } from './taint-nodes-by-condition.ts';

function about(resource: GroupResource, rest: object = {}, old?: object): AdmissionRequest {
  const object = stored(resource, 'o', rest).object;
  const request = { resource: { ...resource, version: 'v1' }, object };
  if (old === undefined) return requestFor(request);
  return requestFor({ ...request, operation: 'UPDATE', oldObject: stored(resource, 'o', old).object });
}
const admitted = async (plugin: AdmissionPlugin, request: AdmissionRequest) =>
  (await admit(plugin, request)) as KubeObject;

describe('StorageObjectInUseProtection', () => {
  const plugin = storageObjectInUseProtection();
  it.each([
    [resources.volumes, 'kubernetes.io/pv-protection'],
    [resources.claims, 'kubernetes.io/pvc-protection'],
    [resources.volumeAttributesClasses, 'kubernetes.io/vac-protection'],
  ])('holds %j', async (resource, finalizer) => {
    const kept = { metadata: { finalizers: ['a/b'] } };
    expect((await admitted(plugin, about(resource, kept))).metadata.finalizers).toEqual(['a/b', finalizer]);
    const held = { metadata: { finalizers: [finalizer] } };
    expect((await admitted(plugin, about(resource, held))).metadata.finalizers).toEqual([finalizer]);
  });
  it('does not hold again what was released', async () => {
    expect((await admitted(plugin, about(resources.claims, {}, {}))).metadata.finalizers).toBeUndefined();
  });
});

describe('The default class', () => {
  const marked = (key: string, name: string, creationTimestamp: string) => ({
    name,
    rest: { metadata: { creationTimestamp, annotations: { [key]: 'true' } } },
  });
  const cases: readonly [
    string,
    GroupResource,
    { of: GroupResource; key: string; field: string; annotation: string; make: (known: Stored[]) => AdmissionPlugin },
  ][] = [
    [
      'of claims',
      resources.claims,
      {
        of: resources.storageClasses,
        key: 'storageclass.kubernetes.io/is-default-class',
        field: 'storageClassName',
        annotation: 'volume.beta.kubernetes.io/storage-class',
        make: (known) => defaultStorageClass(lookupIn(known)),
      },
    ],
    [
      'of ingresses',
      resources.ingresses,
      {
        of: resources.ingressClasses,
        key: 'ingressclass.kubernetes.io/is-default-class',
        field: 'ingressClassName',
        annotation: 'kubernetes.io/ingress.class',
        make: (known) => defaultIngressClass(lookupIn(known)),
      },
    ],
  ];
  it.each(cases)(
    '%s is the newest, then the first by name',
    async (_, resource, { of, key, field, annotation, make }) => {
      const classes = [
        marked(key, 'old', '2020-01-01T00:00:00Z'),
        marked(key, 'b', '2021-01-01T00:00:00Z'),
        marked(key, 'a', '2021-01-01T00:00:00Z'),
        marked('other', 'newest', '2022-01-01T00:00:00Z'),
      ].map(({ name, rest }) => stored(of, name, rest));
      const plugin = make(classes);
      expect((await admitted(plugin, about(resource, { spec: {} }))).spec).toEqual({ [field]: 'a' });
      expect((await admitted(plugin, about(resource, { spec: { [field]: '' } }))).spec).toEqual({ [field]: '' });
      const annotated = { spec: {}, metadata: { annotations: { [annotation]: '' } } };
      expect((await admitted(plugin, about(resource, annotated))).spec).toEqual({});
      expect((await admitted(make([]), about(resource, { spec: {} }))).spec).toEqual({});
    },
  );
});

describe('PersistentVolumeClaimResize', () => {
  const plugin = persistentVolumeClaimResize(
    lookupIn([
      stored(resources.storageClasses, 'grows', { allowVolumeExpansion: true }),
      stored(resources.storageClasses, 'fixed'),
    ]),
  );
  const claim = (storage: string, storageClassName: string, phase = 'Bound') => ({
    spec: { storageClassName, resources: { requests: { storage } } },
    status: { phase },
  });
  const cannot =
    'persistentvolumeclaims "o" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
  it.each([
    ['1Gi', '2Gi', 'grows', 'Bound', undefined],
    ['1Gi', '1024Mi', 'fixed', 'Bound', undefined],
    ['1Gi', '2Gi', 'fixed', 'Bound', cannot],
    ['1Gi', '2Gi', 'ghost', 'Bound', cannot],
    ['1Gi', '2Gi', '', 'Bound', cannot],
    [
      '1Gi',
      '2Gi',
      'grows',
      'Pending',
      'persistentvolumeclaims "o" is forbidden: Only bound persistent volume claims can be expanded',
    ],
  ])('from %s to %s in class %j, %s', async (from, to, name, phase, why) => {
    expect(await refusal(plugin, about(resources.claims, claim(to, name), claim(from, name, phase)))).toBe(why);
  });
});

describe('TaintNodesByCondition', () => {
  it('taints a new node once', async () => {
    const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
    const plugin = taintNodesByCondition();
    expect((await admitted(plugin, about(resources.nodes))).spec).toEqual({ taints: [taint] });
    expect((await admitted(plugin, about(resources.nodes, { spec: { taints: [taint] } }))).spec).toEqual({
      taints: [taint],
    });
  });
});
