import type { ConnectRequest } from '#machinery';
import { ApiError, apiErrors, type KubeObject } from '#meta';
import { type PodPort, podAddress } from '#webhook';

const NODES = '/registry/minions/';

/** Where a port of a pod is reached, for requests that are sent there. */
export async function podPlace(
  pod: KubeObject,
  port: PodPort,
  { find }: ConnectRequest,
): Promise<{ readonly host: string; readonly port: number } | undefined> {
  try {
    return await podAddress({ get: async (prefix, key) => (prefix === NODES ? find('nodes', key) : null) }, pod, port);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw apiErrors.serviceUnavailable(`error trying to reach service: ${error.message}`);
  }
}
