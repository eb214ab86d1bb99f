import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseKubectls, KubectlRunner, type Ran } from '../support/kubectl.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

const kubectls = chooseKubectls();
const strict = process.env.CI === 'true';

let server: TestServer;
let folder: string;
/** The cluster without any user: who comes with it is who the token says. */
let nobody: string;
beforeAll(async () => {
  server = await startTestServer({ controllers: '*' });
  folder = await mkdtemp(join(tmpdir(), 'pinnace-auth-'));
  nobody = join(folder, 'kubeconfig');
  const config = JSON.parse(await readFile(server.running.kubeconfigPath, 'utf8'));
  const users = config.users.map(({ name }: { name: string }) => ({ name, user: {} }));
  await writeFile(nobody, JSON.stringify({ ...config, users }));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

it.skipIf(kubectls.length === 0 && !strict)('there is a kubectl to test with', () => {
  expect(kubectls).not.toEqual([]);
});

for (const found of kubectls) {
  describe(`kubectl ${found.version}`, () => {
    const namespace = `auth-${found.version.replaceAll('.', '-')}`;
    const minor = Number(found.version.split('.')[1]);
    const account = `system:serviceaccount:${namespace}:robot`;
    let admin: KubectlRunner;
    let other: KubectlRunner;
    const words = (command: string): string[] => ['-n', namespace, ...command.split(' ')];
    const run = (command: string, input?: string): Promise<string> => admin.run(words(command), input);
    const attempt = (command: string, input?: string): Promise<Ran> => admin.try(words(command), input);
    const withToken = (token: string, command: string): Promise<Ran> =>
      other.try(['--token', token, ...words(command)]);
    beforeAll(async () => {
      admin = await KubectlRunner.open(found, server.running.kubeconfigPath);
      other = await KubectlRunner.open(found, nobody);
      await admin.run(['create', 'namespace', namespace]);
      await run('create serviceaccount robot');
    });
    afterAll(async () => {
      await admin[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
    });

    it('works with the token of a service account, as far as its roles go', async () => {
      const token = (await run('create token robot --duration=20m')).trim();
      expect((await withToken(token, 'get configmaps')).err).toBe(
        `Error from server (Forbidden): configmaps is forbidden: User "${account}" cannot list resource "configmaps" in API group "" in the namespace "${namespace}"\n`,
      );
      await run(`create rolebinding robots --clusterrole=view --serviceaccount=${namespace}:robot`);
      expect((await withToken(token, 'get configmaps -o name')).out).toContain('configmap/kube-root-ca.crt');
      expect((await withToken(token, 'create configmap x')).err).toContain(
        `User "${account}" cannot create resource "configmaps"`,
      );
      await run('delete rolebinding robots');
      expect((await withToken(token, 'get configmaps')).code).toBe(1);
      expect((await withToken('nonsense', 'get configmaps')).err).toContain('You must be logged in');
    });

    it('makes roles and bindings by their own commands', async () => {
      await run('create role reader --verb=get,list --resource=pods,pods/log,deployments.apps --resource-name=web');
      await run('create rolebinding readers --role=reader --user=ada --group=devs');
      expect(await run('describe role reader')).toMatch(/deployments\.apps +\[\] +\[web\] +\[get list\]/);
      expect(await run('get rolebinding readers -o wide')).toMatch(/readers +Role\/reader +\S+ +ada +devs/);
      const cluster = `${namespace}-urls`;
      await run(`create clusterrole ${cluster} --verb=get --non-resource-url=/metrics`);
      await run(`create clusterrolebinding ${cluster} --clusterrole=${cluster} --user=ada`);
      expect(await run('auth can-i get /metrics --as=ada')).toBe('yes\n');
    });

    it('asks what one may do', async () => {
      expect(await run('auth can-i * *')).toBe('yes\n');
      expect(await run('auth can-i get pods/web --as=ada')).toBe('yes\n');
      expect((await attempt('auth can-i get pods/other --as=ada')).out).toBe('no\n');
      expect((await attempt('auth can-i delete pods --as=bob --as-group=devs')).out).toBe('no\n');
      expect(await run('auth can-i get pods/web --subresource=log --as=bob --as-group=devs')).toBe('yes\n');
      const list = await run('auth can-i --list --as=ada');
      expect(list).toMatch(/^pods\/log +\[\] +\[web\] +\[get list\]$/m);
      expect(list).toMatch(/^selfsubjectreviews\.authentication\.k8s\.io +\[\] +\[\] +\[create\]$/m);
      expect(list).toMatch(/ +\[\/metrics\] +\[\] +\[get\]$/m);
    });

    it('acts for others', async () => {
      expect((await attempt('get secrets --as=ada')).err).toBe(
        `Error from server (Forbidden): secrets is forbidden: User "ada" cannot list resource "secrets" in API group "" in the namespace "${namespace}"\n`,
      );
      expect((await attempt(`get secrets --as=${account}`)).err).toContain(`User "${account}" cannot list`);
      await run('get secrets --as=ada --as-group=system:masters');
      // Older ones ask in a version that is not there any more.
      if (minor < 28) return;
      expect(await run('auth whoami --as=ada --as-group=devs --as-uid=u1')).toMatch(
        /Username +ada\nUID +u1\nGroups +\[devs system:authenticated\]\n/,
      );
      expect(await run('auth whoami')).toMatch(/Username +kubernetes-admin\n/);
    });

    it('does not give away what one does not have', async () => {
      await run('create rolebinding bosses --clusterrole=admin --user=boss');
      await run('create role own --verb=get --resource=secrets --as=boss');
      const { err } = await attempt('create role more --verb=get --resource=nodes --as=boss');
      expect(err).toContain('is attempting to grant RBAC permissions not currently held:\n');
      expect(err).toContain('{APIGroups:[""], Resources:["nodes"], Verbs:["get"]}');
      expect((await attempt('create rolebinding up --clusterrole=cluster-admin --user=x --as=boss')).err).toContain(
        '{NonResourceURLs:["*"], Verbs:["*"]}',
      );
    });

    it('reconciles roles', async () => {
      const role = (verbs: string[]): string =>
        JSON.stringify({
          apiVersion: 'rbac.authorization.k8s.io/v1',
          kind: 'Role',
          metadata: { name: 'kept', namespace },
          rules: [{ apiGroups: [''], resources: ['pods'], verbs }],
        });
      expect(await run('auth reconcile -f -', role(['get']))).toContain('kept reconciled');
      expect(await run('auth reconcile -f -', role(['list']))).toContain('kept reconciled');
      const { rules } = JSON.parse(await run('get role kept -o json'));
      expect(rules.flatMap(({ verbs }: { verbs: string[] }) => verbs)).toEqual(['get', 'list']);
    });
  });
}
