import { describe, expect, it } from 'vitest';
import { encodeJson, parseJson, type VersionDefinition } from '#machinery';
import type { Versioned } from '#meta';
import { packJson, packValue, storedText } from '#registry';
import { readGoldenObjects } from '../../apis/testing/golden-objects.ts';
import { systemClock } from '../world.ts';
import { builtinLayouts } from './builtin-layouts.ts';
import { KubeLayout } from './kube-layout.ts';

const layouts = await builtinLayouts({ clock: systemClock });
const layout = new KubeLayout(layouts);
const golden = new Map(readGoldenObjects().map((object) => [object.name, object]));
const utf8 = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** Every field is set; what defaults change of it is changed already. */
function packed(version: VersionDefinition, json: object): Uint8Array {
  const object = structuredClone(json) as Versioned;
  version.default(object);
  return packValue(version.codec.encode(object));
}

describe('the layout of kube-apiserver', () => {
  const kinds = [...layouts].map(([prefix, kind]) => {
    const { definition } = kind;
    const [group, version] = definition.storage.apiVersion.includes('/')
      ? definition.storage.apiVersion.split('/')
      : ['core', definition.storage.apiVersion];
    return { prefix, kind, sample: golden.get(`${group}.${version}.${definition.kind}`) };
  });

  it('has a sample of nearly every kind', () => {
    expect(kinds.filter(({ sample }) => sample !== undefined).length).toBeGreaterThan(60);
  });

  it.each(kinds.filter(({ sample }) => sample !== undefined))('gives back what was stored: $prefix', (one) => {
    const { prefix, kind, sample } = one;
    const value = packed(kind.definition.storage.definition, sample?.json ?? {});
    const key = `${prefix}namespace/name`;
    const stored = layout.toStorage(key, value);
    const beginning = kind.format === 'protobuf' ? 'k8s\0' : '{"kind":';
    expect(utf8(stored).startsWith(beginning)).toBe(true);
    if (kind.format === 'json') expect(utf8(stored).endsWith('}\n')).toBe(true);
    // Definitions have been through another version, which knows less than ours.
    const again = layout.fromStorage(key, stored);
    const [back, first] =
      kind.version === undefined ? [again, value] : [layout.fromStorage(key, layout.toStorage(key, again)), again];
    expect(utf8(back)).toBe(utf8(first));
  });

  it('reads webhook configurations of old clusters, which are stored in a version that is gone', () => {
    const old = {
      kind: 'ValidatingWebhookConfiguration',
      apiVersion: 'admissionregistration.k8s.io/v1beta1',
      metadata: { name: 'a' },
      webhooks: [
        { name: 'a.example.com', clientConfig: { url: 'https://a/' }, sideEffects: 'Unknown', timeoutSeconds: 30 },
      ],
    };
    const read = layout.fromStorage('/registry/validatingwebhookconfigurations/a', Buffer.from(JSON.stringify(old)));
    const object = JSON.parse(utf8(storedText(read)));
    expect(object.apiVersion).toBe('admissionregistration.k8s.io/v1');
    expect(object.webhooks[0]).toMatchObject({ sideEffects: 'Unknown', timeoutSeconds: 30, failurePolicy: 'Fail' });
  });

  it('stores definitions as v1beta1 and reads them as v1', () => {
    const key = '/registry/apiextensions.k8s.io/customresourcedefinitions/things.example.com';
    const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }];
    const spec = { group: 'example.com', names: { plural: 'things', kind: 'Thing' }, scope: 'Cluster', versions };
    const metadata = { name: 'things.example.com', uid: 'u' };
    const kind = layouts.get('/registry/apiextensions.k8s.io/customresourcedefinitions/');
    const v1 = kind?.definition.storage.definition as VersionDefinition;
    const value = packed(v1, {
      kind: 'CustomResourceDefinition',
      apiVersion: 'apiextensions.k8s.io/v1',
      metadata,
      spec,
    });
    const stored = layout.toStorage(key, value);
    expect(JSON.parse(utf8(stored))).toMatchObject({
      apiVersion: 'apiextensions.k8s.io/v1beta1',
      spec: { validation: { openAPIV3Schema: { type: 'object' } }, versions: [{ name: 'v1' }] },
    });
    expect(utf8(storedText(layout.fromStorage(key, stored)))).toBe(utf8(storedText(value)));
  });

  it('keeps custom resources as JSON', () => {
    const text = String.raw`{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a","uid":"u"},"spec":{"b":"\u003c\\u003c\n\u2028"}}`;
    const key = '/registry/example.com/things/default/a';
    const value = layout.fromStorage(key, Buffer.from(`${text}\n`));
    expect(utf8(layout.toStorage(key, value))).toBe(`${text}\n`);
    expect(parseJson(storedText(value), { duplicates: false }).value).toEqual(JSON.parse(text));
    // The same as if it had been written here: a write that changes nothing is none.
    expect(utf8(value)).toBe(utf8(packJson(Buffer.from(encodeJson(JSON.parse(text))))));
  });

  it('leaves alone what is ours', () => {
    const value = Buffer.from('anything');
    expect(layout.fromStorage('/pinnace/migrations/a', layout.toStorage('/pinnace/migrations/a', value))).toBe(value);
  });

  it('says of a version that it does not know which one it is', () => {
    const json = Buffer.from('{"kind":"Deployment","apiVersion":"extensions/v1beta1","metadata":{"name":"a"}}');
    expect(() => layout.fromStorage('/registry/deployments/default/a', json)).toThrow('stored as extensions/v1beta1');
  });
});
