import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { TestWebhook } from '../support/conversion-webhook.ts';
import { chooseKubectls, KubectlRunner } from '../support/kubectl.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';
import { wild } from '../support/wild-definitions.ts';

const kubectls = chooseKubectls();
const name = 'crontabs.example.com';
const example = (file: string): Promise<string> =>
  readFile(new URL(`../../examples/conversion-webhook/${file}`, import.meta.url), 'utf8');

let server: TestServer;
let webhook: TestWebhook;
beforeAll(async () => {
  webhook = await TestWebhook.start();
  const services = `default/conversion-webhook=127.0.0.1:${webhook.port}`;
  server = await startTestServer({ controllers: '*', 'service-resolver': services });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await webhook.stop();
});

interface Version {
  name: string;
  served: boolean;
  storage: boolean;
  schema?: object;
  [field: string]: unknown;
}
interface Definition {
  apiVersion: string;
  spec: { versions: Version[]; [field: string]: unknown };
  [field: string]: unknown;
}

const hostAndPort = { type: 'object', properties: { host: { type: 'string' }, port: { type: 'string' } } };
const version = (of: string, more: Partial<Version> = {}): Version => ({
  name: of,
  served: true,
  storage: false,
  schema: { openAPIV3Schema: hostAndPort },
  ...more,
});
const crontabs = (versions: readonly Version[], more: object = {}): Definition => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', singular: 'crontab', kind: 'CronTab', shortNames: ['ct'] },
    versions: [...versions],
    ...more,
  },
});
const crontab = (of: string, metadata: object, content: object = { host: 'example.com', port: '80' }): string =>
  stringify({ apiVersion: `example.com/${of}`, kind: 'CronTab', metadata, ...content });

