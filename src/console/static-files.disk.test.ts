import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StaticFiles } from './static-files.ts';

describe('the files of the console', () => {
  let folder: string;
  let files: StaticFiles;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-'));
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'index.html'), '<!doctype html>');
    await writeFile(join(folder, 'favicon.svg'), '<svg/>');
    await writeFile(join(folder, 'assets', 'index-a1.js'), 'plain');
    await writeFile(join(folder, 'assets', 'index-a1.js.br'), 'br');
    await writeFile(join(folder, 'assets', 'index-a1.js.gz'), 'gz');
    files = new StaticFiles(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const ask = async (path: string, headers = {}) => {
    const { status, headers: told, body } = await files.answer({ headers }, path);
    return { status, text: Buffer.from(body as Uint8Array).toString(), ...told } as {
      [name: string]: unknown;
      etag?: string;
    };
  };

  it('a path without a file is a page', async () => {
    for (const path of ['', '/', '/objects/v1/a.b', '/../../etc/passwd', '/login']) {
      expect(await ask(path)).toMatchObject({ text: '<!doctype html>', 'cache-control': 'no-cache' });
    }
    expect(await ask('/favicon.svg')).toMatchObject({ text: '<svg/>', 'content-type': 'image/svg+xml' });
    expect(await ask('/assets/index-b2.js')).toMatchObject({ status: 404 });
  });

  it('what is compressed already is sent to those who read it, and kept for ever', async () => {
    const asset = '/assets/index-a1.js';
    const kept = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' };
    expect(await ask(asset, { 'accept-encoding': 'gzip, br' })).toMatchObject({
      text: 'br',
      'content-encoding': 'br',
      ...kept,
    });
    expect(await ask(asset, { 'accept-encoding': 'gzip, br;q=0' })).toMatchObject({
      text: 'gz',
      'content-encoding': 'gzip',
    });
    const plain = await ask(asset);
    expect(plain).toMatchObject({ text: 'plain', 'content-type': 'text/javascript; charset=utf-8' });
    expect(plain).not.toHaveProperty('content-encoding');
  });

  it('what the browser has is not sent again, until it is built anew', async () => {
    const { etag = '' } = await ask('/');
    expect(await ask('/', { 'if-none-match': `"x", ${etag}` })).toMatchObject({ status: 304, text: '' });
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>new</title>');
    await utimes(join(folder, 'index.html'), 1, 1);
    expect(await ask('/', { 'if-none-match': etag })).toMatchObject({ status: 200 });
  });

  it('say how to build them where they are not there', async () => {
    const { status, body } = await new StaticFiles(undefined).answer({ headers: {} }, '/');
    expect([status, Buffer.from(body as Uint8Array).toString()]).toEqual([
      503,
      expect.stringContaining('npm run build'),
    ]);
  });
});
