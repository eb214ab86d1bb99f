import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseKubectls, KubectlRunner, type Ran } from '../support/kubectl.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

const kubectls = chooseKubectls();
const strict = process.env.CI === 'true';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.client.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition);
  await server.running.settle();
});
afterAll(() => server[Symbol.asyncDispose]());

it.skipIf(kubectls.length === 0 && !strict)('there is a kubectl to test with', () => {
  expect(kubectls).not.toEqual([]);
});

const group = 'apply.example.com';
const text = { type: 'string' };
const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
const item = { type: 'object', properties: { name: text, value: text }, required: ['name'] };
const spec = {
  type: 'object',
  properties: {
    items: { type: 'array', items: item, ...keyed },
    tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    replicas: { type: 'integer', default: 1 },
  },
};
const definition = {
  metadata: { name: `gadgets.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'gadgets', kind: 'Gadget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec, status: { type: 'object' } } } },
      },
    ],
  },
};

const configMap = (name: string, data: object): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
const service = (name: string, ports: readonly object[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { ports } });
const gadget = (name: string, content: object): string =>
  JSON.stringify({ apiVersion: `${group}/v1`, kind: 'Gadget', metadata: { name }, spec: content });

for (const found of kubectls) {
  describe(`kubectl ${found.version}`, () => {
    const namespace = `apply-${found.version.replaceAll('.', '-')}`;
    let kubectl: KubectlRunner;
    const words = (command: string): string[] => ['-n', namespace, ...command.split(' ')];
    const run = (command: string, input?: string) => kubectl.run(words(command), input);
    const attempt = (command: string, input?: string): Promise<Ran> => kubectl.try(words(command), input);
    const apply = (input: string, flags = '') => run(`apply --server-side${flags && ` ${flags}`} -f -`, input);
    const refused = (input: string, flags = '') =>
      attempt(`apply --server-side${flags && ` ${flags}`} -f -`, input).then(({ code, err }) => {
        expect(code).toBe(1);
        return err;
      });
    const read = async (what: string, path: string) => run(`get ${what} -o jsonpath={${path}}`);
    const managers = async (what: string): Promise<Record<string, string>> => {
      const object = JSON.parse(await run(`get ${what} -o json --show-managed-fields`));
      const entries = object.metadata.managedFields as { manager: string; operation: string; fieldsV1: object }[];
      return Object.fromEntries(
        entries.map(({ manager, operation, fieldsV1 }) => [`${manager} ${operation}`, JSON.stringify(fieldsV1)]),
      );
    };
    beforeAll(async () => {
      kubectl = await KubectlRunner.open(found, server.running.kubeconfigPath);
      await kubectl.run(['create', 'namespace', namespace]);
    });
    afterAll(() => kubectl[Symbol.asyncDispose]());

    it('applies on the server, and says so', async () => {
      expect(await apply(configMap('one', { a: '1' }))).toBe('configmap/one serverside-applied\n');
      expect(await apply(configMap('one', { a: '2', b: '1' }))).toBe('configmap/one serverside-applied\n');
      expect(await read('cm/one', '.data')).toBe('{"a":"2","b":"1"}');
      expect(await managers('cm/one')).toEqual({ 'kubectl Apply': '{"f:data":{"f:a":{},"f:b":{}}}' });
      await apply(configMap('one', { b: '1' }));
      expect(await read('cm/one', '.data')).toBe('{"b":"1"}');
    });

    it('shows no managed fields unless it is asked to', async () => {
      await apply(configMap('quiet', { a: '1' }));
      expect(await run('get cm/quiet -o yaml')).not.toContain('managedFields');
      expect(await run('get cm/quiet -o yaml --show-managed-fields')).toContain('f:data:');
    });

    it('changes nothing in a dry run, and tells the difference', async () => {
      await apply(configMap('dry', { a: '1' }));
      expect(await apply(configMap('dry', { a: '2' }), '--dry-run=server')).toContain('(server dry run)');
      expect(await read('cm/dry', '.data.a')).toBe('1');
      const changed = await attempt('diff --server-side -f -', configMap('dry', { a: '2' }));
      expect([changed.code, changed.out]).toEqual([1, expect.stringMatching(/-\s+a: "1"\n\+\s+a: "2"/)]);
      expect((await attempt('diff --server-side -f -', configMap('dry', { a: '1' }))).code).toBe(0);
    });

    describe('two managers of one ConfigMap', () => {
      it('conflict, and are told about it', async () => {
        await apply(configMap('shared', { a: '1', b: '1' }), '--field-manager=alice');
        const err = await refused(configMap('shared', { a: '2' }), '--field-manager=bob');
        expect(err).toContain('Apply failed with 1 conflict: conflict with "alice": .data.a');
        expect(err).toContain('command with the `--force-conflicts` flag');
      });

      it('end it by force', async () => {
        await apply(configMap('forced', { a: '1', b: '1' }), '--field-manager=alice');
        await apply(configMap('forced', { a: '2' }), '--field-manager=bob --force-conflicts');
        expect(await managers('cm/forced')).toEqual({
          'alice Apply': '{"f:data":{"f:b":{}}}',
          'bob Apply': '{"f:data":{"f:a":{}}}',
        });
      });

      it('end it by giving up', async () => {
        await apply(configMap('given', { a: '1' }), '--field-manager=alice');
        await refused(configMap('given', { a: '2', c: '1' }), '--field-manager=bob');
        await apply(configMap('given', { c: '1' }), '--field-manager=bob');
        expect(await read('cm/given', '.data')).toBe('{"a":"1","c":"1"}');
      });

      it('end it by agreeing, and hand ownership over', async () => {
        await apply(configMap('handed', { a: '1', b: '1' }), '--field-manager=alice');
        await apply(configMap('handed', { a: '1' }), '--field-manager=bob');
        await refused(configMap('handed', { a: '2', b: '1' }), '--field-manager=alice');
        await apply(configMap('handed', { b: '1' }), '--field-manager=alice');
        await apply(configMap('handed', { a: '2' }), '--field-manager=bob');
        expect(await read('cm/handed', '.data')).toBe('{"a":"2","b":"1"}');
      });
    });

    it('lets two managers have ports of one Service', async () => {
      await apply(service('web', [{ name: 'http', port: 80 }]), '--field-manager=alice');
      await apply(service('web', [{ name: 'https', port: 443 }]), '--field-manager=bob');
      expect(await read('svc/web', '.spec.ports[*].port')).toBe('80 443');
      const err = await refused(service('web', [{ name: 'other', port: 80 }]), '--field-manager=bob');
      expect(err).toContain('.spec.ports[port=80,protocol="TCP"].name');
      await apply(service('web', [{ name: 'dns', port: 53, protocol: 'UDP' }]), '--field-manager=alice');
      expect(await read('svc/web', '.spec.ports[*].name')).toBe('https dns');
    });

    it('lets two managers have items of a set and of a keyed list of a custom resource', async () => {
      await apply(gadget('g', { tags: ['a'], items: [{ name: 'x', value: '1' }] }), '--field-manager=alice');
      await apply(gadget('g', { tags: ['b'], items: [{ name: 'y' }] }), '--field-manager=bob');
      expect(await read('gadget/g', '.spec.tags')).toBe('["a","b"]');
      const err = await refused(gadget('g', { items: [{ name: 'x', value: '2' }] }), '--field-manager=bob');
      expect(err).toContain('conflict with "alice": .spec.items[name="x"].value');
      await apply(gadget('g', { tags: ['a'] }), '--field-manager=alice');
      expect(await read('gadget/g', '.spec.items')).toBe('[{"name":"y"}]');
    });

    it('hands the replicas over to whoever scales, and back', async () => {
      await apply(gadget('scaled', { replicas: 2 }));
      await run('scale gadget/scaled --replicas=5');
      const err = await refused(gadget('scaled', { replicas: 2 }));
      expect(err).toContain('with subresource "scale"');
      await apply(gadget('scaled', {}));
      expect(await read('gadget/scaled', '.spec.replicas')).toBe('5');
      await apply(gadget('scaled', { replicas: 3 }), '--force-conflicts');
      expect(await read('gadget/scaled', '.spec.replicas')).toBe('3');
    });

    it('moves over from client-side apply, and back', async () => {
      await run('apply -f -', configMap('moved', { a: '1', b: '1' }));
      expect(await apply(configMap('moved', { a: '2', b: '1' }))).toContain('serverside-applied');
      await apply(configMap('moved', { a: '2' }));
      expect(await read('cm/moved', '.data')).toBe('{"a":"2"}');
      expect(JSON.parse(await run('apply view-last-applied cm/moved -o json'))).toMatchObject({ data: { a: '2' } });
      expect(await run('apply -f -', configMap('moved', { a: '3' }))).toBe('configmap/moved configured\n');
      expect(await read('cm/moved', '.data')).toBe('{"a":"3"}');
    });

    it('edits what was applied last, whether from the client or on the server', async () => {
      const editor = { KUBE_EDITOR: `sed -i s/first/second/` };
      await run('apply -f -', configMap('edited', { a: 'first' }));
      await apply(configMap('edited', { a: 'first' }), '--force-conflicts');
      const { code, err } = await kubectl.try(words('apply edit-last-applied cm/edited'), '', editor);
      expect([code, err]).toEqual([0, '']);
      expect(await read('cm/edited', '.data.a')).toBe('first');
      expect(JSON.parse(await run('apply view-last-applied cm/edited -o json')).data).toEqual({ a: 'second' });
      expect(await apply(configMap('edited', { a: 'third' }))).toContain('serverside-applied');
      expect(JSON.parse(await run('apply view-last-applied cm/edited -o json')).data).toEqual({ a: 'third' });
      expect(Object.keys(await managers('cm/edited'))).toContain('kubectl Apply');
    });

    it('refuses what is not of its type as a mistake of the client', async () => {
      const wrong = configMap('wrong', { a: 1 });
      expect(await refused(wrong, '--validate=false')).toContain('.data.a: expected string');
    });
  });
}
