import { AnsweringWebhook, goodAnswer } from '../../src/webhook/testing/answering-webhook.ts';
import { testAuthority } from '../../src/webhook/testing/certificates.ts';
import { good } from '../verb-suite/subject.ts';
import { define } from './definitions.ts';
import type { TestServer } from './start-test-server.ts';

/** What an object may carry to do harm to whoever looks at it. It would leave a trace in `window.harmed`. */
export const HARM = '<img src=x onerror="window.harmed=1"><script>window.harmed=2</script>';

/** A name that roles may have. */
export const HARMFUL_NAME = '<img src=x onerror=window.harmed=3>';

const apply = { 'content-type': 'application/apply-patch+yaml' };
const text = { type: 'string' };
const widgets = '/apis/demo.example.com/v1/namespaces/default/widgets';

/** Two versions, of which one cannot say all that the other can, and a rule whose message is harmful. */
const widgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.demo.example.com' },
  spec: {
    group: 'demo.example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'] },
    versions: [
      widgetVersion('v1', {
        size: { type: 'integer' },
        colour: text,
        notes: text,
        mark: { type: 'string', enum: ['plain', HARM], description: HARM },
      }),
      widgetVersion('v1alpha1', { size: { type: 'integer' }, colour: text }),
    ],
  },
};

function widgetVersion(name: string, properties: object): object {
  const rules = [{ rule: '!has(self.size) || self.size < 10', message: `too large ${HARM}` }];
  const spec = { type: 'object', properties, 'x-kubernetes-validations': rules };
  return {
    name,
    served: true,
    storage: name === 'v1',
    schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
    additionalPrinterColumns: [
      { name: 'Colour', type: 'string', jsonPath: '.spec.colour', description: HARM },
      { name: HARMFUL_NAME, type: 'integer', jsonPath: '.spec.size' },
    ],
  };
}

/** Everything that the screens need to show something. */
export async function setScene({ client }: TestServer): Promise<AsyncDisposable> {
  await define(client, widgetDefinition);
  const lamp = {
    metadata: { name: 'lamp', labels: { room: 'hall' } },
    spec: { size: 3, colour: 'teal', notes: 'dry' },
  };
  good(await client.post(widgets, { apiVersion: 'demo.example.com/v1', kind: 'Widget', ...lamp }), 201);
  for (const [fieldManager, spec] of [
    ['kubectl', deploymentSpec],
    ['scaler', { replicas: 5 }],
  ] as const) {
    const body = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec };
    const query = { fieldManager, force: true };
    const path = '/apis/apps/v1/namespaces/default/deployments/web';
    const { status } = await client.ask('PATCH', path, { body, query, headers: apply });
    if (status > 201) throw new Error(`the Deployment was answered with ${status}`);
  }
  good(
    await client.post(
      `/api/v1/namespaces/default/configmaps?fieldManager=${encodeURIComponent(HARM)}`,
      harmfulConfigMap,
    ),
    201,
  );
  const rbac = '/apis/rbac.authorization.k8s.io/v1';
  const rules = [{ apiGroups: ['', HARM], resources: ['harms'], verbs: ['get'] }];
  good(await client.post(`${rbac}/clusterroles`, { metadata: { name: HARMFUL_NAME }, rules }), 201);
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: HARMFUL_NAME };
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: HARM }];
  good(await client.post(`${rbac}/clusterrolebindings`, { metadata: { name: HARMFUL_NAME }, roleRef, subjects }), 201);
  return refusingConversion(client);
}

const labels = { app: 'web' };
const deploymentSpec = {
  replicas: 3,
  selector: { matchLabels: labels },
  template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'nginx:1.27' }] } },
};

const harmfulConfigMap = {
  metadata: {
    name: 'harmful',
    labels: { harm: 'img-src-x' },
    annotations: { 'example.com/note': HARM, 'example.com/lines': `first\n${HARM}\n` },
  },
  data: { 'page.html': HARM, lines: `first\n${HARM}\nlast` },
};

/** A webhook that converts nothing, and says so with a message that is meant to do harm. */
async function refusingConversion(client: TestServer['client']): Promise<AsyncDisposable> {
  const authority = await testAuthority();
  const webhook = await AnsweringWebhook.start(await authority.issue(['127.0.0.1']), (review) => ({
    ...(goodAnswer(review) as object),
    response: { uid: review.request.uid, result: { status: 'Failed', message: HARM } },
  }));
  const version = (name: string) => ({
    name,
    served: true,
    storage: name === 'v1',
    schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
  });
  const clientConfig = { url: webhook.url, caBundle: authority.caBundle };
  await define(client, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'knots.demo.example.com' },
    spec: {
      group: 'demo.example.com',
      scope: 'Namespaced',
      names: { plural: 'knots', singular: 'knot', kind: 'Knot' },
      versions: [version('v1'), version('v2')],
      conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'], clientConfig } },
    },
  });
  const knot = { apiVersion: 'demo.example.com/v1', kind: 'Knot', metadata: { name: 'bowline' }, spec: { loops: 1 } };
  good(await client.post('/apis/demo.example.com/v1/namespaces/default/knots', knot), 201);
  return webhook;
}
