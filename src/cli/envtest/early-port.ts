import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import type { BoundPort } from '#server';

const UPSTREAM_PORT = '6443';
const UPSTREAM_ADDRESS = '0.0.0.0';

/**
 * Binds the port that the flags of kube-apiserver name, before anything else is loaded. Whoever started us asks again and
 * again, with pauses, whether we answer: who is connected already has the answer as soon as there is one. Undefined where
 * that is not possible; then the start says why.
 */
export async function bindEarly(args: readonly string[]): Promise<BoundPort | undefined> {
  const port = Number(lastOf(args, 'secure-port') ?? UPSTREAM_PORT);
  const host = lastOf(args, 'bind-address') ?? UPSTREAM_ADDRESS;
  if (!(port > 0) || args.some((arg) => /^--(help|version)\b/.test(arg))) return undefined;
  const held: Socket[] = [];
  const first = createServer({ pauseOnConnect: true }, (socket) => held.push(socket));
  try {
    await once(first.listen(port, host), 'listening');
  } catch {
    return undefined;
  }
  return {
    host,
    port,
    /** A server of TLS: it reads from sockets that are paused. */
    handTo(server: Server) {
      server.listen(first, () => {
        for (const socket of held) server.emit('connection', socket);
      });
    },
  };
}

/** `--name=value`, or the word behind the flag. */
function lastOf(args: readonly string[], name: string): string | undefined {
  const at = args.findLastIndex((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  return (args[at] as string).slice(name.length + 3) || args[at + 1];
}
