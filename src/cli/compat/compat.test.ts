import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exampleDefinition, rules } from '#compat';
import { toYaml } from '#machinery';
import type { Terminal } from '../command.ts';
import { runCommandLine } from '../command-line.ts';

let folder: string;
const home = process.cwd();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pinnace-compat-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true, force: true });
});

async function run(...args: string[]) {
  const said = { out: '', err: '' };
  const to = (stream: 'out' | 'err') => ({
    isTTY: false,
    write(text: string) {
      said[stream] += text;
      return true;
    },
  });
  const terminal = { environment: { KUBECONFIG: join(folder, 'kubeconfig') }, stdout: to('out'), stderr: to('err') };
  return { code: await runCommandLine(args, terminal as unknown as Terminal), ...said };
}

const yaml = (spec: object, name = 'v1'): string =>
  toYaml(exampleDefinition({ spec: spec as never, version: { name } }));
const color = { color: { type: 'string', description: 'Color.' } };
const size = { size: { type: 'integer', description: 'Size.' } };
function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

describe('pinnace compat', () => {
  it('ends with 1 when something breaks and says what', async () => {
    write('a.yaml', yaml({ ...color, ...size }));
    write('b.yaml', yaml(size));
    expect(await run('compat', 'a.yaml', 'b.yaml')).toMatchObject({
      code: 1,
      out: expect.stringContaining('spec.color: the field is gone'),
    });
    expect(await run('compat', 'b.yaml', 'a.yaml')).toMatchObject({
      code: 0,
      out: '1 definition compared: 0 errors, 0 warnings, 0 notes.\n',
    });
  });
  it('fails on what it is told to fail on', async () => {
    write('a.yaml', yaml(color, 'v1alpha1'));
    write('b.yaml', yaml(size, 'v1alpha1'));
    const codeWith = async (...flags: string[]) => (await run('compat', 'a.yaml', 'b.yaml', ...flags)).code;
    expect(await codeWith()).toBe(0);
    expect(await codeWith('--fail-on', 'warning')).toBe(1);
    expect(await codeWith('--stability', 'stable')).toBe(1);
    expect(await codeWith('--stability', 'stable', '--fail-on', 'never')).toBe(0);
  });
  it('reads folders, files of many documents, lists and JSON', async () => {
    write('old/deep/a.yml', `# made by a tool\n---\n${yaml({ ...color, ...size })}---\nkind: ConfigMap\n`);
    write('old/notes.yaml', 'hello: [world\n');
    write(
      'new/all.json',
      JSON.stringify({ kind: 'List', items: [{ kind: 'Other' }, exampleDefinition({ spec: size })] }),
    );
    const { code, out } = await run('compat', 'old', 'new', '-o', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(out).findings).toMatchObject([{ rule: 'field-removed', origin: join('new', 'all.json') }]);
    expect(JSON.parse((await run('compat', 'new', 'old', '-o', 'json')).out)).toMatchObject({
      definitions: 1,
      findings: [],
    });
  });
  it('tells the line at which a definition begins', async () => {
    write('a.yaml', `---\nkind: ConfigMap\n---\n# words\n\n${yaml({ ...color, ...size })}`);
    write('b.yaml', `---\nkind: ConfigMap\n---\n# words\n\n${yaml(size)}`);
    expect(JSON.parse((await run('compat', 'a.yaml', 'b.yaml', '-o', 'json')).out).findings[0].line).toBe(6);
  });
  it('tells of a definition that is gone, and of the one in its place', async () => {
    write('a.yaml', yaml(size));
    write('b.yaml', yaml(size).replaceAll('widgets', 'gadgets'));
    expect((await run('compat', 'a.yaml', 'b.yaml')).out).toContain(
      'the definition is gone; gadgets.example.com has the same kind',
    );
  });
  it('lives with what is accepted', async () => {
    write('a.yaml', yaml({ ...color, ...size }));
    write('b.yaml', yaml(size));
    const entry = 'rule: field-removed, definition: widgets.example.com, reason: unused, expires';
    write('yes.yaml', `accepted:\n- {${entry}: "2999-01-01"}\n`);
    write('late.yaml', `accepted:\n- {${entry}: "2001-01-01"}\n`);
    expect(await run('compat', 'a.yaml', 'b.yaml', '--accepted', 'yes.yaml')).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 accepted'),
    });
    expect(await run('compat', 'a.yaml', 'b.yaml', '--accepted', 'late.yaml')).toMatchObject({
      code: 1,
      out: expect.stringContaining('ended on 2001-01-01'),
    });
  });
  it.each(['sarif', 'junit', 'github', 'markdown'])('reports as %s', async (form) => {
    write('a.yaml', yaml({ ...color, ...size }));
    write('b.yaml', yaml(size));
    expect(await run('compat', 'a.yaml', 'b.yaml', '-o', form)).toMatchObject({
      code: 1,
      out: expect.stringContaining('field-removed'),
    });
  });
  it.each([
    [['nowhere', 'a.yaml'], /nowhere: there is no such file or folder/],
    [['a.yaml', 'text.txt'], /text\.txt: there is no CustomResourceDefinition/],
    [['a.yaml', 'broken.yaml'], /broken\.yaml: the document on line 1 cannot be read: yaml: /],
    [['a.yaml', 'empty.yaml'], /empty\.yaml: the definition on line 1 lacks its group/],
    [['a.yaml', 'twice'], /is defined twice in twice/],
    [['git:nope:a', 'a.yaml'], /git/],
    [['git:HEAD', 'a.yaml'], /write git:REF:path/],
    [['torn.yaml', 'a.yaml'], /torn.yaml: the document on line 1 cannot be read/],
    [['kube:nope', 'a.yaml'], /kube: there is no context "nope"/],
    [['package:./nope.js', 'a.yaml'], /there is no such file, folder or package/],
    [['a.yaml', 'a.yaml', '--accepted', 'nope'], /cannot be read/],
    [['a.yaml', 'a.yaml', '--accepted', 'text.txt'], /there must be a list "accepted"/],
  ])('ends with 2 and a sentence for %j', async (args, message) => {
    write('a.yaml', yaml(size));
    write('text.txt', 'hello\n');
    write('torn.yaml', 'a: [\n');
    write('broken.yaml', 'kind: CustomResourceDefinition\n a: [\n');
    write('empty.yaml', 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n');
    write('twice/a.yaml', yaml(size));
    write('twice/b.yaml', yaml(size));
    const { code, err } = await run('compat', ...args);
    expect(err).toMatch(message);
    expect(err).toMatch(/^pinnace: .*\n$/);
    expect(code).toBe(2);
  });
  it('reads the kinds of a module', async () => {
    const built = pathToFileURL(join(home, 'dist/exports/api.js')).href;
    const module = (field: string) => `
      import { apiResource, describeKind, describeTypes, metaV1 } from '${built}';
      const types = describeTypes({ package: 'com.example.v1', goPackage: 'v1', group: 'example.com', uses: { meta: metaV1 } },
        '\\nWidget | A widget.\\n  1 metadata meta.ObjectMeta | Facts.\\n  2 ${field} string | A text.\\n');
      export const widgets = describeKind({ group: 'example.com', kind: 'Widget', hub: types.type('Widget') })
        .version('v1', { type: types.type('Widget') }).storedAs('v1');
      export const resource = apiResource(widgets, { resource: 'widgetries', namespaced: false });`;
    write('old.mjs', module('color'));
    write('new/index.js', module('taste'));
    write('new/package.json', '{ "type": "module", "main": "index.js" }');
    expect(await run('compat', 'package:old.mjs', 'package:./old.mjs')).toMatchObject({ code: 0, err: '' });
    const { code, out } = await run('compat', 'package:old.mjs', 'package:new', '-o', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(out).findings).toMatchObject([{ rule: 'field-renamed', definition: 'widgetries.example.com' }]);
  });
  it.each([
    ['nothing.mjs', 'export const x = 1;', 'the module exports no kind that describeKind made'],
    ['broken.mjs', 'export const = 1;', 'the module cannot be loaded'],
    ['throws.mjs', 'throw new Error("no luck");', 'the module cannot be loaded: no luck'],
    ['typed.ts', 'export const x: number = 1;', /exports no kind|does not run TypeScript/],
  ])('ends with 2 for a module that has no kinds: %s', async (name, text, why) => {
    write(name, text);
    const { code, err } = await run('compat', `package:${name}`, `package:${name}`);
    expect(code).toBe(2);
    expect(err).toMatch(why);
    expect((await run('compat', 'package:none', 'package:none')).code).toBe(2);
  });
  it('doubts nobody unless it is told to be strict', async () => {
    write('a.yaml', yaml(color));
    write('b.yaml', yaml({ color: { ...color.color, description: 'Another.' } }));
    expect((await run('compat', 'a.yaml', 'b.yaml')).code).toBe(0);
    expect(await run('compat', 'a.yaml', 'b.yaml', '--strict')).toMatchObject({
      code: 1,
      out: expect.stringContaining('the description changed'),
    });
  });
  it('ends with 2 when no server answers', async () => {
    write(
      'kubeconfig',
      'current-context: a\ncontexts: [{name: a, context: {cluster: a}}]\nclusters: [{name: a, cluster: {server: "http://127.0.0.1:1"}}]\n',
    );
    expect(await run('compat', 'kube:', 'kube:')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^pinnace: kube: http:\/\/127\.0\.0\.1:1 does not answer/),
    });
  });
  it('lists and explains rules', async () => {
    expect((await run('compat', 'rules')).out.trim().split('\n')).toHaveLength(rules.length);
    expect((await run('compat', 'explain', 'field-renamed')).out).toContain('Keep both fields for a time.');
    expect(await run('compat', 'explain', 'nope')).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no rule "nope"'),
    });
  });
});

