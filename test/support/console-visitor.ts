import { type Answer, type Asked, TestClient } from './client.ts';
import type { WatchStream } from './watch-stream.ts';

/** What a browser says of a request that the page itself makes. */
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const OWN_CODE = { ...OWN_PAGE, 'x-pinnace-console': '1' };

/** Of a browser that says nothing of where a request comes from. */
export const NOTHING_TOLD = { 'sec-fetch-site': '', 'sec-fetch-mode': '', 'sec-fetch-dest': '' };

/** A browser, as far as the console sees it: it keeps one cookie, and shows no other credentials. */
export class ConsoleVisitor implements Disposable {
  readonly client: TestClient;
  cookie = '';

  constructor({ url, ca }: { readonly url: string; readonly ca: string }) {
    this.client = new TestClient({ url, ca, token: '' });
  }

  async ask(method: string, path: string, asked: Asked = {}): Promise<Answer> {
    const answer = await this.client.ask(method, path, { ...asked, headers: this.#headers(asked) });
    const [set] = answer.headers['set-cookie'] ?? [];
    if (set !== undefined) this.cookie = set.split(';')[0] ?? '';
    return answer;
  }
  get(path: string, headers: Asked['headers'] = {}): Promise<Answer> {
    return this.ask('GET', path, { headers });
  }
  login(body: { readonly token: string } | { readonly code: string }): Promise<Answer> {
    return this.ask('POST', '/console/login', { body });
  }
  watch(path: string): Promise<WatchStream> {
    return this.client.watch(path, {}, this.#headers({}));
  }

  /** Those that are given as '' are not sent. */
  #headers({ headers }: Asked): Readonly<Record<string, string>> {
    const all = { ...OWN_CODE, ...(this.cookie && { cookie: this.cookie }), ...headers };
    return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
  }

  [Symbol.dispose](): void {
    this.client[Symbol.dispose]();
  }
}
