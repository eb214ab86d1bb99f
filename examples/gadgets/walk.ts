// The whole walk of the guide: convert, encode, serve, and use it with the generated clients and with kubectl.
//   node walk.js DATA-DIRECTORY [KUBECTL]
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startServer } from 'pinnace';
import { type KubeObject, Unstructured } from 'pinnace/api';
import { ApiError, HttpClient } from 'pinnace/client';
import { internal } from './api/gadgets.example.com/internal/schema.gen.ts';
import { groupName as group } from './api/gadgets.example.com/register.gen.ts';
import { type GadgetObject, GadgetsV1Client, gadgetInformer } from './api/gadgets.example.com/v1/client.gen.ts';
import { GadgetsV1alpha1Client } from './api/gadgets.example.com/v1alpha1/client.gen.ts';
import { gadgets as currentGadgets, gadgetsStoredAs, scheme } from './gadgets.ts';

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
  spec: { color: 'red', width: 3, height: 4, replicas: 1, ownership: { owner: 'me' } },
};

// v1alpha1 → internal → v1, and back.
assert.deepEqual(scheme.convertToVersion(old, `${group}/v1`), stable);
assert.deepEqual(scheme.convertToVersion(stable, `${group}/v1alpha1`), old);
assert.equal(scheme.convert(old, internal.type('Gadget')).spec.width, 3);
assert.equal(scheme.convert(new Unstructured(old), internal.type('Gadget')).spec.color, 'red');

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
const [dataDir = 'data', kubectl] = process.argv.slice(2);
const settings = { port: 0, controllers: [], shutdownGrace: 1000, logLevel: 'error', dataDir } as const;
let server = await startServer(settings);
let client = HttpClient.fromKubeconfig(server.kubeconfigPath);
await assert.rejects(new GadgetsV1Client(client).gadgets('default').list(), ApiError);
await server.addApis(gadgetsStoredAs('v1alpha1'));
const made = await new GadgetsV1alpha1Client(client).gadgets('default').create({
  apiVersion: 'gadgets.example.com/v1alpha1',
  kind: 'Gadget',
  metadata: { name: 'g' },
  spec: { colour: 'red', size: '3x4', owner: 'me' },
});
assert.deepEqual([made.spec.replicas, made.metadata.generation], [1, 1]);
await server.stop();
client.close();

// Then in the stable one: what lies in the store is read in either.
server = await startServer({ ...settings, apis: [currentGadgets] });
client = HttpClient.fromKubeconfig(server.kubeconfigPath);
const gadgets = new GadgetsV1Client(client).gadgets('default');
assert.deepEqual((await gadgets.get('g')).spec, stable.spec);

// Spec and status are apart; the generation counts changes of the spec.
await gadgets.applyStatus(
  { metadata: { name: 'g' }, status: { phase: 'Shown', replicas: 1 } },
  { fieldManager: 'walk' },
);
const changed = await gadgets.apply(
  { metadata: { name: 'g' }, spec: { color: 'blue', width: 3, height: 4 } },
  { fieldManager: 'walk', force: true },
);
assert.deepEqual([changed.status?.phase, changed.metadata.generation, changed.spec.width], ['Shown', 2, 3]);
const scale = await gadgets.getSubresource<{ spec: { replicas: number } }>('g', 'scale');
await gadgets.updateSubresource('g', 'scale', { ...scale, spec: { replicas: 5 } });
assert.equal((await gadgets.get('g')).spec.replicas, 5);

// Each version selects by its own names, and refuses those of others.
const byColour = await new GadgetsV1alpha1Client(client).gadgets('default').list({ fieldSelector: 'spec.colour=blue' });
assert.deepEqual(
  byColour.items.map(({ spec }) => spec.size),
  ['3x4'],
);
assert.equal((await gadgets.list({ fieldSelector: 'spec.color=blue' })).items.length, 1);
await assert.rejects(gadgets.list({ fieldSelector: 'spec.colour=blue' }), ApiError);

// Declared rules hold.
const flat: GadgetObject = {
  apiVersion: 'gadgets.example.com/v1',
  kind: 'Gadget',
  metadata: { name: 'flat' },
  spec: { width: -1, height: 1 },
};
await assert.rejects(gadgets.create(flat), /spec\.width: Invalid value: -1/);

// Follow it.
const informer = gadgetInformer(client).start();
await informer.waitForSync();
assert.equal(informer.lister.inNamespace('default').get('g')?.spec.color, 'blue');
await informer.stop();

// kubectl knows it as it knows any other kind.
if (kubectl !== undefined) {
  const ask = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)(kubectl, ['--kubeconfig', server.kubeconfigPath, '--cache-dir', dataDir, ...args]))
      .stdout;
  assert.match(await ask('get', 'gd'), /^NAME +COLOR +AGE\ng +blue +\d+m?s\n$/);
  assert.match(await ask('get', 'gadgets.v1alpha1.gadgets.example.com'), /^NAME +COLOUR +AGE\n/);
  assert.match(await ask('explain', 'gadget.spec.width'), /How wide it is\./);
  await ask('scale', 'gadget/g', '--replicas=2');
  await ask('patch', 'gadget', 'g', '--type=merge', '-p', '{"spec":{"color":"green"}}');
  assert.equal(await ask('get', 'gadget', 'g', '-o', 'jsonpath={.spec.color} {.spec.replicas}'), 'green 2');
}
await server.stop();
client.close();
console.log(`node ${process.versions.node}: good${kubectl === undefined ? ', without kubectl' : ''}`);
