// The whole walk of the guide: register, default, convert, encode, serve, and use it as a client.
//   node walk.js DATA-DIRECTORY
import assert from 'node:assert/strict';
import { startServer } from 'pinnace';
import { type KubeObject, Unstructured } from 'pinnace/api';
import { ApiError, HttpClient, Informer, resourceRef } from 'pinnace/client';
import { gadgetsStoredAs } from './gadgets.ts';
import { internal } from './internal/types.ts';
import { group, scheme } from './register.ts';
import type { Types } from './v1/types.gen.ts';
import type { Types as OldTypes } from './v1alpha1/types.gen.ts';

const old: KubeObject = {
  apiVersion: `${group}/v1alpha1`,
  kind: 'Gadget',
  metadata: { name: 'g' },
  spec: { colour: 'red', size: '3x4', owner: 'me', replicas: 1 },
};
const stable: KubeObject = {
  apiVersion: `${group}/v1`,
  kind: 'Gadget',
  metadata: { name: 'g' },
  spec: { color: 'red', width: 3, height: 4, ownership: { owner: 'me' }, replicas: 1 },
};

// v1alpha1 → internal → v1, and back.
assert.deepEqual(scheme.convertToVersion(old, `${group}/v1`), stable);
assert.deepEqual(scheme.convertToVersion(stable, `${group}/v1alpha1`), old);
assert.equal(scheme.convert(old, internal.type('Gadget')).spec?.width, 3);
assert.equal(scheme.convert(new Unstructured(old), internal.type('Gadget')).spec?.color, 'red');

// Decode, default and convert to the hub; encode in a version.
const { codecs } = scheme;
const sent = Buffer.from(
  `apiVersion: ${group}/v1alpha1\nkind: Gadget\nmetadata: {name: g}\nspec: {colour: red, size: 3x4, owner: me}\n`,
);
const hub = codecs.universalDecoder().decode(sent).object;
assert.equal(hub.apiVersion, `${group}/__internal`);
for (const { serializer } of codecs.supportedMediaTypes()) {
  const bytes = codecs.encoderForVersion(serializer, `${group}/v1`).encode(hub);
  assert.deepEqual(codecs.universalDeserializer().decode(bytes).object, stable);
}

// Serve it, stored in the old version first.
const facts = { group, resource: 'gadgets', kind: 'Gadget', namespaced: true };
const current = resourceRef<Types['Gadget']>({ ...facts, version: 'v1' });
const former = resourceRef<OldTypes['Gadget']>({ ...facts, version: 'v1alpha1' });
const settings = {
  port: 0,
  controllers: [],
  shutdownGrace: 1000,
  logLevel: 'error',
  dataDir: process.argv[2] as string,
} as const;

let server = await startServer(settings);
let client = HttpClient.fromKubeconfig(server.kubeconfigPath);
await assert.rejects(client.inDefaultNamespace(current).list(), ApiError);
await server.addApis(gadgetsStoredAs('v1alpha1'));
const before = client.inDefaultNamespace(former);
const made = await before.create({ ...(old as OldTypes['Gadget']), spec: { colour: 'red', size: '3x4', owner: 'me' } });
assert.deepEqual([made.spec?.replicas, made.metadata.generation], [1, 1]);
await server.stop();
client.close();

// Then in the stable one: what lies in the store is read in either.
server = await startServer({ ...settings, apis: [gadgetsStoredAs('v1')] });
client = HttpClient.fromKubeconfig(server.kubeconfigPath);
const gadgets = client.inDefaultNamespace(current);
assert.deepEqual((await gadgets.get('g')).spec, stable.spec);

// Spec and status are apart; the generation counts changes of the spec.
await gadgets.applyStatus(
  { metadata: { name: 'g' }, status: { phase: 'Shown', replicas: 1 } },
  { fieldManager: 'walk' },
);
const changed = await gadgets.apply(
  { metadata: { name: 'g' }, spec: { color: 'blue' } },
  { fieldManager: 'walk', force: true },
);
assert.deepEqual([changed.status?.phase, changed.metadata.generation, changed.spec?.width], ['Shown', 2, 3]);
const scale = await gadgets.getSubresource<{ spec: { replicas: number } }>('g', 'scale');
await gadgets.updateSubresource('g', 'scale', { ...scale, spec: { replicas: 5 } });
assert.equal((await gadgets.get('g')).spec?.replicas, 5);

// Each version selects by its own names, and refuses those of others.
const byColour = await client.inDefaultNamespace(former).list({ fieldSelector: 'spec.colour=blue' });
assert.deepEqual(
  byColour.items.map(({ spec }) => spec?.size),
  ['3x4'],
);
assert.equal((await gadgets.list({ fieldSelector: 'spec.color=blue' })).items.length, 1);
await assert.rejects(gadgets.list({ fieldSelector: 'spec.colour=blue' }), ApiError);

// Declared rules hold.
const flat = { apiVersion: `${group}/v1`, kind: 'Gadget', metadata: { name: 'flat' }, spec: { width: -1, height: 1 } };
await assert.rejects(gadgets.create(flat), /spec\.width: Invalid value: -1/);

// Follow it.
const informer = new Informer(gadgets).start();
await informer.waitForSync();
assert.equal(informer.lister.inNamespace('default').get('g')?.spec?.color, 'blue');
await informer.stop();
await server.stop();
client.close();
console.log(`node ${process.versions.node}: good`);
