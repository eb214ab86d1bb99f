import type { IncomingMessage } from 'node:http';
import { type MaybePromise, orElse, whenReady } from '#meta';
import { unexpected } from './answer-errors.ts';
import type { HttpCall } from './call.ts';
import type { Connections } from './connections.ts';
import { handle } from './handle.ts';
import type { House } from './house.ts';
import { NodeCall } from './node-call.ts';
import { Outlet, type Response } from './outlet.ts';
import { SocketResponse } from './socket-response.ts';

/** A request and the way out of its answer, on a socket or a connection of HTTP/2. */
export interface Exchange {
  readonly call: HttpCall;
  readonly outlet: Outlet;
  readonly holder: object;
}

/** Between the connections and what answers requests. */
export interface Serving {
  readonly house: House;
  readonly connections: Connections;
}

/** Answers a request of Node's server. */
export function answerNode(
  serving: Serving,
  request: IncomingMessage,
  { response, upgrade }: { readonly response: Response; readonly upgrade: string | undefined },
): void {
  const outlet = new Outlet(response, serving.house.deadlines);
  const { stopping } = serving.connections;
  const call = new NodeCall(request, outlet, { stopping, upgrade, switches: response instanceof SocketResponse });
  void exchange(serving, { call, outlet, holder: request.socket });
}

/** Answers a request, and never fails. A promise only where that takes a while. */
export function exchange({ house, connections }: Serving, { call, outlet, holder }: Exchange): MaybePromise<void> {
  const isOver = connections.begin(holder);
  const headOnly = call.method === 'HEAD';
  const sent = orElse<void>(
    () => whenReady(handle(house, call), (reply) => outlet.send(reply, { headOnly })),
    (error) => failed(house, call, { outlet, error }),
  );
  return whenReady(sent, isOver);
}

/** An error ends its own request only: with a 500 if the answer has not begun. */
async function failed(house: House, call: HttpCall, { outlet, error }: Failure): Promise<void> {
  const { method, path } = call;
  if (outlet.isGone) {
    house.world.log.debug('a client went away before its answer was complete', { method, path, error });
    return;
  }
  try {
    if (!outlet.hasBegun) {
      await outlet.send(unexpected(house, call, error), { headOnly: method === 'HEAD' });
      return;
    }
    house.world.log.error('an answer broke off in the middle', { method, path, error });
  } catch (second) {
    house.world.log.error('a failure could not be told', { method, path, error: second });
  }
  outlet.breakOff();
}

interface Failure {
  readonly outlet: Outlet;
  readonly error: unknown;
}
