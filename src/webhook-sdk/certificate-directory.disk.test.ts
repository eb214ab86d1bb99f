import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { certificateIn } from './certificate-directory.ts';

it('a certificate is kept, renewed before its end and when it is for other names, by the same authority', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'certs-'));
  try {
    const at = (day: string, ...names: string[]) =>
      certificateIn({ directory, names: ['127.0.0.1', ...names], now: new Date(`${day}T00:00:00Z`) });
    const first = await at('2026-01-01');
    expect(await at('2026-06-01')).toEqual(first);
    const renewed = await at('2026-12-01');
    expect(renewed.authority).toEqual(first.authority);
    expect(renewed.leaf).not.toEqual(first.leaf);
    const named = await at('2026-12-02', 'hooks.default.svc');
    expect(new X509Certificate(named.leaf.certificate).checkHost('hooks.default.svc')).toBe('hooks.default.svc');
    expect(named.authority).toEqual(first.authority);
    // An authority at its end cannot sign anything that lasts.
    expect((await at('2035-12-01')).authority).not.toEqual(first.authority);
    expect((await stat(join(directory, 'tls.key'))).mode & 0o777).toBe(0o600);
  } finally {
    await rm(directory, { recursive: true });
  }
});
