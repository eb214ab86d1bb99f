import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseKubectls, KubectlRunner } from '../support/kubectl.ts';
import { asList, largeManifest } from '../support/large-manifest.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

/** The oldest gets all of it; the newest a part, because it reads the schemas anew for each object, which takes its time. */
const applications: Readonly<Record<string, number>> = { '1.27': 12, '1.36': 4 };
const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.');
const kubectls = chooseKubectls().filter(({ version }) => minorOf(version) in applications);
const strict = process.env.CI === 'true';

let server: TestServer;
let home: string;
beforeAll(async () => {
  server = await startTestServer({ controllers: '*' });
  home = await mkdtemp(join(tmpdir(), 'pinnace-manifest-'));
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

it.skipIf(kubectls.length === 0 && !strict)('there is a kubectl to test with', () => {
  expect(kubectls).not.toEqual([]);
});

/**
 * What kubectl always takes for changed, on every server: selectors that are replaced and not compared, defaults inside of
 * lists that are taken as a whole, empty maps that are not stored.
 */
const neverTheSame = [
  /^poddisruptionbudget\.policy\//,
  /^statefulset\.apps\/db-/,
  /^customresourcedefinition\.apiextensions\.k8s\.io\/issuers\./,
];

for (const found of kubectls) {
  describe(`a large manifest, with kubectl ${found.version}`, () => {
    const { setup, rest } = largeManifest(applications[minorOf(found.version)] as number);
    let kubectl: KubectlRunner;
    let files: string[];
    const run = (...words: string[]) => kubectl.run(words);
    const linesOf = (said: string): string[] => said.split('\n').filter((line) => line !== '');
    const template = 'jsonpath={range .items[*]}{.kind}/{.metadata.name} {.metadata.resourceVersion}\n{end}';
    // A quota is counted again seconds after it was charged, in case that what it was charged for was never stored.
    const places = async () =>
      linesOf(await run('get', ...files, '-o', template)).filter((line) => !line.startsWith('ResourceQuota/'));

    beforeAll(async () => {
      kubectl = await KubectlRunner.open(found, server.running.kubeconfigPath);
      files = [];
      for (const [name, items] of Object.entries({ setup, rest })) {
        const path = join(home, `${name}-${found.version}.json`);
        await writeFile(path, asList(items));
        files.push('-f', path);
      }
    });
    afterAll(() => kubectl[Symbol.asyncDispose]());

    it('is applied', async () => {
      const made = [
        ...linesOf(await run('apply', ...files.slice(0, 2))),
        ...linesOf(await run('apply', ...files.slice(2))),
      ];
      expect(made.filter((line) => !line.endsWith(' created'))).toEqual([]);
      expect(made).toHaveLength(setup.length + rest.length);
      await server.running.settle();
    });
    it('is as it was when it is applied again', async () => {
      const before = await places();
      const said = linesOf(await run('apply', ...files)).filter((line) => !line.endsWith(' unchanged'));
      expect(said.filter((line) => !neverTheSame.some((pattern) => pattern.test(line)))).toEqual([]);
      await server.running.settle();
      expect(await places()).toEqual(before);
    });
    it('shows no difference', async () => {
      expect(await kubectl.try(['diff', ...files])).toMatchObject({ code: 0, out: '' });
    });
    it('is as it was when it is applied on the server again', async () => {
      await run('apply', '--server-side', '--force-conflicts', ...files);
      await server.running.settle();
      const before = await places();
      const said = linesOf(await run('apply', '--server-side', ...files));
      expect(said.filter((line) => !line.endsWith(' serverside-applied'))).toEqual([]);
      await server.running.settle();
      expect(await places()).toEqual(before);
      expect(await kubectl.try(['diff', '--server-side', ...files])).toMatchObject({ code: 0, out: '' });
    });
    it('is gone when it is deleted', async () => {
      // To wait, kubectl asks for each object by itself, five in a second.
      await run('delete', '--wait=false', ...files.slice(2));
      await run('delete', ...files.slice(0, 2));
      expect(await run('get', ...files, '--ignore-not-found', '-o', 'name').catch(String)).toMatch(
        /^$|no matches for kind/,
      );
      expect(await run('get', 'namespaces', '-o', 'name')).not.toContain('fleet');
      expect(await run('get', 'all,pvc,configmaps,secrets', '-A', '-o', 'name')).not.toMatch(/app-|db-|edge/);
    });
  });
}