describe('pinnace compat with git', () => {
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  const release = (tag: string, spec: object): void => {
    write('config/crd/widgets.yaml', yaml(spec));
    git('add', '.');
    git('commit', '-m', tag);
    git('tag', tag);
  };
  beforeEach(() => {
    git('init', '-q');
    release('v0.9.0', { ...color, ...size });
    release('v0.10.0', { ...color, ...size, width: { type: 'integer', description: 'Width.' } });
    release('v1.0.0', size);
  });
  it('reads what was at a tag', async () => {
    const { code, out } = await run(
      'compat',
      'git:v0.9.0:config/crd',
      'git:v1.0.0:config/crd/widgets.yaml',
      '-o',
      'json',
    );
    expect(code).toBe(1);
    expect(JSON.parse(out).findings).toMatchObject([
      { rule: 'field-removed', path: 'spec.color', origin: 'config/crd/widgets.yaml' },
    ]);
  });
  it.each([
    ['git:v7:config', /no commit, tag or branch "v7"/],
    ['git:--help:config', /"--help" is no reference/],
    ['git:v1.0.0:nothing', /no such file or folder at v1\.0\.0/],
  ])('ends with 2 for %s', async (address, message) => {
    expect(await run('compat', address, address)).toMatchObject({ code: 2, err: expect.stringMatching(message) });
  });
  it('walks the releases', async () => {
    const { out, code } = await run('compat', 'history', 'git:config/crd');
    expect(code).toBe(0);
    expect(out.split('\n').filter((line) => line.includes('→'))).toEqual([
      'v0.9.0 → v0.10.0: 0 errors, 0 warnings',
      'v0.10.0 → v1.0.0: 2 errors, 0 warnings',
    ]);
    expect(out).toContain('field-removed  spec.width: the field is gone');
    expect((await run('compat', 'history', 'git:config/crd', '--since', 'v0.10.0')).out).not.toContain('v0.9.0');
    expect(await run('compat', 'history', 'git:nothing')).toMatchObject({
      code: 2,
      err: expect.stringContaining('no release has it'),
    });
  });
});

describe('the steps of examples/changing-an-api', () => {
  const at = (name: string): string => join(home, 'examples', 'changing-an-api', 'definitions', `${name}.yaml`);
  it.each([
    ['1-first', '2-add', []],
    ['1-first', '2-add-wrong', ['required-field-added']],
    ['2-add', '3-rename-wrong', ['field-renamed']],
    ['2-add', '4-plural', []],
    ['2-add', '4-plural-wrong', ['singular-made-plural']],
    ['4-plural', '5-new-version', []],
    ['4-plural', '5-new-version-wrong', ['round-trip-loses', 'new-version-stored-at-once']],
    ['5-new-version', '6-retire', []],
    ['6-retire', '7-gone', ['version-removed']],
    ['5-new-version', '7-gone', ['deprecated-too-late', 'version-removed']],
  ])('from %s to %s break %j', async (old, next, broken) => {
    const { out } = await run('compat', at(old), at(next), '-o', 'json');
    const found = JSON.parse(out).findings as { rule: string; severity: string }[];
    expect(found.filter(({ severity }) => severity === 'error').map(({ rule }) => rule)).toEqual(broken);
  });
});
