import { describe, expect, it } from 'vitest';
import { loadManifests, type ManifestPluginName } from './load-manifests.ts';

const V1 = 'admissionregistration.k8s.io/v1';
const FILE = '/d/a.yaml';
const load = (plugin: ManifestPluginName, ...texts: readonly (string | object)[]) => {
  const documents = texts.map((text) => ({ file: FILE, text: typeof text === 'string' ? text : JSON.stringify(text) }));
  return loadManifests(plugin, { documents, hash: '' });
};
const rule = { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] };
const hook = (more: object = {}) => ({
  name: 'a.example.com',
  clientConfig: { url: 'https://example.com/' },
  rules: [rule],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  ...more,
});
const webhooks = (name: string, ...hooks: readonly object[]) => ({
  apiVersion: V1,
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name },
  webhooks: hooks,
});
const policy = (name: string, spec: object = {}) => ({
  apiVersion: V1,
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name },
  spec: { matchConstraints: { resourceRules: [rule] }, validations: [{ expression: 'true' }], ...spec },
});
const binding = (name: string, spec: object) => ({
  apiVersion: V1,
  kind: 'ValidatingAdmissionPolicyBinding',
  metadata: { name },
  spec: { validationActions: ['Deny'], ...spec },
});

describe('manifests', () => {
  it('are read in order of name, with their defaults, from documents and lists', () => {
    const found = load(
      'ValidatingAdmissionWebhook',
      { apiVersion: 'v1', kind: 'List', items: [webhooks('b.static.k8s.io', hook())] },
      { apiVersion: V1, kind: 'ValidatingWebhookConfigurationList', items: [webhooks('a.static.k8s.io')] },
      `apiVersion: ${V1}\nkind: ValidatingWebhookConfiguration\nmetadata: {name: c.static.k8s.io}`,
    ).get('ValidatingWebhookConfiguration');
    expect(found?.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c'].map((name) => `${name}.static.k8s.io`));
    expect(found?.[1]?.webhooks).toMatchObject([
      { failurePolicy: 'Fail', timeoutSeconds: 10, matchPolicy: 'Equivalent' },
    ]);
  });

  const A = 'a.static.k8s.io';
  const where = `error loading ${FILE}: `;
  it.each<[ManifestPluginName, readonly (string | object)[], string]>([
    ['ValidatingAdmissionWebhook', ['# nothing'], `${where}Object 'Kind' is missing in '# nothing'`],
    ['ValidatingAdmissionWebhook', [{ kind: 'Pod' }], `${where}Object 'apiVersion' is missing in '{"kind":"Pod"}'`],
    [
      'ValidatingAdmissionWebhook',
      [{ apiVersion: 'v1', kind: 'Pod' }],
      `${where}no kind "Pod" is registered for version "v1"`,
    ],
    ['ValidatingAdmissionWebhook', [policy(A)], `${where}unsupported resource type *v1.ValidatingAdmissionPolicy`],
    ['ValidatingAdmissionWebhook', [{ ...webhooks(A), x: 1 }], `${where}strict decoding error: unknown field "x"`],
    [
      'ValidatingAdmissionWebhook',
      [{ apiVersion: V1, kind: 'ValidatingWebhookConfigurationList', items: [{ metadata: { name: A }, x: 1 }] }],
      `${where}strict decoding error: unknown field "items[0].x"`,
    ],
    [
      'ValidatingAdmissionWebhook',
      [{ apiVersion: 'v1', kind: 'List', items: [{ metadata: { name: A } }] }],
      `${where}failed to decode list item: Object 'Kind' is missing in '{"metadata":{"name":"${A}"}}'`,
    ],
    [
      'ValidatingAdmissionWebhook',
      [webhooks('a', hook())],
      `${where}"a" in file "${FILE}" must have a name ending with ".static.k8s.io"`,
    ],
    [
      'ValidatingAdmissionWebhook',
      [webhooks(A), webhooks(A)],
      `${where}duplicate name "${A}" found in file "${FILE}" (previously seen in "${FILE}")`,
    ],
    [
      'ValidatingAdmissionWebhook',
      [webhooks(A, hook({ name: 'a', sideEffects: 'Some' }))],
      `${where}ValidatingWebhookConfiguration "${A}": [webhooks[0].name: Invalid value: "a": should be a domain with at least three segments separated by dots, webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"]`,
    ],
    [
      'ValidatingAdmissionWebhook',
      [webhooks(A, hook({ clientConfig: { service: { namespace: 'n', name: 's' } } }))],
      `${where}webhook "a.example.com" in "${A}" (file "${FILE}"): clientConfig.service is not supported for static manifests; use clientConfig.url instead`,
    ],
    [
      'ValidatingAdmissionPolicy',
      [policy(A, { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } })],
      `${where}ValidatingAdmissionPolicy "${A}": spec.paramKind is not supported for static manifests`,
    ],
    [
      'ValidatingAdmissionPolicy',
      [binding(A, { policyName: 'a' })],
      `${where}binding "${A}": spec.policyName "a" must end with ".static.k8s.io"`,
    ],
    [
      'ValidatingAdmissionPolicy',
      [policy(A), binding(A, { policyName: A, paramRef: { name: 'x', parameterNotFoundAction: 'Deny' } })],
      `${where}binding "${A}": spec.paramRef is not supported for static manifests`,
    ],
    [
      'ValidatingAdmissionPolicy',
      [policy(A), binding(A, { policyName: 'b.static.k8s.io' })],
      `binding "${A}" references policy "b.static.k8s.io" which does not exist in the manifest directory`,
    ],
  ])('of %s that are wrong are told in upstream’s words: %j', (plugin, texts, message) => {
    expect(() => load(plugin, ...texts)).toThrow(new Error(message));
  });
});
