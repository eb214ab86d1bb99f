import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsoleBrowser, type ConsolePage, hasBrowser, type Look } from './support/console-browser.ts';
import { HARM, HARMFUL_NAME, setScene } from './support/console-scene.ts';
import { define } from './support/definitions.ts';
import { readerToken } from './support/reader-token.ts';
import { startTestServer, type TestServer } from './support/start-test-server.ts';
import { good } from './verb-suite/subject.ts';

const web = '/object/apps/v1/deployments/default/web';
const lamp = '/object/demo.example.com/v1/widgets/default/lamp';
const harmful = '/object/core/v1/configmaps/default/harmful';

/** Every screen: its address, and what is to be seen on it when it is ready. */
const screens: readonly (readonly [name: string, path: string, sight: string | RegExp])[] = [
  ['overview', '/overview', 'Needs attention'],
  ['resources', '/objects', 'deployments'],
  ['objects', '/objects/apps/v1/deployments', /^live$/],
  ['yaml', web, 'nginx:1.27'],
  ['versions', `${lamp}/versions`, 'lost through v1alpha1'],
  ['ownership', `${web}/ownership`, 'scaler'],
  ['history', `${web}/history`, /by scaler/],
  ['live', '/live', 'Nothing has happened yet.'],
  ['atlas', '/atlas', 'demo.example.com'],
  ['requests', '/requests', /configmaps/],
  ['migration', '/migration', 'v1alpha1'],
  ['who-can', '/who-can', /subjects can get pods/],
  ['playground', '/playground', 'As it would be stored'],
];
const light: Look = { colours: 'light', width: 'wide' };
const dark: Look = { colours: 'dark', width: 'narrow' };

if (!hasBrowser) console.warn('There is no chromium (PINNACE_TEST_CHROMIUM names one): the console is not looked at.');

