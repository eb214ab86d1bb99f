import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { acceptsEncoding, type HttpCall, type Reply, textReply } from '#http';
import { pageHeaders } from './security-headers.ts';

const INDEX = 'index.html';
/** Files whose name changes with what is in them: a browser need never ask again. */
const ASSETS = 'assets/';
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';

const types: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  ['.txt', 'text/plain; charset=utf-8'],
]);

/** Encodings in which files may lie ready, the best first, and how the names of those files end. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** Where the built files may lie, seen from this module: compiled, in the package, joined with others, as source. */
const places = ['./static/', './console/static/', '../console/static/', '../../console/dist/'];

/** The folder with the built console; undefined where it was not built. */
export function builtFiles(): string | undefined {
  return places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((folder) => existsSync(join(folder, INDEX)));
}

type Files = ReadonlyMap<string, Buffer>;

/** The pages and what they load, held in memory and read anew when they were built anew. */
export class StaticFiles {
  readonly #folder: string | undefined;
  #loaded: { readonly at: number; readonly files: Promise<Files> } | undefined;

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  /** What lies at a path below that of the console; the pages find out from the address what they show. */
  async answer(call: Pick<HttpCall, 'headers'>, path: string): Promise<Reply> {
    if (this.#folder === undefined) return notBuilt();
    const files = await this.#files(this.#folder);
    const name = path.replace(/^\//, '');
    if (files.has(name)) return fileReply(files, name, call);
    return name.startsWith(ASSETS) ? inPage(textReply(404, 'not found\n')) : fileReply(files, INDEX, call);
  }

  #files(folder: string): Promise<Files> {
    const at = statSync(join(folder, INDEX)).mtimeMs;
    if (this.#loaded?.at !== at) this.#loaded = { at, files: readAll(folder) };
    return this.#loaded.files;
  }
}

async function readAll(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Buffer>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    files.set(path.slice(join(folder, sep).length).split(sep).join('/'), await readFile(path));
  }
  return files;
}

function fileReply(files: Files, name: string, { headers }: Pick<HttpCall, 'headers'>): Reply {
  const [encoding, ending = ''] =
    encodings.find(([one, end]) => files.has(name + end) && acceptsEncoding(headers['accept-encoding'], one)) ?? [];
  const body = files.get(name + ending) as Buffer;
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const own = {
    'content-type': types.get(extname(name)) ?? 'application/octet-stream',
    'cache-control': name.startsWith(ASSETS) ? FOR_EVER : ASK_AGAIN,
    vary: 'Accept-Encoding',
    etag,
    ...(encoding !== undefined && { 'content-encoding': encoding }),
  };
  const known = String(headers['if-none-match'] ?? '').split(/,\s*/);
  if (known.includes(etag)) return inPage({ status: 304, headers: own, body: new Uint8Array() });
  return inPage({ status: 200, headers: { ...own, 'content-length': String(body.length) }, body });
}

const inPage = (reply: Reply): Reply => ({ ...reply, headers: { ...reply.headers, ...pageHeaders } });

function notBuilt(): Reply {
  const text = 'The console is not part of this build. In a clone of Pinnace, npm run build makes it.\n';
  return inPage(textReply(503, text));
}
