import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ServerProcess } from './support/server-process.ts';

/** Loaded before the server, so that its patience is soon over. */
const quickTime =
  'data:text/javascript,const now = performance.now.bind(performance); performance.now = () => now() * 50';

it('a server whose etcd is not there says so, and ends', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pinnace-no-etcd-'));
  try {
    const flags = ['--storage', 'etcd', '--etcd-servers', 'http://127.0.0.1:1'];
    const started = ServerProcess.startWith({ preload: quickTime }, folder, ...flags);
    await expect(started).rejects.toThrow('etcd cannot be reached (http://127.0.0.1:1: connect ECONNREFUSED');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
