import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { runCommand } from '../support/command.ts';
import { chooseKubectls, KubectlRunner } from '../support/kubectl.ts';
import { startTestServer, type TestServer } from '../support/start-test-server.ts';

/** What is the same for every kubectl is seen with the newest. */
const newest = chooseKubectls().at(-1);

interface Case {
  readonly file: string;
  readonly plural: string;
  readonly v1: object;
  /** An edit of v1, as sed writes it, and what v1beta1 says afterwards. */
  readonly edit: string;
  readonly v1beta1: object;
  /** What one applies in v1, and another then in v1beta1: the same field, with another value. */
  readonly applied: object;
  readonly conflict: object;
}

const cases: readonly Case[] = [
  {
    file: 'rename',
    plural: 'timers',
    v1: { schedule: '0 3 * * *' },
    edit: 's/0 3/0 4/',
    v1beta1: { cronSpec: '0 4 * * *' },
    applied: { schedule: 'a' },
    conflict: { cronSpec: 'b' },
  },
  {
    file: 'relocate',
    plural: 'backups',
    v1: { storage: { bucket: 'archive', retention: 7 } },
    edit: 's/retention: 7/retention: 8/',
    v1beta1: { bucket: 'archive', keep: 8 },
    applied: { storage: { retention: 1 } },
    conflict: { keep: 2 },
  },
  {
    file: 'annotation-to-field',
    plural: 'mailboxes',
    v1: { address: 'a@example.com', owner: 'night-shift' },
    edit: 's/owner: night-shift/owner: day-shift/',
    v1beta1: { address: 'a@example.com' },
    applied: { address: 'b' },
    conflict: { address: 'c' },
  },
  {
    file: 'singular-to-plural',
    plural: 'frobbers',
    v1: { params: ['verbose'] },
    edit: 's/- verbose/- quiet/',
    v1beta1: { param: 'quiet' },
    applied: { params: ['a'] },
    conflict: { param: 'b' },
  },
  {
    file: 'split-and-join',
    plural: 'addresses',
    v1: { host: 'example.com', port: '2345' },
    edit: 's/2345/80/',
    v1beta1: { hostPort: 'example.com:80' },
    applied: { host: 'a', port: '1' },
    conflict: { hostPort: 'b:2' },
  },
  {
    file: 'replicas-moved',
    plural: 'pools',
    v1: { scaling: { replicas: 2 } },
    edit: 's/replicas: 2/replicas: 3/',
    v1beta1: { replicas: 3 },
    applied: { scaling: { replicas: 1 } },
    conflict: { replicas: 5 },
  },
  {
    file: 'enum-renamed',
    plural: 'switches',
    v1: { mode: 'LowLatency' },
    edit: 's/LowLatency/LowCost/',
    v1beta1: { mode: 'Slow' },
    applied: { mode: 'LowLatency' },
    conflict: { mode: 'Slow' },
  },
];

describe.runIf(newest !== undefined)('the cases of conversion', () => {
  let server: TestServer;
  let kubectl: KubectlRunner;
  beforeAll(async () => {
    server = await startTestServer({ controllers: '*' });
    expect((await runCommand(server, ['conversion', 'install'])).code).toBe(0);
    kubectl = await KubectlRunner.open(newest as NonNullable<typeof newest>, server.running.kubeconfigPath);
    await kubectl.run(['wait', '--for', 'condition=established', 'crd/conversionpolicies.conversion.pinnace.dev']);
  });
  afterAll(async () => {
    await kubectl[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const specIn = async (plural: string, version: string, name = 'example'): Promise<object> => {
    const out = await kubectl.run(['get', `${plural}.${version}.cases.example.com`, name, '-o', 'json']);
    return (JSON.parse(out) as { spec: object }).spec;
  };

  it.each(cases)('$file: get in both versions, edit in one, apply with ownership across versions', async (one) => {
    const { file, plural } = one;
    const text = await readFile(new URL(`../../examples/conversion-cases/${file}.yaml`, import.meta.url), 'utf8');
    const [definition, policy, object] = parseAllDocuments(text).map(String);
    await kubectl.run(['apply', '-f', '-'], `${definition}\n---\n${policy}`);
    await kubectl.run(['wait', '--for', 'condition=established', `crd/${plural}.cases.example.com`]);
    await kubectl.run(['wait', '--for', 'condition=roundtrips', `conversionpolicy/${plural}`]);
    await kubectl.run(['apply', '-f', '-'], object);
    expect(await specIn(plural, 'v1')).toEqual(one.v1);

    const editor = join(kubectl.home, `edit-${file}.sh`);
    await writeFile(editor, `#!/bin/sh\nsed -i -e '${one.edit}' "$1"\n`, { mode: 0o755 });
    const edit = ['edit', `${plural}.v1.cases.example.com`, 'example'];
    const edited = await kubectl.try(edit, '', { KUBE_EDITOR: editor });
    expect(edited.err + edited.out).toContain('edited');
    expect(await specIn(plural, 'v1beta1')).toEqual(one.v1beta1);

    const config = (version: string, spec: object): string =>
      JSON.stringify({
        apiVersion: `cases.example.com/${version}`,
        kind: (JSON.parse(JSON.stringify(parseAllDocuments(text)[2])) as { kind: string }).kind,
        metadata: { name: 'applied' },
        spec,
      });
    const apply = ['apply', '--server-side', '-f', '-', '--field-manager'];
    await kubectl.run([...apply, 'one'], config('v1', one.applied));
    const conflict = await kubectl.try([...apply, 'two'], config('v1beta1', one.conflict));
    expect(conflict.code).toBe(1);
    expect(conflict.err).toMatch(/conflicts? with "one"/);
    await kubectl.run([...apply, 'two', '--force-conflicts'], config('v1beta1', one.conflict));
    expect(await specIn(plural, 'v1beta1', 'applied')).toEqual(one.conflict);
  });

  it('scale follows the replicas in either version', async () => {
    await kubectl.run(['scale', 'pools.v1beta1.cases.example.com', 'example', '--replicas', '6']);
    expect(await specIn('pools', 'v1')).toEqual({ scaling: { replicas: 6 } });
    await kubectl.run(['scale', 'pools.v1.cases.example.com', 'example', '--replicas', '7']);
    expect(await specIn('pools', 'v1beta1')).toEqual({ replicas: 7 });
  });
});
