import { Agent } from 'node:https';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import type { Clock } from '#meta';
import type { ProxyTarget } from '#proxy';
import { identityFault, joinHostPort, type KeyPair, readCaBundle, type ServiceResolver, systemRoots } from '#webhook';
import type { ApiServiceSpec } from './registered-apis.ts';

const IDLE_MS = 90_000;
const MOST_IDLE = 8;

export interface BackendParts {
  readonly clock: Clock;
  readonly services: ServiceResolver;
  /** How this server shows itself. */
  readonly identity: KeyPair | undefined;
}

/** A registration whose server cannot be asked by what it says. */
export class UnusableBackend extends Error {}

/** The server behind a registration: where it is, and whom to trust there. */
export class Backend implements Disposable {
  readonly #spec: ApiServiceSpec;
  readonly #parts: BackendParts;
  #agent: Promise<Agent> | undefined;

  constructor(spec: ApiServiceSpec, parts: BackendParts) {
    this.#spec = spec;
    this.#parts = parts;
  }

  /** Where the server is now. Fails where nobody knows, or with an `UnusableBackend`. */
  async locate(): Promise<Omit<ProxyTarget, 'path' | 'query'>> {
    const { clock, services } = this.#parts;
    const { namespace = '', name = '', port = 443 } = this.#spec.service ?? {};
    this.#agent ??= this.#makeAgent();
    const agent = await this.#agent;
    const place = await services.resolve({ namespace, name, port });
    return { scheme: 'https', ...place, authority: joinHostPort(place.host, place.port), agent, clock };
  }

  [Symbol.dispose](): void {
    void this.#agent?.then(
      (agent) => {
        agent.maxFreeSockets = 0;
        for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
      },
      () => undefined,
    );
  }

  async #makeAgent(): Promise<Agent> {
    const { caBundle, insecureSkipTLSVerify = false, service = {} } = this.#spec;
    const { certificates, fault } = readCaBundle(caBundle);
    if (fault !== undefined) throw new UnusableBackend(fault);
    const ca = certificates.length > 0 ? [...certificates] : await systemRoots();
    const { identity } = this.#parts;
    const secureContext = contextOf({
      ...(ca !== undefined && { ca }),
      ...(identity !== undefined && { cert: identity.certificate, key: identity.key }),
      allowPartialTrustChain: true,
    });
    return new Agent({
      keepAlive: true,
      timeout: IDLE_MS,
      maxFreeSockets: MOST_IDLE,
      secureContext,
      servername: `${service.name}.${service.namespace}.svc`,
      checkServerIdentity: identityFault,
      rejectUnauthorized: !insecureSkipTLSVerify,
    });
  }
}

function contextOf(options: SecureContextOptions): ReturnType<typeof createSecureContext> {
  try {
    return createSecureContext(options);
  } catch (error) {
    throw new UnusableBackend((error as Error).message, { cause: error });
  }
}
