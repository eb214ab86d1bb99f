import { agentFor, authorizationOf, type ClientConfig } from '#client';
import { Deadlines, errorReply, type HttpCall, listenPlainly, type Reply, textReply } from '#http';
import { apiErrors, type World } from '#meta';
import { BackendError, forward, type ProxyTarget } from '#proxy';
import { Console } from './console.ts';
import { builtFiles, StaticFiles } from './static-files.ts';

/** How long an answer may wait for a browser that does not read. */
const READ_MS = 60_000;
const HOST = '127.0.0.1';

interface LocalConsoleSettings {
  /** The cluster that is shown, and as whom it is asked. */
  readonly config: ClientConfig;
  /** 0 takes any free one. */
  readonly port: number;
  readonly world: Pick<World, 'clock' | 'log'>;
  readonly userAgent: string;
}

export interface LocalConsole extends AsyncDisposable {
  readonly port: number;
  /** Logs in once, as the one whom the configuration names. */
  readonly loginUrl: string;
}

/** Serves the console on this machine alone, for any cluster. Rejects with the system's error where it cannot listen. */
export async function startLocalConsole(settings: LocalConsoleSettings): Promise<LocalConsole> {
  const { config, world, userAgent } = settings;
  let port = settings.port;
  const target = targetOf(config, world);
  const console = new Console({
    ...world,
    files: new StaticFiles(builtFiles()),
    cookie: () => ({ isSecure: false, port }),
    serverUrl: () => config.server,
    userAgent,
    ownToken: undefined,
    takesTokens: false,
  });
  const stopping = new AbortController();
  const deadlines = new Deadlines(world.clock, READ_MS);
  const sweeping = deadlines.run(stopping.signal);
  const answer = async (call: HttpCall): Promise<Reply> => {
    // Another name that leads here is how a foreign page would come to be of our origin.
    if (!namesOf(port).has(call.headers.host ?? '')) return textReply(421, 'this is not the host of the console\n');
    if (!console.serves(call.path)) return { status: 302, headers: { location: '/console' }, body: new Uint8Array() };
    return console.answer(call, (asked) => ask(asked, target));
  };
  const listening = await listenPlainly({ deadlines, answer }, { host: HOST, port });
  port = listening.port;
  return {
    port,
    loginUrl: `http://${HOST}:${port}${console.loginPath()}`,
    async [Symbol.asyncDispose]() {
      console[Symbol.dispose]();
      stopping.abort();
      target.agent.destroy();
      await Promise.all([listening[Symbol.asyncDispose](), sweeping]);
    },
  };
}

const namesOf = (port: number): ReadonlySet<string> => new Set([`${HOST}:${port}`, `localhost:${port}`]);

type Cluster = Omit<ProxyTarget, 'path' | 'query'> & { readonly root: string };

async function ask(call: HttpCall, { root, ...cluster }: Cluster): Promise<Reply> {
  try {
    return await forward(call, { ...cluster, path: `${root}${call.path}`, query: call.query });
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    return errorReply(apiErrors.serviceUnavailable(error.message), call);
  }
}

function targetOf(config: ClientConfig, { clock }: Pick<World, 'clock'>): Cluster {
  const { protocol, hostname, port, host, pathname } = new URL(config.server);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return {
    scheme,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (scheme === 'http' ? 80 : 443),
    authority: host,
    root: pathname.replace(/\/$/, ''),
    agent: agentFor(config),
    headers: { authorization: authorizationOf(config) },
    clock,
  };
}
