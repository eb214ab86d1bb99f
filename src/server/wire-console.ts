import { builtFiles, Console, StaticFiles } from '#console';
import type { World } from '#meta';
import type { ServerCredentials } from './credentials.ts';
import type { Options } from './options.ts';
import { pinnaceVersion } from './version.ts';

/** What the console calls itself; its version stands behind. */
export const CONSOLE_AGENT = 'pinnace-console/';

interface ConsoleFacts {
  readonly options: Pick<Options, 'console'>;
  readonly world: World;
  readonly credentials: Pick<ServerCredentials, 'adminToken'>;
  /** Where the server is reached, once it listens. */
  url(): string;
}

interface WiredConsole {
  readonly console: Console;
  /** A link that logs in once, as the administrator; '' where there is none. */
  loginUrl(): string;
}

/** Undefined with `--console=false`. */
export function wireConsole({ options, world, credentials, url }: ConsoleFacts): WiredConsole | undefined {
  if (!options.console) return undefined;
  const { adminToken } = credentials;
  const console = new Console({
    clock: world.clock,
    log: world.log,
    files: new StaticFiles(builtFiles()),
    cookie: () => ({ isSecure: true, port: Number(new URL(url()).port) || 443 }),
    serverUrl: url,
    userAgent: `${CONSOLE_AGENT}${pinnaceVersion()}`,
    ownToken: adminToken,
    takesTokens: true,
  });
  return {
    console,
    loginUrl: () => (adminToken === undefined ? '' : `${url()}${console.loginPath()}`),
  };
}
