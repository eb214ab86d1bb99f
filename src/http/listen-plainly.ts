import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpCall, Reply } from './call.ts';
import type { Deadlines } from './limits.ts';
import type { ListenAddress, Listening } from './listen.ts';
import { NodeCall } from './node-call.ts';
import { Outlet } from './outlet.ts';

/** Who answers what comes in without TLS. */
interface PlainAnswerer {
  readonly deadlines: Deadlines;
  answer(call: HttpCall): Promise<Reply>;
}

/** HTTP/1.1 without TLS, for what only this machine is to reach. */
export async function listenPlainly(
  answerer: PlainAnswerer,
  address: ListenAddress,
): Promise<Pick<Listening, 'port'> & AsyncDisposable> {
  const stopping = new AbortController();
  // Watches listen for it too, so there can be many listeners.
  setMaxListeners(0, stopping.signal);
  const server = createServer((request, response) => void answer(request, response, { answerer, stopping }));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, () => resolve());
  });
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Serving {
  readonly answerer: PlainAnswerer;
  readonly stopping: AbortController;
}

/** What goes wrong ends its own request only, so that half an answer is never taken for a whole one. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { answerer, stopping }: Serving,
): Promise<void> {
  const outlet = new Outlet(response, answerer.deadlines);
  const call = new NodeCall(request, outlet, { stopping: stopping.signal, upgrade: undefined, switches: false });
  try {
    await outlet.send(await answerer.answer(call), { headOnly: call.method === 'HEAD' });
  } catch {
    outlet.breakOff();
  }
}
