import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFeatureGates } from '../feature-gates.ts';
import { StartError } from '../start-error.ts';
import { admissionControl } from './admission-control.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pinnace-admission-control-'));
});
afterAll(() => rm(folder, { recursive: true }));

const gate = 'ManifestBasedAdmissionControlConfig=true';
const GROUP = 'apiserver.config.k8s.io/v1';
const outer = (...plugins: readonly object[]) => ({ apiVersion: GROUP, kind: 'AdmissionConfiguration', plugins });
const webhooks = (name: string, fields: object) =>
  outer({ name, configuration: { apiVersion: GROUP, kind: 'WebhookAdmissionConfiguration', ...fields } });

async function write(name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}
const read = async (content: unknown, disabled: readonly string[] = [], gates: readonly string[] = []) =>
  admissionControl({ file: await write('admission.yaml', content), disabled, gates: readFeatureGates(gates) });

const kubeconfig = () =>
  write('webhooks.kubeconfig', {
    users: [
      { name: '*.default.svc', user: { token: 'by-service' } },
      { name: '10.0.0.1:8443', user: { username: 'me', password: 'secret' } },
      { name: 'current', user: { tokenFile: 'token' } },
    ],
    contexts: [{ name: 'c', context: { user: 'current' } }],
    'current-context': 'c',
  });

describe('a file that configures admission', () => {
  test('tells how the server shows itself to webhooks, by plugin and address', async () => {
    const { credentials } = await read(webhooks('ValidatingAdmissionWebhook', { kubeConfigFile: await kubeconfig() }));
    expect(credentials.validating('hook.default.svc:443')).toEqual({ token: 'by-service' });
    expect(credentials.validating('10.0.0.1:8443')).toEqual({ username: 'me', password: 'secret' });
    expect(() => credentials.validating('10.0.0.2:443')).toThrow('token cannot be read');
    await write('token', 'from-a-file\n');
    expect(credentials.validating('10.0.0.2:443')).toEqual({ token: 'from-a-file' });
    expect(credentials.mutating('hook.default.svc:443')).toBeUndefined();
  });

  test('may name another file for a plugin, beside it', async () => {
    const inner = { apiVersion: GROUP, kind: 'WebhookAdmissionConfiguration', kubeConfigFile: await kubeconfig() };
    await write('inner.yaml', inner);
    const { credentials } = await read(outer({ name: 'MutatingAdmissionWebhook', path: 'inner.yaml' }));
    expect(credentials.mutating('hook.default.svc:443')).toEqual({ token: 'by-service' });
  });

  test('may say something of plugins that nobody knows, that take nothing, or that do not run', async () => {
    const others = outer(
      { name: 'NoSuchPlugin', configuration: { a: 1 } },
      { name: 'NamespaceLifecycle', configuration: { a: 1 } },
      { name: 'PodSecurity', configuration: { a: 1 } },
    );
    const { credentials } = await read(others, ['PodSecurity']);
    expect(credentials.validating('a:443')).toBeUndefined();
  });

  test('tells where webhooks and policies lie in files, where the gate is on', async () => {
    const policies = { apiVersion: GROUP, kind: 'ValidatingAdmissionPolicyConfiguration', staticManifestsDir: '/b' };
    const both = outer(
      ...webhooks('MutatingAdmissionWebhook', { staticManifestsDir: '/a' }).plugins,
      { name: 'ValidatingAdmissionPolicy', configuration: policies },
      { name: 'MutatingAdmissionPolicy', configuration: { ...policies, kind: 'MutatingAdmissionPolicyConfiguration' } },
    );
    const { manifests } = await read(both, ['MutatingAdmissionPolicy'], [gate]);
    expect([...manifests]).toEqual([
      ['MutatingAdmissionWebhook', '/a'],
      ['ValidatingAdmissionPolicy', '/b'],
    ]);
    const relative = webhooks('MutatingAdmissionWebhook', { staticManifestsDir: 'a' });
    await expect(read(relative, [], [gate])).rejects.toThrow(
      'staticManifestsDir: Invalid value: "a": must be an absolute file path',
    );
    const mixed = outer({ name: 'MutatingAdmissionPolicy', configuration: policies });
    await expect(read(mixed, [], [gate])).rejects.toThrow(
      'unexpected type: *policyconfig.ValidatingAdmissionPolicyConfiguration',
    );
  });

  const readFails = 'failed to read plugin config: ';
  const initFails = `couldn't init admission plugin "MutatingAdmissionWebhook": `;
  const mutating = (fields: object) => webhooks('MutatingAdmissionWebhook', fields);
  test.each([
    ['', `${readFails}Object 'Kind' is missing in `],
    [{ plugins: [] }, `${readFails}Object 'Kind' is missing in '{"plugins":[]}'`],
    [{ kind: 'Foo', apiVersion: GROUP }, `${readFails}no kind "Foo" is registered for version "${GROUP}"`],
    [{ ...outer(), pluginz: [] }, `${readFails}strict decoding error: unknown field "pluginz"`],
    [
      outer({ name: 'x', foo: 1, bar: 2 }),
      `${readFails}strict decoding error: unknown field "plugins[0].bar", unknown field "plugins[0].foo"`,
    ],
    [mutating({ kubeConfigfile: '/x' }), `${initFails}strict decoding error: unknown field "kubeConfigfile"`],
    [
      mutating({ kubeConfigFile: 'x' }),
      `${initFails}kubeConfigFile: Invalid value: "x": must be an absolute file path`,
    ],
    [mutating({ kubeConfigFile: '/no/such/file' }), `${initFails}/no/such/file: ENOENT: no such file or directory`],
    [
      mutating({ staticManifestsDir: '/tmp' }),
      `${initFails}staticManifestsDir: Forbidden: staticManifestsDir requires the ManifestBasedAdmissionControlConfig`,
    ],
    [outer({ name: 'MutatingAdmissionWebhook', path: 'nothere' }), `Couldn't open admission plugin configuration `],
    [
      outer({ name: 'PodSecurity', configuration: { a: 1 } }),
      `couldn't init admission plugin "PodSecurity": a configuration of this plugin is not supported`,
    ],
  ])('ends the start if it is wrong: %j', async (content, message) => {
    const failed = await read(content).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(StartError);
    expect((failed as StartError).message).toContain(`--admission-control-config-file: `);
    expect((failed as StartError).message).toContain(message);
  });
});
