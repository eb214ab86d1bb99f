import { describe, expect, it } from 'vitest';
import { RequestHeads } from './request-head.ts';

const read = (text: string) => new RequestHeads().read(Buffer.from(text, 'latin1'));

describe('the head of a plain request', () => {
  it('is read', () => {
    const text = 'GET /api/v1/pods?watch=1 HTTP/1.1\r\nHost: here\r\nUser-Agent: a client\r\nContent-Length: 3\r\n\r\n';
    expect(read(`${text}abc`)).toEqual({
      method: 'GET',
      path: '/api/v1/pods',
      query: 'watch=1',
      headers: { host: 'here', 'user-agent': 'a client', 'content-length': '3' },
      rawHeaders: ['Host', 'here', 'User-Agent', 'a client', 'Content-Length', '3'],
      contentLength: 3,
      length: text.length,
    });
  });
  it('has bytes past ASCII in its target, escaped', () => {
    const head = read('GET /caf\u00e9?a=\u00c5\u00bc HTTP/1.1\r\nHost: here\r\n\r\n');
    expect(head).toMatchObject({ path: '/caf%E9', query: 'a=%C5%BC' });
  });
  it('shares its headers with the next that has the same, and with no other', () => {
    const heads = new RequestHeads();
    const next = (line: string, host: string) => heads.read(Buffer.from(`${line} HTTP/1.1\r\nHost: ${host}\r\n\r\n`));
    const first = next('GET /a', 'here');
    const second = next('GET /b', 'here');
    expect(second).toMatchObject({ path: '/b', headers: { host: 'here' } });
    expect(second?.headers).toBe(first?.headers);
    expect(next('GET /b', 'there')?.headers).toEqual({ host: 'there' });
    expect(first?.headers).toEqual({ host: 'here' });
  });
});

describe('a head that could be read in two ways', () => {
  it.each([
    ['has no end', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['has no host', 'GET / HTTP/1.1\r\nAccept: x\r\n\r\n'],
    ['has no headers', 'GET / HTTP/1.1\r\n\r\n'],
    ['has two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'],
    ['has two lengths', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n'],
    ['has a length that is no number', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1a\r\n\r\n'],
    ['has a length with a sign', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n'],
    ['has a length with zeros', 'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 01\r\n\r\n'],
    ['has a large body', 'PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 65537\r\n\r\n'],
    ['has a body in chunks', 'PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['wants to be told to go on', 'PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n'],
    ['wants another protocol', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['is the last of its connection', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'],
    ['has a folded line', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n'],
    ['has a space before a colon', 'GET / HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n'],
    ['has a line that ends in a line feed', 'GET / HTTP/1.1\r\nHost: x\nA: b\r\n\r\n'],
    ['has a control character', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\0\r\n\r\n'],
    ['is not ASCII', 'GET / HTTP/1.1\r\nHost: x\r\nA: caf\u00e9\r\n\r\n'],
    ['has a name that every object has', 'GET / HTTP/1.1\r\nHost: x\r\nconstructor: y\r\n\r\n'],
    ['is of HTTP/1.0', 'GET / HTTP/1.0\r\nHost: x\r\n\r\n'],
    ['has an unknown method', 'LOCK / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['names a whole address', 'GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['has a space in its target', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['begins with an empty line', '\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['is long', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`],
    [
      'has many headers',
      `GET / HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 200 }, (_, i) => `A${i}: b\r\n`).join('')}\r\n`,
    ],
  ])('is not read when it %s', (_, text) => {
    expect(read(text)).toBeUndefined();
  });
});