describe.skipIf(!hasBrowser)('the console in a browser', () => {
  let server: TestServer;
  let scene: AsyncDisposable;
  let browser: ConsoleBrowser;
  beforeAll(async () => {
    server = await startTestServer({ controllers: '*', 'runtime-config': 'storagemigration.k8s.io/v1beta1=true' });
    scene = await setScene(server);
    browser = await ConsoleBrowser.start(server.url);
    await using page = await browser.open(light);
    await page.goto(server.running.consoleUrl);
    await page.sees('Log out');
    expect(page.faults).toEqual([]);
    await browser.remember(page);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await scene?.[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });

  const harmed = (page: ConsolePage) => page.page.evaluate('window.harmed ?? document.querySelectorAll("img").length');

  describe.each([light, dark])('$colours and $width', (look) => {
    let page: ConsolePage;
    beforeAll(async () => {
      page = await browser.open(look);
    });
    afterAll(() => page[Symbol.asyncDispose]());
    it.each(screens)('%s shows what it is for, and can be used by all', async (name, path, sight) => {
      await page.goto(path);
      await page.sees(sight);
      await page.picture(name);
      expect(await page.accessibilityFaults()).toEqual([]);
      expect(page.faults).toEqual([]);
    });
  });

  it('goes from the resources to the versions of an object with the keyboard alone', async () => {
    await using page = await browser.open(light);
    const { keyboard } = page.page;
    await page.goto('/objects');
    await page.sees('deployments');
    await keyboard.press('Tab');
    await page.sees('Skip to the content');
    await keyboard.press('/');
    await keyboard.type('widget');
    await expect.poll(() => page.page.getByRole('row').count()).toBe(2);
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.sees('lamp');
    await page.page.getByRole('grid').focus();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await page.sees('teal');
    await page.page.getByRole('link', { name: 'YAML' }).focus();
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await page.sees('lost through v1alpha1');
    expect(page.page.url()).toMatch(/lamp\/versions$/);
  });

  it('shows objects as they are created, changed and deleted', async () => {
    await using page = await browser.open(light);
    await page.goto('/objects/core/v1/configmaps?namespace=default');
    await page.sees(/^live$/);
    const path = '/api/v1/namespaces/default/configmaps';
    await server.client.post(path, { metadata: { name: 'newcomer' }, data: { a: '1' } });
    await page.sees('newcomer');
    await server.client.delete(`${path}/newcomer`);
    await page.page.getByText('newcomer').first().waitFor({ state: 'detached' });
    await page.goto('/live');
    await page.sees('Nothing has happened yet.');
    // Something happens until the watch has begun.
    await expect
      .poll(
        async () => {
          await server.client.post(path, { metadata: { generateName: 'late-' }, data: { a: '1' } });
          return page.page.getByText(/^late-/).count();
        },
        { timeout: 20_000, interval: 300 },
      )
      .toBeGreaterThan(0);
    await page.page
      .getByText(/^late-/)
      .first()
      .click();
    await page.sees(/was created/);
    await page.sees('added:');
    expect(page.faults).toEqual([]);
  });

  it('tells what an edit in one version does to the other, and what a rule says against it', async () => {
    await using page = await browser.open(light);
    await page.goto(`${lamp}/versions?edit=v1alpha1`);
    await page.sees('would be lost');
    await paste(page, lampIn('v1alpha1', 5));
    await page.sees('was 3');
    await page.sees('accepted by dry run');
    await page.picture('edit');
    await paste(page, lampIn('v1alpha1', 50));
    await page.sees(/too large <img/);
    expect(await harmed(page)).toBe(0);
    expect(page.faults).toEqual([]);
  });

  it('tells which conflicts an apply would have, and what force would take from whom', async () => {
    await using page = await browser.open(light);
    await page.goto(`${web}/ownership`);
    await page.page.getByText('What would an apply do?').click();
    await page.sees(/could apply this without a conflict/);
    await paste(page, 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 7\n');
    await page.sees('1 conflict');
    await page.sees('Force would take');
    expect(await page.page.getByRole('row', { name: /spec.replicas scaler 5 7/ }).count()).toBe(1);
    await page.picture('apply');
    expect(page.faults).toEqual([]);
  });

  it('goes back to an earlier state as a dry run first, and shows what that would change', async () => {
    await using page = await browser.open(light);
    await page.goto(`${web}/history`);
    await page.page.getByRole('button', { name: /created/ }).click();
    await page.page.getByRole('button', { name: 'Go back to this state (dry run)' }).click();
    const change = page.page.getByRole('region', { name: 'What going back would change' });
    await change.getByText('replicas: 3').waitFor();
    await page.picture('undo');
    const { body } = await server.client.get('/apis/apps/v1/namespaces/default/deployments/web');
    expect(body.spec).toMatchObject({ replicas: 5 });
    expect(await page.accessibilityFaults()).toEqual([]);
  });

  it('loads less than 250 KB before it shows a screen, all of it from the server', async () => {
    await using page = await browser.openAnew(light);
    await page.goto('/login');
    await page.sees('Bearer token');
    const loaded = (await page.page.evaluate(
      'performance.getEntries().map(({ name, encodedBodySize }) => [name, encodedBodySize ?? 0])',
    )) as [string, number][];
    const sizes = loaded.filter(([name]) => name.startsWith('https:'));
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.filter(([name]) => !name.startsWith(`${server.url}/console/`))).toEqual([]);
    expect(sizes.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(250 * 1024);
  });

  it('migrates objects, and pauses and resumes that', async () => {
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const versions = (stored: string) =>
      ['v1', 'v1beta1'].map((name) => ({ name, served: true, storage: name === stored, schema }));
    const names = { plural: 'ropes', singular: 'rope', kind: 'Rope' };
    const spec = { group: 'demo.example.com', scope: 'Namespaced', names };
    await define(server.client, {
      metadata: { name: 'ropes.demo.example.com' },
      spec: { ...spec, versions: versions('v1beta1') },
    });
    const path = '/apis/demo.example.com/v1/namespaces/default/ropes';
    const rope = { apiVersion: 'demo.example.com/v1', kind: 'Rope' };
    for (const name of ['sheet', 'halyard', 'painter'])
      good(await server.client.post(path, { ...rope, metadata: { name } }), 201);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const body = { spec: { versions: versions('v1') } };
    await server.client.ask('PATCH', `${definitions}/ropes.demo.example.com`, { body, headers });
    await server.client.post('/apis/storagemigration.k8s.io/v1beta1/storageversionmigrations', {
      metadata: { name: 'held', annotations: { 'migration.pinnace.dev/paused': 'true' } },
      spec: { resource: { group: 'demo.example.com', resource: 'ropes' } },
    });
    await using page = await browser.open(light);
    await page.goto('/migration');
    await page.sees(/3 in v1beta1, new writes in v1/);
    await page.sees('paused');
    await page.sees(/^kubectl annotate storageversionmigration held/);
    await page.page.getByText('v1beta1 of ropes.demo.example.com').click();
    await page.sees('3 lie in it: migrate them');
    await page.picture('migrating');
    expect(await page.accessibilityFaults()).toEqual([]);
    await page.page.getByRole('button', { name: 'Resume' }).click();
    await page.sees('succeeded');
    await page.sees(/3 of 3, 3 written anew, 0 failed/);
    await page.sees('all lie in others');
    await page.goto('/atlas/ropes.demo.example.com');
    await page.sees('storage moves from v1beta1 to v1');
    await page.sees('migration held succeeded');
    expect(page.faults).toEqual([]);
  });

  it('tells where the time of a request went, who refused it, and who could have done it', async () => {
    const path = '/api/v1/namespaces/default/secrets';
    await server.client.get(path, {}, { 'impersonate-user': HARM });
    await using page = await browser.open(light);
    await page.goto('/requests?refused=yes&search=secrets');
    await page.page.getByRole('gridcell', { name: '403' }).first().click();
    await page.sees('Refused by');
    await page.sees('stage by stage');
    await page.picture('request');
    expect(await harmed(page)).toBe(0);
    await page.page.getByRole('button', { name: 'Send again' }).click();
    await page.sees(/^200, after/);
    await page.page.getByRole('link', { name: 'Who can list secrets?' }).click();
    await page.sees('system:controller:generic-garbage-collector');
    await page.page.getByRole('link', { name: 'kube-system/namespace-controller' }).click();
    await page.page.getByRole('button', { name: 'create pods: no. Why?' }).click();
    await page.sees(/^kubectl create role namespace-controller-create-pods/);
    expect(page.page.url()).toContain('ask=create+pods');
    await page.goto('/who-can/subject');
    await page.page.getByRole('link', { name: 'kube-system/job-controller' }).click();
    await page.page.getByRole('button', { name: 'create pods: yes. Why?' }).click();
    await page.sees('system:controller:job-controller');
    await page.picture('subject');
    expect(await page.accessibilityFaults()).toEqual([]);
    expect(page.faults).toEqual([]);
  });

  it('tells what a change of a definition broke, and what a definition would make of an object', async () => {
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    const buoys = (properties: object) => ({
      metadata: { name: 'buoys.demo.example.com' },
      spec: {
        group: 'demo.example.com',
        scope: 'Namespaced',
        names: { plural: 'buoys', singular: 'buoy', kind: 'Buoy' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties } } },
        ],
      },
    });
    await server.client.post(path, buoys({ colour: { type: 'string' } }));
    const headers = { 'content-type': 'application/merge-patch+json' };
    await server.client.ask('PATCH', `${path}/buoys.demo.example.com`, { body: buoys({}), headers });
    await using page = await browser.open(light);
    await page.goto('/atlas/buoys.demo.example.com');
    await page.sees('v1 field-removed: colour: the field is gone');
    await page.sees('Schema of v1: 1 field differs');
    await page.page.getByRole('row', { name: 'colour removed string' }).waitFor();
    await page.picture('timeline');
    expect(await page.accessibilityFaults()).toEqual([]);
    await page.goto('/overview');
    await page.sees('The last change of buoys.demo.example.com breaks clients: 1 finding');
    await page.goto('/playground');
    await page.sees('2 faults');
    await page.sees('self.min <= self.max');
    await page.sees('move spec.min → spec.size.least');
    await page.page.getByRole('region', { name: 'Fields' }).getByText('enum: shared, own').waitFor();
    await paste(
      page,
      'spec: {definition: pools.example.com, conversions: [{from: v1, to: v2, rules: []}]}',
      'Conversion',
    );
    await page.sees('would not be in force');
    await page.sees(/^spec.min of v1: /);
    const sent = SAMPLE_POOL.replace('max: 3', 'max: 9').replace('other', 'pool-b');
    await paste(page, sent, 'Object');
    await page.sees('valid in v1');
    await page.sees(/does not know it: spec.colour/);
    await paste(page, sent.replace('pool-a', `'${HARM.slice(0, 20)}'`), 'Object');
    await page.sees('1 fault');
    expect(await harmed(page)).toBe(0);
    expect(page.faults).toEqual([]);
  });

  it('shows what a webhook was asked and what it answered when it did not convert', async () => {
    await using page = await browser.open(light);
    await page.goto('/object/demo.example.com/v1/knots/default/bowline/versions');
    const answer = page.page.getByRole('region', { name: 'Answer of the webhook' });
    await answer.getByText('"Failed"').waitFor();
    await page.page.getByRole('region', { name: 'Request to the webhook' }).getByText('"bowline"').waitFor();
    await page.picture('failed-conversion');
    expect(await harmed(page)).toBe(0);
    expect(await page.accessibilityFaults()).toEqual([]);
  });

  it('tells who watches what, and how far behind', async () => {
    const watch = await server.client.watch('/apis/apps/v1/namespaces/default/deployments', { labelSelector: 'a=b' });
    await using page = await browser.open(light);
    await page.goto('/live?view=watches');
    await page.page.getByRole('row', { name: /up to date deployments.apps in default with a=b admin/ }).waitFor();
    await page.picture('watches');
    expect(await page.accessibilityFaults()).toEqual([]);
    watch.close();
  });

  describe('what an object carries', () => {
    let page: ConsolePage;
    beforeAll(async () => {
      page = await browser.open(light);
    });
    afterAll(() => page[Symbol.asyncDispose]());
    it.each([
      ['data and annotations', harmful, 'page.html'],
      ['data, painted', `${harmful}/ownership`, 'page.html'],
      ['data, in versions', `${harmful}/versions`, 'page.html'],
      ['data, in history', `${harmful}/history`, 'harmful'],
      ['labels in a table', '/objects/core/v1/configmaps?search=harmful', 'harmful'],
      [
        'an error of a conversion webhook',
        '/object/demo.example.com/v1/knots/default/bowline/versions',
        /v2: the server/,
      ],
      ['managers of fields', `${harmful}/ownership`, /^<img src=x/],
      ['a name', `/object/rbac.authorization.k8s.io/v1/clusterroles/_/${encodeURIComponent(HARMFUL_NAME)}`, /^harms$/],
      ['a name in a table', '/objects/rbac.authorization.k8s.io/v1/clusterroles?search=img', HARMFUL_NAME],
      ['a column of a definition', '/objects/demo.example.com/v1/widgets', HARMFUL_NAME],
      ['a schema', '/atlas/widgets.demo.example.com', /enum \["plain","<img/],
      ['the rules, roles and subjects of permissions', '/who-can?verb=get&resource=harms', HARM],
      [
        'a name in the address',
        `/object/core/v1/configmaps/default/${encodeURIComponent(HARM)}`,
        /not found|Not Found/,
      ],
      ['a group in the address', `/objects/${encodeURIComponent('<img src=x>')}/v1/pods`, 'pods'],
      ['a search in the address', `/objects?search=${encodeURIComponent(HARM)}`, /No resource is called/],
    ])('%s cannot harm whoever looks at it', async (_, path, sight) => {
      await page.goto(path);
      await page.sees(sight);
      expect(await harmed(page)).toBe(0);
      expect(page.faults).toEqual([]);
    });
  });

  it('can neither be framed nor used by a page of another site', async () => {
    await using page = await browser.open(light);
    const path = '/api/v1/namespaces/default/configmaps';
    // The same server by another name is another site, and no page of the console.
    const foreign = `${server.url.replace('127.0.0.1', 'localhost')}/version`;
    await page.goto(foreign);
    await page.page.evaluate(`for (const path of ['/version', '/console/overview']) {
      document.body.append(Object.assign(document.createElement('iframe'), { src: '${server.url}' + path }));
    }`);
    const frames = () => page.page.frames().map((frame) => frame.url());
    await expect.poll(frames).toEqual([foreign, `${server.url}/version`, expect.stringMatching(/^chrome-error:/)]);
    await page.page.evaluate(
      `fetch('${server.url}/console/api${path}', { method: 'POST', mode: 'no-cors', credentials: 'include',
        body: '{"metadata":{"name":"forged"}}' }).catch(() => undefined)`,
    );
    expect((await server.client.get(`${path}/forged`)).status).toBe(404);
  });

  it('shows somebody with few rights what they may see, and says what they may not', async () => {
    const token = await readerToken(server.client);
    await using page = await browser.openAnew(light);
    await page.goto('/objects/core/v1/configmaps');
    await page.page.getByLabel('Bearer token').fill(token);
    await page.page.getByRole('button', { name: 'Log in' }).click();
    await page.sees(/configmaps is forbidden/);
    await page.picture('forbidden');
    await page.page.getByLabel('Namespace').fill('default');
    await page.page.getByLabel('Namespace').press('Enter');
    await page.sees('harmful');
    expect(page.faults).toEqual([]);
  });

  it('lets nobody see anything after the logout', async () => {
    await using page = await browser.openAnew(light);
    await page.goto(server.running.consoleUrl.replace(/code=.*/, 'code=used'));
    await page.sees(/Bearer token/);
    await page.page.getByLabel('Bearer token').fill(server.token);
    await page.page.getByRole('button', { name: 'Log in' }).click();
    await page.page.getByRole('button', { name: 'Log out' }).click();
    await page.sees('Bearer token');
    await page.goto('/objects');
    await page.sees('Bearer token');
  });
});

const lampIn = (version: string, size: number): string =>
  `apiVersion: demo.example.com/${version}\nkind: Widget\nmetadata:\n  name: lamp\n  namespace: default\nspec:\n  size: ${size}\n  colour: teal\n`;

const SAMPLE_POOL = `apiVersion: example.com/v1
kind: Pool
metadata: {name: a}
spec: {min: 5, max: 3, names: [pool-a, other], colour: red}
`;

/** Replaces what is in an editor, as somebody does who pastes. */
async function paste({ page }: ConsolePage, text: string, label?: string): Promise<void> {
  const content = label === undefined ? page.locator('.cm-content') : page.getByRole('textbox', { name: label });
  await content.click();
  await page.keyboard.press('Control+a');
  // What runs in the page knows classes that this program does not.
  await content.evaluate((element: unknown, pasted: string) => {
    const { DataTransfer, ClipboardEvent } = globalThis as never as {
      DataTransfer: new () => { setData(type: string, text: string): void };
      ClipboardEvent: new (type: string, options: object) => object;
    };
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (element as { dispatchEvent(event: object): void }).dispatchEvent(event);
  }, text);
}
