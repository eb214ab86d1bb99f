import type { UserInfo } from '#machinery';
import { joinHostPort } from '#webhook';
import type { Backend } from './backend.ts';
import { download } from './download.ts';
import type { ApiServiceSpec } from './registered-apis.ts';

const CHECK_MS = 5000;

/** May ask for everything, so that only the server itself can be the reason of a failure. */
export const aggregatorUser: UserInfo = {
  name: 'system:kube-aggregator',
  uid: '',
  groups: ['system:masters'],
  extra: {},
};

/** Why a server does not answer for its version of a group; undefined when it does. k8s: controllers/status/remote */
export async function availabilityFault(
  { group = '', version = '' }: ApiServiceSpec,
  backend: Backend,
  signal: AbortSignal,
): Promise<string | undefined> {
  const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  let url = path;
  try {
    const place = await backend.locate();
    url = `https://${joinHostPort(place.host, place.port)}${path}`;
    const target = { ...place, path, query: '' };
    // The status says all: what the server goes on to send is not read.
    const { status } = await download({
      target,
      user: aggregatorUser,
      timeoutMs: CHECK_MS,
      limit: 0,
      signal,
    });
    if (status >= 200 && status < 300) return undefined;
    return `failing or missing response from ${url}: bad status from ${url}: ${status}`;
  } catch (error) {
    const { message } = error as Error;
    return url === path ? message : `failing or missing response from ${url}: Get "${url}": ${message}`;
  }
}