for (const found of kubectls) {
  describe(`kubectl ${found.version} and custom resources`, () => {
    const namespace = `crd-${found.version.replaceAll('.', '-')}`;
    /** What is the same for every kubectl is seen with the newest. */
    const newest = found === kubectls.at(-1);
    let kubectl: KubectlRunner;
    const run = (command: string, input?: string) => kubectl.run(['-n', namespace, ...command.split(' ')], input);
    const attempt = (command: string, input?: string) => kubectl.try(['-n', namespace, ...command.split(' ')], input);
    const define = async (definition: Definition | string): Promise<void> => {
      await run('apply -f -', typeof definition === 'string' ? definition : stringify(definition));
      await run(`wait --for condition=established crd/${name}`);
    };
    const undefine = async (): Promise<void> => {
      await run(`delete crd ${name} --ignore-not-found --wait`);
    };
    const storedVersions = () => run(`get crd ${name} -o jsonpath={.status.storedVersions}`);
    /** The content in a version, without apiVersion. */
    const read = async (of: string, object: string) => {
      const { apiVersion, metadata, ...content } = JSON.parse(
        await run(`get crontabs.${of}.example.com ${object} -o json`),
      );
      expect(apiVersion).toBe(`example.com/${of}`);
      return { content, metadata };
    };
    beforeAll(async () => {
      kubectl = await KubectlRunner.open(found, server.running.kubeconfigPath);
      await kubectl.run(['create', 'namespace', namespace]);
    });
    afterEach(undefine);
    afterAll(() => kubectl[Symbol.asyncDispose]());

    it('serves both versions of a definition without conversion', async () => {
      await define(await example('crd-none.yaml'));
      const versions = await run('api-versions');
      expect(versions).toMatch(/^example\.com\/v1$/m);
      expect(versions).toMatch(/^example\.com\/v1beta1$/m);
      expect(await run('api-resources --api-group=example.com')).toMatch(
        /^crontabs +ct +example\.com\/v1 +true +CronTab$/m,
      );
      expect(await run('apply -f -', crontab('v1beta1', { name: 'a' }))).toBe('crontab.example.com/a created\n');
      expect(await run('apply -f -', crontab('v1beta1', { name: 'a' }))).toBe('crontab.example.com/a unchanged\n');
      // The version of the highest priority is the one that is meant where none is said.
      expect(await run('get ct a -o jsonpath={.apiVersion}')).toBe('example.com/v1');
      expect((await read('v1', 'a')).content).toEqual((await read('v1beta1', 'a')).content);
      expect(await run('delete ct a')).toMatch(/^crontab\.example\.com "a" deleted/);
    });

    it('takes the same definition in apiextensions.k8s.io/v1beta1', async () => {
      await define(
        stringify({
          ...crontabs([]),
          apiVersion: 'apiextensions.k8s.io/v1beta1',
          spec: {
            ...crontabs([]).spec,
            version: 'v1beta1',
            versions: [
              { name: 'v1beta1', served: true, storage: true },
              { name: 'v1', served: true, storage: false },
            ],
            validation: { openAPIV3Schema: hostAndPort },
            conversion: { strategy: 'None' },
          },
        }),
      );
      await run('apply -f -', crontab('v1', { name: 'a' }));
      expect((await read('v1beta1', 'a')).content).toMatchObject({ host: 'example.com', port: '80' });
      const bad = await attempt('apply --validate=false -f -', crontab('v1', { name: 'bad' }, { host: 80 }));
      expect(bad.err).toContain('host: Invalid value: "integer": host in body must be of type string: "integer"');
      const old = JSON.parse(await run(`get customresourcedefinitions.v1beta1.apiextensions.k8s.io ${name} -o json`));
      expect(old.spec).toMatchObject({ version: 'v1beta1', validation: { openAPIV3Schema: hostAndPort } });
      const fresh = JSON.parse(await run(`get customresourcedefinitions.v1.apiextensions.k8s.io ${name} -o json`));
      expect(fresh.spec.versions[1].schema.openAPIV3Schema).toEqual(hostAndPort);
      expect(fresh.spec).not.toHaveProperty('version');
    });

    const clientConfigs = {
      url: () => ({ url: webhook.url }),
      service: () => ({ service: { namespace: 'default', name: 'conversion-webhook', path: '/crdconvert' } }),
    };
    for (const [how, config] of Object.entries(clientConfigs)) {
      for (const reviews of [['v1', 'v1beta1'], ['v1beta1']]) {
        const plainest = how === 'url' && reviews.includes('v1');
        it.runIf(plainest || newest)(
          `converts through a webhook reached by its ${how} with reviews ${reviews}`,
          async () => {
            const definition = parse(await example('crd-webhook.yaml')) as Definition;
            const clientConfig = { ...config(), caBundle: webhook.caBundle };
            const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: reviews, clientConfig } };
            await define({ ...definition, spec: { ...definition.spec, conversion } });
            await conversionWorks();
          },
        );
      }
    }
    it.runIf(newest)('converts through a webhook that a definition of apiextensions.k8s.io/v1beta1 names', async () => {
      const text = (await example('crd-webhook-v1beta1.yaml')).replace(
        '/crdconvert',
        `/crdconvert\n      caBundle: ${webhook.caBundle}`,
      );
      await define(text.replace('https://127.0.0.1:9443/crdconvert', webhook.url));
      expect(await run(`get crd ${name} -o jsonpath={.spec.conversion.webhook.conversionReviewVersions}`)).toBe(
        '["v1beta1"]',
      );
      await conversionWorks();
    });
    async function conversionWorks(): Promise<void> {
      await run('apply -f -', await example('crontabs.yaml'));
      expect((await read('v1', 'local-crontab')).content).toMatchObject({ host: 'localhost', port: '1234' });
      expect((await read('v1beta1', 'local-crontab')).content).toMatchObject({ hostPort: 'localhost:1234' });
      expect((await read('v1beta1', 'remote-crontab')).content).toMatchObject({ hostPort: 'example.com:2345' });
      const list = JSON.parse(await run('get crontabs.v1.example.com -o json'));
      expect(list.items.map(({ host }: { host: string }) => host)).toEqual(['localhost', 'example.com']);
      // Through the version that is not stored, in every way of writing.
      await run('patch ct remote-crontab --type=merge -p {"port":"2346"}');
      expect((await read('v1beta1', 'remote-crontab')).content).toMatchObject({ hostPort: 'example.com:2346' });
      const { metadata, content } = await read('v1', 'remote-crontab');
      await run('replace -f -', crontab('v1', metadata, { ...content, host: 'example.org' }));
      expect((await read('v1beta1', 'remote-crontab')).content).toMatchObject({ hostPort: 'example.org:2346' });
      // The failing case, with the webhook's own message.
      expect(await run('apply -f -', await example('crontab-broken.yaml'))).toContain('broken-crontab created');
      await run('get crontabs.v1beta1.example.com broken-crontab');
      const failed = await attempt('get crontabs.v1.example.com broken-crontab');
      expect(failed.code).toBe(1);
      expect(failed.err).toContain('hostPort could not be parsed into a separate host and port');
      expect(await run('delete ct broken-crontab')).toMatch(/deleted/);
    }

    it('stores what is written at the version of its time: the story of five steps', async () => {
      // 1: stored at v1beta1.
      await define(crontabs([version('v1beta1', { storage: true })]));
      await run('apply -f -', crontab('v1beta1', { name: 'first' }));
      expect(await storedVersions()).toBe('["v1beta1"]');
      // 2: v1 comes and is stored from now on.
      await define(crontabs([version('v1beta1'), version('v1', { storage: true })]));
      expect(await storedVersions()).toBe('["v1beta1","v1"]');
      // 3: both versions read alike.
      const [old, young] = [await read('v1beta1', 'first'), await read('v1', 'first')];
      expect(young).toEqual(old);
      // 4: a new object is stored at v1; one of two is still at v1beta1.
      await run('apply -f -', crontab('v1', { name: 'second' }));
      const without = stringify(crontabs([version('v1', { storage: true })]));
      const refused = await attempt('apply -f -', without);
      expect(refused.code).toBe(1);
      expect(refused.err).toContain('status.storedVersions[0]: Invalid value: "v1beta1"');
      expect(refused.err).toMatch(/\b1 object\b/);
      // 5: updated, it is stored at v1.
      await run('annotate ct first touched=yes');
      const again = await attempt('apply -f -', without);
      expect(again.err).toContain('v1beta1 was previously a storage version');
      expect(again.err).not.toContain('still stored');
      // The version can go once nobody says that something may be stored at it.
      await run(`patch crd ${name} --subresource=status --type=merge -p {"status":{"storedVersions":["v1"]}}`);
      await run('apply -f -', without);
      expect(await storedVersions()).toBe('["v1"]');
      expect((await attempt('get --raw /apis/example.com/v1beta1/crontabs')).err).toContain('(NotFound)');
      expect(await run('get ct -o name')).toBe('crontab.example.com/first\ncrontab.example.com/second\n');
    });

    it('does not serve a version that is not served', async () => {
      await define(crontabs([version('v1beta1', { served: false }), version('v1', { storage: true })]));
      expect((await attempt('get --raw /apis/example.com/v1beta1/crontabs')).err).toContain('(NotFound)');
      expect(await run('api-versions')).not.toContain('example.com/v1beta1');
    });

    it('orders versions by their priority, and takes the first where none is said', async () => {
      const order = ['v10', 'v2', 'v1', 'v11beta2', 'v10beta3', 'v3beta1', 'v12alpha1', 'v11alpha2', 'foo1', 'foo10'];
      const shuffled = [...order].reverse().map((of) => version(of, { storage: of === 'v1' }));
      await define(crontabs(shuffled));
      const group = JSON.parse(await run('get --raw /apis/example.com'));
      expect(group.versions.map(({ version: of }: { version: string }) => of)).toEqual(order);
      expect(group.preferredVersion.version).toBe('v10');
      await run('apply -f -', crontab('foo10', { name: 'a' }));
      expect(await run('get ct a -o jsonpath={.apiVersion}')).toBe('example.com/v10');
    });

    it('warns of deprecated versions', async () => {
      const own = 'example.com/v1alpha1 CronTab is deprecated; see http://example.com/v1alpha1-v1';
      await define(
        crontabs([
          version('v1alpha1', { deprecated: true, deprecationWarning: own }),
          version('v1beta1', { deprecated: true }),
          version('v1', { storage: true }),
        ]),
      );
      expect((await attempt('get crontabs.v1alpha1.example.com')).err).toContain(`Warning: ${own}\n`);
      expect((await attempt('get crontabs.v1beta1.example.com')).err).toContain(
        'Warning: example.com/v1beta1 CronTab is deprecated; use example.com/v1 CronTab\n',
      );
      expect((await attempt('get crontabs.v1.example.com')).err).not.toContain('Warning');
      expect((await attempt('apply -f -', crontab('v1beta1', { name: 'a' }))).err).toContain('is deprecated');
    });

    it('explains, scales, shows columns, and knows short names, categories and selectable fields', async () => {
      const spec = {
        type: 'object',
        description: 'What is wanted.',
        required: ['cronSpec'],
        properties: {
          cronSpec: { type: 'string', description: 'When it runs.', pattern: '^\\S+( \\S+){4}$' },
          image: { type: 'string' },
          replicas: { type: 'integer', minimum: 0, default: 1 },
        },
      };
      const status = {
        type: 'object',
        properties: { replicas: { type: 'integer' }, labelSelector: { type: 'string' } },
      };
      await define(
        crontabs(
          [
            version('v1', {
              storage: true,
              schema: {
                openAPIV3Schema: { type: 'object', description: 'Runs things.', properties: { spec, status } },
              },
              subresources: {
                status: {},
                scale: {
                  specReplicasPath: '.spec.replicas',
                  statusReplicasPath: '.status.replicas',
                  labelSelectorPath: '.status.labelSelector',
                },
              },
              selectableFields: [{ jsonPath: '.spec.image' }],
              additionalPrinterColumns: [
                { name: 'Spec', type: 'string', jsonPath: '.spec.cronSpec' },
                { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' },
                { name: 'Image', type: 'string', jsonPath: '.spec.image', priority: 1 },
                { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
              ],
            }),
          ],
          {
            names: {
              plural: 'crontabs',
              singular: 'crontab',
              kind: 'CronTab',
              shortNames: ['ct'],
              categories: ['every'],
            },
          },
        ),
      );
      expect(await run('explain crontab')).toMatch(/Runs things\./);
      const explained = await run('explain ct.spec');
      expect(explained).toMatch(/cronSpec\s+<string> -required-/);
      expect(explained).toContain('When it runs.');
      expect(await run('explain ct --recursive')).toMatch(/replicas\s+<integer>/);
      const daily = { cronSpec: '0 0 * * *', image: 'daily' };
      await run('apply -f -', crontab('v1', { name: 'a' }, { spec: daily, status: { replicas: 9 } }));
      await run('apply -f -', crontab('v1', { name: 'b' }, { spec: { ...daily, image: 'other' } }));
      expect(await run('get ct')).toMatch(/^NAME +SPEC +REPLICAS +AGE\na +0 0 \* \* \* +1 +\S+$/m);
      expect(await run('get ct -o wide')).toMatch(/^NAME +SPEC +REPLICAS +IMAGE +AGE\na .* +daily +\S+$/m);
      // Categories are looked up in what kubectl keeps of the discovery: this renews it.
      expect(await run('api-resources --categories=every -o name')).toBe('crontabs.example.com\n');
      expect(await run('get every -o name')).toBe('crontab.example.com/a\ncrontab.example.com/b\n');
      expect(await run('get crontab -o name --field-selector spec.image=daily')).toBe('crontab.example.com/a\n');
      expect(await run('scale ct/a --replicas=3 --current-replicas=1')).toBe('crontab.example.com/a scaled\n');
      expect(await run('get ct a -o jsonpath={.spec.replicas}')).toBe('3');
      // Status is written apart, and only there.
      expect(await run('get ct a -o jsonpath={.status}')).toBe('');
      await run('patch ct a --subresource=status --type=merge -p {"status":{"replicas":2},"spec":{"image":"no"}}');
      expect(await run('get ct a -o jsonpath={.status.replicas},{.spec.image},{.metadata.generation}')).toBe(
        '2,daily,2',
      );
      const bad = await attempt(
        'apply --validate=false -f -',
        crontab('v1', { name: 'c' }, { spec: { cronSpec: 'x' } }),
      );
      expect(bad.err).toContain("spec.cronSpec in body should match '^\\S+( \\S+){4}$'");
      expect(
        (await attempt('apply -f -', crontab('v1', { name: 'c' }, { spec: { ...daily, imge: 'x' } }))).err,
      ).toMatch(/unknown field "spec\.imge"/);
      expect(await run('describe ct a')).toMatch(/Cron Spec: +0 0 \* \* \*/);
    });

    it('explains and creates objects of a definition of thousands of fields', async () => {
      const { name: monitors } = wild.monitors.metadata;
      await run('create -f -', JSON.stringify(wild.monitors));
      await run(`wait --for condition=established crd/${monitors}`);
      const field = 'monitors.spec.sidecar.spec.containers.livenessProbe.httpGet';
      expect(await run(`explain ${field}`)).toMatch(/port\s+<\S*> -required-/);
      expect((await run('explain monitors --recursive')).split('\n').length).toBeGreaterThan(1500);
      const object = { apiVersion: 'wild.example.com/v1', kind: 'Monitor', metadata: { name: 'a' } };
      const spec = { containers: [{ name: 'main', resources: { limits: { cpu: '1', memory: '1Gi' } } }] };
      expect(await run('apply -f -', JSON.stringify({ ...object, spec }))).toContain('/a created');
      const wrong = { containers: [{ image: 'nameless' }], retention: 'a while' };
      const bad = await attempt('apply --validate=false -f -', JSON.stringify({ ...object, spec: wrong }));
      expect(bad.err).toContain('spec.containers[0].name: Required value');
      expect(bad.err).toContain('spec.retention');
      await run(`delete crd ${monitors}`);
    });

    it('deletes the objects of a definition with it', async () => {
      await define(await example('crd-none.yaml'));
      await run('apply -f -', crontab('v1', { name: 'a' }));
      await run('apply -f -', crontab('v1', { name: 'held', finalizers: ['example.com/hold'] }));
      await run(`delete crd ${name} --wait=false`);
      await run('wait --for=delete crontab/a --timeout=20s');
      expect(await run(`get crd ${name} -o jsonpath={.metadata.finalizers}`)).toContain('customresourcecleanup');
      await run('patch ct held --type=merge -p {"metadata":{"finalizers":null}}');
      await run(`wait --for=delete crd/${name} --timeout=20s`);
      expect(await attempt('get ct')).toMatchObject({ code: 1, out: '' });
      await define(await example('crd-none.yaml'));
      expect(await run('get ct -o name')).toBe('');
    });
  });
}
