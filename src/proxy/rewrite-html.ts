import { type Duplex, Readable } from 'node:stream';
import { createDeflateRaw, createGunzip, createGzip, createInflateRaw } from 'node:zlib';

/** The attributes that hold a link, by tag. k8s: util/proxy atomsToAttrs */
const linkAttributes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    a: ['href'],
    applet: ['codebase'],
    area: ['href'],
    audio: ['src'],
    base: ['href'],
    blockquote: ['cite'],
    body: ['background'],
    button: ['formaction'],
    command: ['icon'],
    del: ['cite'],
    embed: ['src'],
    form: ['action'],
    frame: ['longdesc', 'src'],
    head: ['profile'],
    html: ['manifest'],
    iframe: ['longdesc', 'src'],
    img: ['longdesc', 'src', 'usemap'],
    input: ['src', 'usemap', 'formaction'],
    ins: ['cite'],
    link: ['href'],
    object: ['classid', 'codebase', 'data', 'usemap'],
    q: ['cite'],
    script: ['src'],
    source: ['src'],
    video: ['poster', 'src'],
  }),
);

/** A tag that is longer is none, and is left as it is. */
const LONGEST_TAG = 64 * 1024;

/** The links of a page changed, as the page comes: no more of it is kept than a tag that is not whole. */
export class HtmlRewriter {
  readonly #rewrite: (link: string) => string;
  #rest = '';
  /** The end of what is no markup (a script), once it has begun. */
  #until: string | undefined;

  constructor(rewrite: (link: string) => string) {
    this.#rewrite = rewrite;
  }

  /** Texts of single bytes, so that none is lost whatever the page is written in. */
  push(text: string): string {
    this.#rest += text;
    let out = '';
    for (;;) {
      const part = this.#until === undefined ? this.#markup() : this.#raw(this.#until);
      if (part === undefined) return out;
      out += part;
    }
  }
  end(): string {
    return this.#rest;
  }

  #raw(until: string): string | undefined {
    const at = this.#rest.toLowerCase().indexOf(until);
    if (at >= 0) this.#until = undefined;
    // The end may lie across two pieces.
    return this.#take(at >= 0 ? at + until.length : this.#rest.length - until.length);
  }

  #markup(): string | undefined {
    const at = this.#rest.indexOf('<');
    if (at !== 0) return this.#take(at < 0 ? this.#rest.length : at);
    if ('<!--'.startsWith(this.#rest.slice(0, 4)) && this.#rest.length < 4) return undefined;
    if (this.#rest.startsWith('<!--')) {
      this.#until = '-->';
      return this.#take(4);
    }
    const tag = /^<[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>/.exec(this.#rest)?.[0];
    if (tag === undefined) return this.#rest.length > LONGEST_TAG ? this.#take(this.#rest.length) : undefined;
    this.#take(tag.length);
    return this.#tag(tag);
  }

  #tag(tag: string): string {
    const [, name = ''] = /^<([A-Za-z][^\s/>]*)/.exec(tag) ?? [];
    const lower = name.toLowerCase();
    if (lower === 'script' || lower === 'style') this.#until = `</${lower}`;
    const wanted = linkAttributes.get(lower);
    if (wanted === undefined) return tag;
    return tag.replace(
      /(\s)([A-Za-z-]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/g,
      (whole, space, attribute, equals, value) =>
        wanted.includes(attribute.toLowerCase()) ? `${space}${attribute}${equals}${this.#link(value)}` : whole,
    );
  }

  #link(value: string): string {
    const quote = /^["']/.exec(value)?.[0] ?? '';
    const link = quote === '' ? value : value.slice(1, -1);
    return `${quote}${this.#rewrite(link.replaceAll('&amp;', '&')).replaceAll('&', '&amp;')}${quote}`;
  }

  #take(length: number): string | undefined {
    if (length <= 0) return undefined;
    const taken = this.#rest.slice(0, length);
    this.#rest = this.#rest.slice(length);
    return taken;
  }
}

const codings: { readonly [coding: string]: () => readonly [Duplex, Duplex] } = {
  gzip: () => [createGunzip(), createGzip()],
  deflate: () => [createInflateRaw(), createDeflateRaw()],
};

/** A page with its links changed; undefined for a coding that is not known. */
export function rewrittenPage(
  page: AsyncIterable<Uint8Array>,
  coding: string,
  rewrite: (link: string) => string,
): AsyncIterable<Uint8Array> | undefined {
  if (coding === '') return rewritten(page, rewrite);
  const pair = Object.hasOwn(codings, coding) ? codings[coding]?.() : undefined;
  if (pair === undefined) return undefined;
  const [unpack, pack] = pair;
  const source = Readable.from(page);
  source.on('error', (error) => unpack.destroy(error));
  const plain = Readable.from(rewritten(source.pipe(unpack), rewrite));
  plain.on('error', (error) => pack.destroy(error));
  return plain.pipe(pack);
}

async function* rewritten(
  page: AsyncIterable<Uint8Array>,
  rewrite: (link: string) => string,
): AsyncGenerator<Uint8Array> {
  const rewriter = new HtmlRewriter(rewrite);
  for await (const bytes of page) {
    const text = rewriter.push(Buffer.from(bytes).toString('latin1'));
    if (text !== '') yield Buffer.from(text, 'latin1');
  }
  yield Buffer.from(rewriter.end(), 'latin1');
}
