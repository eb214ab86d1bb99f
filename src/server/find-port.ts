import type { Options } from './options.ts';
import { StartError } from './start-error.ts';

/** How many ports after the default one are tried. */
const ATTEMPTS = 100;

interface Found<T> {
  readonly listener: T;
  /** The default port was taken and another is used instead. */
  readonly moved: boolean;
}

/**
 * Listens on the wanted port. Only a port that nobody asked for may give way to the next free one: whoever names a
 * port has told it to others.
 */
export async function listenOnFreePort<T>(
  { bindAddress, port, source }: Pick<Options, 'bindAddress' | 'port' | 'source'>,
  listen: (port: number) => Promise<T>,
): Promise<Found<T>> {
  const last = source.port === 'default' ? port + ATTEMPTS : port;
  for (let candidate = port; ; candidate++) {
    try {
      return { listener: await listen(candidate), moved: candidate !== port };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && candidate < last) continue;
      throw explain(error as NodeJS.ErrnoException, bindAddress, candidate);
    }
  }
}

function explain(error: NodeJS.ErrnoException, address: string, port: number): Error {
  const why: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${address} is already in use. Give another one with --port (0 takes any free one).`,
    EACCES: `Port ${port} on ${address} may not be used by this user. Give one above 1023 with --port.`,
    EADDRNOTAVAIL: `This machine has no address ${address}. Give one that it has with --bind-address.`,
  };
  const text = why[error.code ?? ''];
  return text === undefined ? error : new StartError(text, { cause: error });
}
