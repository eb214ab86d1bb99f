import { HttpClient } from '#client';
import { type Kubeconfig, kubeconfigOf, writeTemporary } from './kubeconfig.ts';

/** Something that reads a kubeconfig from a text, such as `KubeConfig` of `@kubernetes/client-node`. */
interface KubeconfigReader {
  loadFromString(text: string): void;
}

/** The way of one user into an environment. */
export interface UserSession {
  /** The user's bearer token. */
  readonly token: string;
  /** Reads and writes as this user, in the process, without a socket. */
  readonly client: HttpClient;
  /** A client in the process that calls itself by this name in `User-Agent`. */
  clientAs(userAgent: string): HttpClient;
  /** The same for any path, relative to the server: `fetch('/version')`. It sends the user's token unless another is said. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** For programs that connect by themselves: the environment must listen. */
  readonly kubeconfig: Kubeconfig;
  /** The same as a file, which goes with the environment, or with the process. */
  kubeconfigFile(): Promise<string>;
  /** Tells a `KubeConfig` of `@kubernetes/client-node`, or whatever reads a kubeconfig from a text, and gives it back. */
  loadInto<T extends KubeconfigReader>(config: T): T;
}

interface SessionParts {
  readonly user: string;
  readonly token: string;
  readonly certificateAuthority: string;
  /** Throws where nobody listens. */
  url(): string;
  serve(request: Request): Promise<Response>;
  /** Whoever ends the environment has this done. */
  atEnd(step: () => unknown): void;
}

/** What paths are relative to: no name that anybody could be asked for. */
const NOWHERE = 'https://pinnace.invalid';

export class Session implements UserSession {
  readonly token: string;
  readonly #parts: SessionParts;
  #client: HttpClient | undefined;
  #file: Promise<string> | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.token = parts.token;
  }

  get client(): HttpClient {
    this.#client ??= this.clientAs('pinnace-testing');
    return this.#client;
  }
  clientAs(userAgent: string): HttpClient {
    const { token, serve } = this.#parts;
    return new HttpClient({ server: NOWHERE, token, userAgent, fetch: serve });
  }

  readonly fetch: UserSession['fetch'] = (input, init) => {
    const request = input instanceof Request ? new Request(input, init) : new Request(new URL(input, NOWHERE), init);
    if (!request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${this.token}`);
    return this.#parts.serve(request);
  };

  get kubeconfig(): Kubeconfig {
    const { certificateAuthority, user, token } = this.#parts;
    return kubeconfigOf({ url: this.#parts.url(), certificateAuthority, user, token });
  }
  kubeconfigFile(): Promise<string> {
    this.#file ??= this.#write();
    return this.#file;
  }
  loadInto<T extends KubeconfigReader>(config: T): T {
    config.loadFromString(JSON.stringify(this.kubeconfig));
    return config;
  }

  async #write(): Promise<string> {
    const { file, remove } = await writeTemporary(this.kubeconfig);
    this.#parts.atEnd(remove);
    return file;
  }
}
