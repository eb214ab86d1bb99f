import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseKubectls, KubectlRunner, type Ran } from '../support/kubectl.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

const kubectls = chooseKubectls();
const strict = process.env.CI === 'true';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer({ controllers: '*' });
  folder = await mkdtemp(join(tmpdir(), 'pinnace-writes-'));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

it.skipIf(kubectls.length === 0 && !strict)('there is a kubectl to test with', () => {
  expect(kubectls).not.toEqual([]);
});

interface Manifest {
  readonly metadata?: object;
  readonly data?: object;
  readonly [field: string]: unknown;
}
const configMap = (name: string, { metadata = {}, data = { color: 'red' }, ...rest }: Manifest = {}): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data, ...rest });
const service = (name: string, ports: readonly object[]): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { selector: { app: name }, ports },
  });

for (const found of kubectls) {
  describe(`kubectl ${found.version}`, () => {
    const namespace = `writes-${found.version.replaceAll('.', '-')}`;
    const minor = Number(found.version.split('.')[1]);
    let kubectl: KubectlRunner;
    const words = (command: string): string[] => ['-n', namespace, ...command.split(' ')];
    /** In the namespace of this version; arguments that hold blanks stand apart. */
    const run = (command: string, input?: string) => kubectl.run(words(command), input);
    const runWith = (command: string, ...more: string[]) => kubectl.run([...words(command), ...more]);
    const attempt = (command: string, input?: string): Promise<Ran> => kubectl.try(words(command), input);
    const field = (what: string, path: string) => run(`get ${what} -o jsonpath={${path}}`);
    const gone = async (what: string): Promise<void> => {
      expect((await attempt(`get ${what}`)).err).toContain('(NotFound)');
    };
    beforeAll(async () => {
      kubectl = await KubectlRunner.open(found, server.running.kubeconfigPath);
      await kubectl.run(['create', 'namespace', namespace]);
    });
    afterAll(() => kubectl[Symbol.asyncDispose]());

    it('deletes a file that holds a namespace and what is in it', async () => {
      const own = `${namespace}-own`;
      const within = { metadata: { namespace: own } };
      const objects = [
        JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: own } }),
        ...['a', 'b', 'c'].map((name) => configMap(name, within)),
      ];
      const file = objects.join('\n');
      await kubectl.run(['apply', '-f', '-'], file);
      await kubectl.run(['delete', '-f', '-'], file);
      await gone(`namespace ${own}`);
    });

    it('creates each kind by its own command', async () => {
      const literals = '--from-literal=a=b --from-literal=c=d';
      expect(await run(`create configmap own ${literals}`)).toBe('configmap/own created\n');
      expect(await field('cm own', '.data')).toBe('{"a":"b","c":"d"}');
      expect(await run(`create secret generic own ${literals} --type=example.com/pair`)).toBe('secret/own created\n');
      expect(await field('secret own', '.type}{.data.a')).toBe('example.com/pairYg==');
      await run(
        'create secret docker-registry reg --docker-server=reg.example --docker-username=u --docker-password=p',
      );
      expect(await field('secret reg', '.type')).toBe('kubernetes.io/dockerconfigjson');
      expect(await run('create serviceaccount own')).toBe('serviceaccount/own created\n');
      expect(await run('create service nodeport np --tcp=80:8080')).toBe('service/np created\n');
      expect(Number(await field('svc np', '.spec.ports[0].nodePort'))).toBeGreaterThanOrEqual(30_000);
      expect(await run('create service externalname en --external-name=example.com')).toBe('service/en created\n');
      expect(await run('create service clusterip none --clusterip=None')).toBe('service/none created\n');
      expect((await attempt('create configmap own')).err).toBe(
        'error: failed to create configmap: configmaps "own" already exists\n',
      );
    });
    it.skipIf(minor < 32)('creates in protobuf', async () => {
      const { code, err } = await attempt('create configmap binary --from-literal=a=b -v=8');
      expect(code).toBe(0);
      expect(err).toMatch(/POST.*\/configmaps.*\n(.*\n)*?.*Content-Type: application\/vnd\.kubernetes\.protobuf/);
    });
    it('gets wide tables', async () => {
      expect(await run('get svc np -o wide')).toMatch(
        /^NAME +TYPE +CLUSTER-IP +EXTERNAL-IP +PORT\(S\) +AGE +SELECTOR\nnp +NodePort +10\.\S+ +<none> +80:3\d{4}\/TCP +\S+ +app=np\n$/,
      );
      expect(await run('get svc en -o wide')).toMatch(/^en +ExternalName +<none> +example\.com +\S+ +\S+ +app=en$/m);
      expect(await run('get secret own -o wide')).toMatch(/^own +example\.com\/pair +2 +\S+$/m);
      expect(await run('get sa,cm -o wide')).toMatch(/^serviceaccount\/own +(0 +)?\S+$/m);
    });
    it('watches objects as they change, and waits for their end', async () => {
      await run('create -f -', configMap('seen'));
      const child = kubectl.spawn([
        ...words('get cm seen -w --output-watch-events'),
        '-o',
        'jsonpath={.object.data}{"\\n"}',
      ]);
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const waiting = run('wait --for=delete cm/seen --timeout=20s');
      try {
        expect((await lines.next()).value).toBe('{"color":"red"}');
        await runWith('patch cm seen --type=merge -p', '{"data":{"color":"blue"}}');
        expect((await lines.next()).value).toBe('{"color":"blue"}');
        await run('delete cm seen --wait=false');
        expect((await lines.next()).value).toBe('{"color":"blue"}');
      } finally {
        child.kill();
      }
      expect(await waiting).toBe('configmap/seen condition met\n');
    });
    it('waits for a value', async () => {
      await run('create -f -', configMap('waited'));
      const waiting = run('wait --for=jsonpath={.data.color}=green cm/waited --timeout=20s');
      await runWith('patch cm waited -p', '{"data":{"color":"green"}}');
      expect(await waiting).toBe('configmap/waited condition met\n');
    });
    it('edits', async () => {
      const editor = join(folder, `editor-${minor}.sh`);
      await writeFile(editor, '#!/bin/sh\nsed -i "s/color: red/color: edited/" "$1"\n');
      await chmod(editor, 0o755);
      await run('create -f -', configMap('edited'));
      expect(await edit(editor, 'edited')).toMatchObject({ code: 0, out: 'configmap/edited edited\n' });
      expect(await field('cm edited', '.data.color')).toBe('edited');
      expect((await edit(editor, 'edited')).err).toContain('no changes made');
      await writeFile(editor, '#!/bin/sh\nsed -i "s/color: edited/color: [1, 2]/" "$1"\n');
      expect((await edit(editor, 'edited')).err).toMatch(/configmaps "edited" (is|was not) (in)?valid/);
    });
    const edit = async (editor: string, name: string): Promise<Ran> => {
      const child = kubectl.spawn(words(`edit cm ${name}`), { KUBE_EDITOR: editor });
      child.stdin.end();
      return KubectlRunner.ended(child);
    };
    it('labels and annotates', async () => {
      await run('create -f -', configMap('labelled'));
      expect(await run('label cm labelled size=big color=red')).toBe('configmap/labelled labeled\n');
      expect((await attempt('label cm labelled size=small')).err).toContain(
        'already has a value (big), and --overwrite is false',
      );
      expect(await run('label cm labelled size=small color- --overwrite')).toMatch(/ (labeled|modified)\n$/);
      expect(await field('cm labelled', '.metadata.labels')).toBe('{"size":"small"}');
      expect(await runWith('annotate cm labelled', 'note=with some words')).toMatch(/ annotated?\n$/);
      expect(await field('cm labelled', '.metadata.annotations.note')).toBe('with some words');
      expect(await run('annotate cm labelled note-')).toMatch(/ annotated?\n$/);
      expect(await run('get cm -l size=small -o name')).toBe('configmap/labelled\n');
      expect((await attempt('label cm labelled size=!')).code).toBe(1);
    });
    it('patches in each way', async () => {
      await run('create -f -', service('patched', [{ name: 'web', port: 80 }]));
      const patch = (type: string, body: unknown) =>
        runWith(`patch svc patched --type=${type} -p`, JSON.stringify(body));
      expect(await patch('strategic', { spec: { ports: [{ name: 'tls', port: 443 }] } })).toBe(
        'service/patched patched\n',
      );
      expect(await field('svc patched', '.spec.ports[*].port')).toBe('443 80');
      await patch('strategic', { spec: { ports: [{ port: 80, $patch: 'delete' }] } });
      expect(await field('svc patched', '.spec.ports[*].port')).toBe('443');
      await patch('merge', { spec: { selector: { app: null, tier: 'front' }, ports: [{ name: 'a', port: 1 }] } });
      expect(await field('svc patched', '.spec.selector')).toBe('{"tier":"front"}');
      await patch('json', [{ op: 'replace', path: '/spec/ports/0/port', value: 2 }]);
      expect(await field('svc patched', '.spec.ports[*].port')).toBe('2');
      expect(await patch('merge', { spec: { sessionAffinity: 'None' } })).toBe('service/patched patched (no change)\n');
      const failed = await kubectl.try([
        ...words('patch svc patched --type=json -p'),
        '[{"op":"remove","path":"/spec/nothing"}]',
      ]);
      expect(failed.err).toContain('the server rejected our request due to an error in our request');
      const invalid = await kubectl.try([...words('patch svc patched --type=merge -p'), '{"spec":{"ports":[]}}']);
      expect(invalid.err).toContain('The Service "patched" is invalid: spec.ports: Required value');
    });
    it('applies: creates, changes, and removes what is no longer said', async () => {
      const first = configMap('applied', { data: { a: '1', b: '2' }, metadata: { labels: { l: 'm' } } });
      expect(await run('apply -f -', first)).toBe('configmap/applied created\n');
      expect(await run('apply -f -', first)).toBe('configmap/applied unchanged\n');
      // What somebody else has added stays.
      await runWith('patch cm applied -p', '{"data":{"other":"3"}}');
      const second = configMap('applied', { data: { a: '10' } });
      expect(await run('apply --dry-run=server -f -', second)).toBe('configmap/applied configured (server dry run)\n');
      expect(await field('cm applied', '.data.a')).toBe('1');
      const { code, out } = await attempt('diff -f -', second);
      expect(code).toBe(1);
      expect(out).toMatch(/^- {2}a: "1"\n- {2}b: "2"\n\+ {2}a: "10"\n {3}other: "3"$/m);
      expect(await run('apply -f -', second)).toBe('configmap/applied configured\n');
      expect(await field('cm applied', '.data}{.metadata.labels')).toBe('{"a":"10","other":"3"}');
      expect((await attempt('diff -f -', second)).code).toBe(0);
      expect(await run('apply view-last-applied cm applied -o json')).toContain('"a": "10"');
    });
    it('applies lists by their merge keys', async () => {
      const ports = [
        { name: 'web', port: 80 },
        { name: 'tls', port: 443 },
      ];
      await run('apply -f -', service('merged', ports));
      await runWith('patch svc merged -p', '{"spec":{"ports":[{"port":80,"appProtocol":"http"}]}}');
      await run('apply -f -', service('merged', [{ name: 'new', port: 81 }, ...ports.slice(0, 1)]));
      expect(JSON.parse(await field('svc merged', '.spec.ports'))).toMatchObject([
        { name: 'new', port: 81 },
        { name: 'web', port: 80, appProtocol: 'http' },
      ]);
    });
    it('prunes what is no longer among what is applied', async () => {
      const all = (...names: string[]): string =>
        `{"apiVersion":"v1","kind":"List","items":[${names
          .map((name) => configMap(name, { metadata: { labels: { set: 'one' } } }))
          .join()}]}`;
      const prune = 'apply --prune -l set=one --prune-allowlist=core/v1/ConfigMap -f -';
      await run(prune, all('kept', 'dropped'));
      expect(await run(prune, all('kept'))).toContain('configmap/dropped pruned\n');
      expect(await run('get cm -l set=one -o name')).toBe('configmap/kept\n');
    });
    it('replaces, also by force', async () => {
      const uid = (name: string) => field(`cm ${name}`, '.metadata.uid');
      await run('create -f -', configMap('replaced'));
      const before = await uid('replaced');
      expect(await run('replace -f -', configMap('replaced', { data: { color: 'blue' } }))).toBe(
        'configmap/replaced replaced\n',
      );
      expect(await uid('replaced')).toBe(before);
      expect(await run('replace --force -f -', configMap('replaced'))).toMatch(
        /deleted.*\nconfigmap\/replaced replaced\n$/,
      );
      expect(await uid('replaced')).not.toBe(before);
      expect(await run('create -o yaml --dry-run=client -f -', configMap('ghost'))).toContain('name: ghost');
    });
    it.each(['background', 'foreground', 'orphan'])('deletes an owner, with its dependents: %s', async (cascade) => {
      const [owner, child] = [`owner-${cascade}`, `child-${cascade}`];
      await run('create -f -', configMap(owner));
      const uid = await field(`cm ${owner}`, '.metadata.uid');
      const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: owner, uid, blockOwnerDeletion: true };
      await run('create -f -', configMap(child, { metadata: { ownerReferences: [reference] } }));
      expect(await run(`delete cm ${owner} --cascade=${cascade} --timeout=10s`)).toContain(`"${owner}" deleted`);
      await gone(`cm ${owner}`);
      await server.running.settle();
      if (cascade !== 'orphan') return gone(`cm ${child}`);
      expect(await field(`cm ${child}`, '.metadata.ownerReferences')).toBe('');
    });
    it('waits for finalizers when it deletes', async () => {
      await run('create -f -', configMap('held', { metadata: { finalizers: ['example.com/hold'] } }));
      expect((await attempt('delete cm held --timeout=300ms')).err).toContain('timed out waiting for the condition');
      expect(await field('cm held', '.metadata.deletionTimestamp')).toMatch(/Z$/);
      const waiting = run('wait --for=delete cm/held --timeout=10s');
      await runWith('patch cm held --type=merge -p', '{"metadata":{"finalizers":null}}');
      await waiting;
      await gone('cm held');
    });
    it('deletes a namespace with all that is in it', async () => {
      const other = `${namespace}-other`;
      const inside = (command: string, input?: string) => kubectl.run(['-n', other, ...command.split(' ')], input);
      await kubectl.run(['create', 'ns', other]);
      await inside('create -f -', configMap('held', { metadata: { finalizers: ['example.com/hold'] } }));
      await inside('create secret generic some --from-literal=a=b');
      await inside('create service clusterip some --tcp=80');
      await inside(`delete ns ${other} --wait=false`);
      await server.running.settle();
      expect(await inside('get ns')).toMatch(new RegExp(`^${other} +Terminating`, 'm'));
      const reasons = '{range .status.conditions[?(@.status=="True")]}{.type} {end}';
      expect(await kubectl.run(['get', 'ns', other, '-o', `jsonpath=${reasons}`])).toBe(
        'NamespaceContentRemaining NamespaceFinalizersRemaining ',
      );
      const late = await kubectl.try(['-n', other, 'create', 'configmap', 'late']);
      expect(late.err).toContain(`because it is being terminated`);
      await kubectl.run([
        '-n',
        other,
        'patch',
        'cm',
        'held',
        '--type=json',
        '-p',
        '[{"op":"remove","path":"/metadata/finalizers"}]',
      ]);
      await kubectl.run(['wait', '--for=delete', `ns/${other}`, '--timeout=10s']);
      await gone(`ns ${other}`);
    });
    it('deletes many at once, by label and all of them', async () => {
      for (const name of ['m1', 'm2', 'm3'])
        await run('create -f -', configMap(name, { metadata: { labels: { many: name } } }));
      expect((await run('delete cm -l many=m1,many')).match(/deleted/g)).toHaveLength(1);
      expect((await run('delete cm m2 m3 --now')).match(/deleted/g)).toHaveLength(2);
      expect(await run('delete cm m2 --ignore-not-found')).toBe('');
      expect(await run('delete secret --all')).toContain('secret "own" deleted');
      expect((await attempt('get secret')).err).toContain('No resources found');
    });
    it('shows managed fields only when asked', async () => {
      await run('create -f -', configMap('managed'));
      expect(await run('get cm managed -o yaml')).not.toContain('managedFields');
      // Whether there are any is the business of server-side apply.
      expect((await attempt('get cm managed -o yaml --show-managed-fields')).code).toBe(0);
    });
    it('is strict about misspelled and doubled fields', async () => {
      const wrong =
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: wrong\n  lables: {}\ndata:\n  a: "1"\n  a: "2"\n';
      const refused = await attempt('apply --validate=strict -f -', wrong);
      expect(refused.code).toBe(1);
      expect(refused.err).toContain('unknown field "metadata.lables"');
      const doubled = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: wrong\ndatum: {}\n';
      expect((await attempt('create -f -', doubled)).err).toContain('unknown field "datum"');
      expect(await attempt('create --validate=ignore -f -', doubled)).toMatchObject({ code: 0, err: '' });
      expect((await attempt('apply --validate=warn -f -', doubled)).err).toContain('Warning: unknown field "datum"');
    });
    it('tries on the server without doing', async () => {
      const text = configMap('ghost');
      expect(await run('create --dry-run=server -f -', text)).toBe('configmap/ghost created (server dry run)\n');
      expect(await run('create configmap ghost --dry-run=server')).toBe('configmap/ghost created (server dry run)\n');
      await gone('cm ghost');
      await run('create -f -', text);
      const version = await field('cm ghost', '.metadata.resourceVersion');
      expect(await run('delete cm ghost --dry-run=server')).toMatch(/^configmap "ghost" deleted.*\(server dry run\)/);
      await run('label cm ghost x=y --dry-run=server');
      await run('replace --dry-run=server -f -', configMap('ghost', { data: {} }));
      await runWith('patch cm ghost --dry-run=server -p', '{"data":null}');
      expect(await field('cm ghost', '.metadata.resourceVersion')).toBe(version);
    });
  });
}
