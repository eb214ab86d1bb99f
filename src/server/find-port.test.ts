import { describe, expect, it } from 'vitest';
import { listenOnFreePort } from './find-port.ts';
import type { Options } from './options.ts';

const wish = (port: number, source: 'default' | 'flag') => ({
  bindAddress: '127.0.0.1',
  port,
  source: { port: source } as Options['source'],
});
const taken = (...ports: number[]) =>
  async function listen(port: number): Promise<number> {
    if (ports.includes(port)) throw Object.assign(new Error('taken'), { code: 'EADDRINUSE' });
    return port;
  };

describe('finding a port', () => {
  it('takes the wanted one when it is free', async () => {
    expect(await listenOnFreePort(wish(6443, 'default'), taken())).toEqual({ listener: 6443, moved: false });
  });
  it('goes on to the next free one when the default is taken, and says so', async () => {
    expect(await listenOnFreePort(wish(6443, 'default'), taken(6443, 6444))).toEqual({ listener: 6445, moved: true });
  });
  it('never moves a port that was asked for', async () => {
    await expect(listenOnFreePort(wish(6443, 'flag'), taken(6443))).rejects.toThrow(
      'Port 6443 on 127.0.0.1 is already in use. Give another one with --port (0 takes any free one).',
    );
  });
  it('explains an address that this machine does not have', async () => {
    const listen = async () => {
      throw Object.assign(new Error('no'), { code: 'EADDRNOTAVAIL' });
    };
    await expect(listenOnFreePort(wish(1, 'default'), listen)).rejects.toThrow(
      'This machine has no address 127.0.0.1.',
    );
  });
  it('passes on what it cannot explain', async () => {
    const listen = async () => {
      throw new Error('odd');
    };
    await expect(listenOnFreePort(wish(1, 'default'), listen)).rejects.toThrow('odd');
  });
});
