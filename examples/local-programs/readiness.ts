// Waits until a program answers where its container's readiness probe asks, or else until it listens at one of its ports.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Places, type PodProgram, portsOf } from './pod-program.ts';

const AGAIN_MS = 100;

export async function untilAnswered(one: PodProgram, { ports }: Places, signal: AbortSignal): Promise<void> {
  const probed = Number(one.container.readinessProbe?.httpGet?.port);
  const all = portsOf(one);
  const asked = all.includes(probed) ? [probed] : all;
  const isThere = async (): Promise<boolean> => {
    const heard = await Promise.all(asked.map((port) => answers(one, port, ports.get(port) ?? port)));
    return heard.length === 0 || heard.includes(true);
  };
  while (!signal.aborted && !(await isThere())) await sleep(AGAIN_MS);
}

function answers({ container }: PodProgram, port: number, here: number): Promise<boolean> {
  const { httpGet } = container.readinessProbe ?? {};
  if (Number(httpGet?.port) !== port) return listens(here);
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port: here, path: httpGet?.path ?? '/', rejectUnauthorized: false };
    const request = httpGet?.scheme === 'HTTPS' ? requestHttps(options) : requestHttp(options);
    request.once('response', (response) => {
      response.resume();
      resolve((response.statusCode ?? 0) < 400);
    });
    request.once('error', () => resolve(false));
    request.end();
  });
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
