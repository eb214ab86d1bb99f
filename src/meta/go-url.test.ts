import { describe, expect, it } from 'vitest';
import { type GoUrl, parseRequestUri, parseUrl } from './go-url.ts';

/** A text, and the parts of it or why it is no URL. */
const table: [text: string, parts: Partial<Record<keyof GoUrl, unknown>> | string][] = [
  ['https://example.com:80/a/b?k=v', { scheme: 'https', host: 'example.com:80', path: '/a/b', rawQuery: 'k=v' }],
  ['/path', { scheme: '', host: '', path: '/path' }],
  ['mailto:a@b', { scheme: 'mailto', opaque: 'a@b' }],
  ['http://[::1]:80/', { host: '[::1]:80' }],
  ['http://[fe80::1%25en0]/', { host: '[fe80::1%en0]' }],
  ['http://u:p@h/', { host: 'h', user: { name: 'u', password: 'p' } }],
  ['*', { path: '*' }],
  ['', 'parse "": empty url'],
  ['relative', 'parse "relative": invalid URI for request'],
  [':a', 'parse ":a": missing protocol scheme'],
  ['http://a b/', 'parse "http://a b/": invalid character " " in host name'],
  ['http://h:x/', 'parse "http://h:x/": invalid port ":x" after host'],
  ['/%zz', 'parse "/%zz": invalid URL escape "%zz"'],
  ['/a\n', 'parse "/a\\n": net/url: invalid control character in URL'],
  ['http://[::1', 'parse "http://[::1": missing \']\' in host'],
];

describe('a URL of a request', () => {
  it.each(table)('%j is %j', (text, expected) => {
    const url = parseRequestUri(text);
    if (typeof expected === 'string') expect(url).toBe(expected);
    else expect(url).toMatchObject(expected);
  });

  it('is written as it was read', () => {
    for (const text of ['https://u:p@h:1/a%20b?q=%20#', 'mailto:x', 'http://h/a%2Fb', '//h/x'])
      expect(String(parseUrl(text))).toBe(text.replace(/#$/, ''));
  });

  it('may be relative, with a fragment, elsewhere', () => {
    expect(parseUrl('a/b#c%20d')).toMatchObject({ path: 'a/b', fragment: 'c d' });
    expect(parseUrl('1a:b')).toBe('parse "1a:b": first path segment in URL cannot contain colon');
  });
});
