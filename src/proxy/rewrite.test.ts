import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { HtmlRewriter, rewrittenPage } from './rewrite-html.ts';
import { rewriteUrl } from './rewrite-url.ts';
import { escapedPath } from './target.ts';

const context = { source: '10.0.0.1:80', asked: 'api.example.com', prefix: '/proxy' };

describe('a link of a page behind a proxy', () => {
  it.each([
    ['/a/b/', '/proxy/a/b/'],
    ['/', '/proxy/'],
    ['a/b', 'a/b'],
    ['/proxy/a', '/proxy/a'],
    ['http://10.0.0.1:80/a?b#c', '/proxy/a?b#c'],
    ['https://api.example.com/a', 'https://api.example.com/proxy/a'],
    ['https://elsewhere.example.com/a', 'https://elsewhere.example.com/a'],
    ['mailto:/a', 'mailto:/a'],
    ['//10.0.0.1:80/x', '/proxy/x'],
  ])('%s leads to %s', (link, wanted) => {
    expect(rewriteUrl(link, context)).toBe(wanted);
  });
});

describe('a page behind a proxy', () => {
  const page =
    '<html><body><!-- <a href="/no"> --><a class=x HREF="/a?b=1&amp;c" title="/t">/text</a>' +
    '<img src=\'/i.png\'><p data-src="/p"><script src=/s.js>let a = \'<a href="/no">\';</script><form action="/f">ü';
  const wanted =
    '<html><body><!-- <a href="/no"> --><a class=x HREF="/proxy/a?b=1&amp;c" title="/t">/text</a>' +
    '<img src=\'/proxy/i.png\'><p data-src="/p"><script src=/proxy/s.js>let a = \'<a href="/no">\';</script><form action="/proxy/f">ü';

  it('has its links changed, and nothing else, however it comes', () => {
    for (const size of [1, 7, 1000]) {
      const rewriter = new HtmlRewriter((link) => rewriteUrl(link, context));
      let out = '';
      for (let at = 0; at < page.length; at += size) out += rewriter.push(page.slice(at, at + size));
      expect(out + rewriter.end()).toBe(wanted);
    }
  });

  it('stays compressed', async () => {
    const parts: Uint8Array[] = [];
    const source = (async function* () {
      yield gzipSync('<a href="/x">');
    })();
    for await (const part of rewrittenPage(source, 'gzip', (link) => `/y${link}`) ?? []) parts.push(part);
    expect(gunzipSync(Buffer.concat(parts)).toString()).toBe('<a href="/y/x">');
    expect(rewrittenPage(source, 'br', (link) => link)).toBeUndefined();
  });
});

it('a path is escaped as Go does it', () => {
  expect(escapedPath("/a b/ü/(x)'!*~$&+,:;=@%")).toBe('/a%20b/%C3%BC/%28x%29%27%21%2A~$&+,:;=@%25');
});
