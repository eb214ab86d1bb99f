import { get as httpGet } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseKubectls, KubectlRunner } from '../support/kubectl.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

const kubectls = chooseKubectls();
const strict = process.env.CI === 'true';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ controllers: '*' });
});
afterAll(() => server[Symbol.asyncDispose]());

if (kubectls.length === 0 && !strict) {
  console.warn('SKIPPED: no kubectl found. `node scripts/tools.mjs fetch` brings one.');
}
it.skipIf(kubectls.length === 0 && !strict)('there is a kubectl to test with', () => {
  expect(kubectls).not.toEqual([]);
});

const configMap = (name: string, data: object = { color: 'red' }) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels: { of: 'test' } },
  data,
});
const json = (...objects: readonly object[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });

for (const found of kubectls) {
  describe(`kubectl ${found.version}`, () => {
    const namespace = `with-${found.version.replaceAll('.', '-')}`;
    let kubectl: KubectlRunner;
    /** In the namespace of this version. */
    const run = (command: string, input?: string) => kubectl.run(['-n', namespace, ...command.split(' ')], input);
    const attempt = (command: string, input?: string) => kubectl.try(['-n', namespace, ...command.split(' ')], input);
    beforeAll(async () => {
      kubectl = await KubectlRunner.open(found, server.running.kubeconfigPath);
      await kubectl.run(
        ['create', '-f', '-'],
        JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }),
      );
    });
    afterAll(() => kubectl[Symbol.asyncDispose]());

    it('sees what is served', async () => {
      const resources = await run('api-resources');
      expect(resources).toMatch(/^configmaps +cm +v1 +true +ConfigMap$/m);
      expect(resources).toMatch(/^namespaces +ns +v1 +false +Namespace$/m);
      expect(resources).toMatch(/^leases +coordination\.k8s\.io\/v1 +true +Lease$/m);
      expect((await run('api-versions')).split('\n')).toEqual(
        expect.arrayContaining(['v1', 'coordination.k8s.io/v1', 'discovery.k8s.io/v1', 'events.k8s.io/v1']),
      );
      expect(await run('api-resources --api-group=coordination.k8s.io -o name')).toContain(
        'leases.coordination.k8s.io',
      );
      const { serverVersion } = JSON.parse(await run('version -o json'));
      expect(serverVersion).toMatchObject({ major: '1', minor: '36' });
    });
    it('gets namespaces as a table, as names, as YAML and as JSON', async () => {
      expect(await run('get ns')).toMatch(/^NAME +STATUS +AGE\ndefault +Active +\S+$/m);
      expect(await run('get ns default -o name')).toBe('namespace/default\n');
      expect(await run('get ns default -o yaml')).toContain('kubernetes.io/metadata.name: default');
      expect(JSON.parse(await run('get ns -o json')).items.length).toBeGreaterThan(3);
      expect(await run('get services -n default -o wide')).toMatch(/^NAME +TYPE .* +SELECTOR$/m);
      expect(await run('get ns -o jsonpath={.items[0].metadata.name}')).toBe('default');
      expect(await run('get ns -o custom-columns=N:.metadata.name --no-headers')).toMatch(/^default$/m);
      expect(await run('get ns --sort-by=.metadata.name --show-labels')).toContain('metadata.name=kube-system');
    });
    it('creates from YAML and JSON, replaces and deletes', async () => {
      const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: from-yaml\ndata:\n  answer: "42"\n';
      expect(await run('create -f -', yaml)).toBe('configmap/from-yaml created\n');
      expect(await run('create -f -', JSON.stringify(configMap('from-json')))).toBe('configmap/from-json created\n');
      expect(await run('get cm from-yaml -o jsonpath={.data.answer}')).toBe('42');
      const again = await attempt('create -f -', yaml);
      expect(again).toMatchObject({ code: 1 });
      expect(again.err).toContain(
        '(AlreadyExists): error when creating "STDIN": configmaps "from-yaml" already exists',
      );
      expect(await run('replace -f -', yaml.replace('42', '43'))).toBe('configmap/from-yaml replaced\n');
      expect(await run('get cm from-yaml -o yaml')).toMatch(/^ {2}answer: "43"$/m);
      expect(await run('delete -f -', yaml)).toMatch(/^configmap "from-yaml" deleted/);
      expect(await run('delete cm from-json')).toMatch(/^configmap "from-json" deleted/);
      expect((await attempt('get cm from-json')).err).toBe(
        'Error from server (NotFound): configmaps "from-json" not found\n',
      );
    });
    it('creates by its own commands', async () => {
      expect(await run('create configmap own --from-literal=a=b')).toBe('configmap/own created\n');
      expect(await run('create secret generic own --from-literal=a=b')).toBe('secret/own created\n');
      expect(await run('get secret own -o jsonpath={.data.a}')).toBe('Yg==');
      expect(await run('create serviceaccount own')).toBe('serviceaccount/own created\n');
      expect(await run('create service clusterip own --tcp=80:8080')).toBe('service/own created\n');
      expect(await run('get svc own')).toMatch(/own +ClusterIP +10\.\S+ +<none> +80\/TCP/);
      await run('delete configmap/own secret/own serviceaccount/own service/own');
    });
    it('gets in chunks, by labels and by fields', async () => {
      await run('create -f -', json(...['a', 'b', 'c', 'd', 'e'].map((name) => configMap(name))));
      const { out, err } = await attempt('get cm -l of=test --chunk-size=2 -v=6');
      expect(out.match(/^[a-e] +1 /gm)).toHaveLength(5);
      expect(err.match(/configmaps\?\S*limit=2/g)?.length).toBe(3);
      expect(await run('get cm -l of!=test -o name')).not.toContain('configmap/a');
      expect(await run('get cm --field-selector metadata.name=c -o name')).toBe('configmap/c\n');
      expect((await run('delete cm -l of=test')).match(/deleted/g)).toHaveLength(5);
    });
    it('watches', async () => {
      await run('create -f -', JSON.stringify(configMap('seen')));
      const child = kubectl.spawn(['-n', namespace, 'get', 'cm', '-l', 'of=test', '-w', '--no-headers']);
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      try {
        expect((await lines.next()).value).toMatch(/^seen +1 /);
        await run('create -f -', JSON.stringify(configMap('fresh', { a: '1', b: '2' })));
        expect((await lines.next()).value).toMatch(/^fresh +2 /);
        await run('delete cm seen');
        expect((await lines.next()).value).toMatch(/^seen +1 /);
      } finally {
        child.kill();
      }
      const options = ['--no-headers', '--output-watch-events'];
      const events = kubectl.spawn(['-n', namespace, 'get', 'cm', '-l', 'of=test', '-w', ...options]);
      const named = createInterface({ input: events.stdout })[Symbol.asyncIterator]();
      try {
        expect((await named.next()).value).toMatch(/^ADDED +fresh +2 /);
      } finally {
        events.kill();
      }
      await run('delete cm fresh');
    });
    it('explains', async () => {
      const configMaps = await run('explain configmap');
      expect(configMaps).toMatch(/KIND: +ConfigMap/);
      expect(configMaps).toMatch(/^ +binaryData\s+<map\[string\]string>/m);
      expect(await run('explain configmap.data')).toMatch(/FIELDS?: +data +<map\[string\]string>/);
      expect(await run('explain service.spec.ports')).toMatch(/targetPort\s+<IntOrString>/);
      expect(await run('explain lease --recursive')).toMatch(/holderIdentity\s+<string>/);
    });
    it('describes', async () => {
      await run('create -f -', JSON.stringify(configMap('told')));
      expect(await run('describe cm told')).toMatch(/color:\n----\nred\n/);
      expect(await run('describe svc kubernetes -n default')).toMatch(/^Type: +ClusterIP$/m);
      expect(await run('describe ns default')).toMatch(/^Status: +Active$/m);
      await run('delete cm told');
    });
    it('gets raw paths', async () => {
      expect(JSON.parse(await run('get --raw /api/v1/namespaces/default')).kind).toBe('Namespace');
      expect(await run('get --raw /readyz')).toBe('ok');
      expect((await attempt('get --raw /nowhere')).err).toContain('(NotFound)');
    });
    it('tells where the server is', async () => {
      expect(await run('cluster-info')).toMatch(/Kubernetes control plane.* is running at/);
    });
    it.each(['--port=0', '--unix-socket=proxy.sock'])('stands between others and the server with %s', async (where) => {
      const proxy = kubectl.spawn(['proxy', where]);
      const lines = createInterface({ input: proxy.stdout })[Symbol.asyncIterator]();
      const [, address = ''] = /^Starting to serve on (.*)$/.exec((await lines.next()).value) ?? [];
      const place = where.startsWith('--port')
        ? { host: '127.0.0.1', port: address.split(':')[1] }
        : { socketPath: join(kubectl.home, address) };
      const path = '/api/';
      const { kind } = await new Promise<{ kind: string }>((resolve, reject) => {
        httpGet({ ...place, path }, async (response) => resolve(JSON.parse(await text(response)))).on('error', reject);
      });
      expect(kind).toBe('APIVersions');
      proxy.kill();
    });
    it('gets events', async () => {
      expect((await attempt('get events')).err).toContain('No resources found');
      const event = {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: 'one' },
        involvedObject: { kind: 'ConfigMap', name: 'some', namespace },
        reason: 'Tested',
        message: 'it happened',
        type: 'Normal',
        lastTimestamp: new Date().toISOString().replace(/\.\d+/, ''),
      };
      await run('create -f -', JSON.stringify(event));
      expect(await run('get events')).toMatch(/Normal +Tested +configmap\/some +it happened/);
      expect(await run('events')).toMatch(/Normal +Tested +ConfigMap\/some +it happened/);
      expect(await run('get events.events.k8s.io one -o jsonpath={.note}')).toBe('it happened');
    });
    it('is told of a misspelled field', async () => {
      const bad = JSON.stringify({ ...configMap('bad'), dta: {} });
      const refused = await attempt('create --validate=strict -f -', bad);
      expect(refused.code).toBe(1);
      expect(refused.err).toContain('strict decoding error: unknown field "dta"');
      const warned = await attempt('create --validate=warn -f -', bad);
      expect(warned).toMatchObject({ code: 0, err: 'Warning: unknown field "dta"\n' });
      await run('delete cm bad');
    });
    it('tries on the server what it would create', async () => {
      const text = JSON.stringify(configMap('ghost'));
      expect(await run('apply --dry-run=server -f -', text)).toBe('configmap/ghost created (server dry run)\n');
      expect(await run('create --dry-run=server -f -', text)).toBe('configmap/ghost created (server dry run)\n');
      expect((await attempt('get cm ghost')).code).toBe(1);
    });
    it('is let in by token and by certificate, and not without', async () => {
      const pki = (name: string): string => join(server.running.dataDirectory, 'pki', name);
      const base = ['--kubeconfig=/dev/null', `--server=${server.url}`, `--certificate-authority=${pki('ca.crt')}`];
      const get = ['get', 'ns', 'default', '-o', 'name'];
      expect(await kubectl.run([...base, `--token=${server.token}`, ...get])).toBe('namespace/default\n');
      const certificate = [`--client-certificate=${pki('admin.crt')}`, `--client-key=${pki('admin.key')}`];
      expect(await kubectl.run([...base, ...certificate, ...get])).toBe('namespace/default\n');
      const wrong = await kubectl.try([...base, '--token=wrong', ...get]);
      expect(wrong.err).toContain('You must be logged in to the server');
    });
  });
}
