import { networkInterfaces } from 'node:os';
import { apiErrors, getOwn, type KubeObject } from '#meta';

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** A port of a pod, by its number and, if it has one, its name. */
export interface PodPort {
  readonly number: number;
  readonly name?: string | undefined;
  /** The address that was found for the pod, if not the one that its status tells. */
  readonly ip?: string;
}

/** Reads an object as it is stored now, by the prefix of its resource. */
export interface StoredObjects {
  get(prefix: string, key: string): Promise<KubeObject | null>;
}

/**
 * On a pod: the process of this machine that stands in for it, as `HOST:PORT` for all of its ports, or as
 * `8443=HOST:PORT,metrics=HOST:PORT` for some of them by number or name.
 */
export const BACKEND_ANNOTATION = 'pinnace.dev/backend';
/** Label of a node that is only simulated: nothing listens at the addresses of its pods. */
export const SIMULATED_NODE_LABEL = 'pinnace.dev/simulated';

/** Where a pod's port is reached from here: at its backend, else at its own address. Throws where nobody can listen. */
export async function podAddress(objects: StoredObjects, pod: KubeObject, port: PodPort): Promise<HostPort> {
  const backend = podBackend(pod, port);
  if (backend !== undefined) return backend;
  const { podIP = '' } = (pod.status ?? {}) as { podIP?: string };
  const ip = port.ip ?? podIP;
  const { nodeName = '' } = (pod.spec ?? {}) as { nodeName?: string };
  if (nodeName !== '' && (await isSimulated(objects, nodeName))) throw nobodyListens(pod, ip, port.number);
  if (ip === '') throw apiErrors.serviceUnavailable(`no address for pod ${JSON.stringify(pod.metadata.name)}`);
  return { host: ip, port: port.number };
}

/** The process that stands in for a port of a pod, if one does. */
export function podBackend({ metadata }: Pick<KubeObject, 'metadata'>, port: PodPort): HostPort | undefined {
  const text = getOwn(metadata.annotations ?? {}, BACKEND_ANNOTATION);
  for (const item of text?.split(',') ?? []) {
    const equals = item.indexOf('=');
    const wanted = item.slice(0, Math.max(0, equals)).trim();
    if (wanted !== '' && wanted !== String(port.number) && wanted !== port.name) continue;
    const backend = readHostPort(item.slice(equals + 1).trim());
    if (backend !== undefined && isThisMachine(backend.host)) return backend;
  }
  return undefined;
}

/** Whoever may write pods chooses a backend: requests of this server must not go further than to a process beside it. */
function isThisMachine(host: string): boolean {
  if (host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)) return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));
}

/** `127.0.0.1:9443`, `[::1]:9443`, `localhost:9443`. */
export function readHostPort(text: string): HostPort | undefined {
  const [, host, port] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  return host === undefined ? undefined : { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}

async function isSimulated(objects: StoredObjects, nodeName: string): Promise<boolean> {
  const node = await objects.get('/registry/minions/', nodeName);
  return getOwn(node?.metadata.labels ?? {}, SIMULATED_NODE_LABEL) === 'true';
}

/** The error of a refused connection, and why. Without it a request would wait until its timeout. */
function nobodyListens({ metadata }: KubeObject, ip: string, port: number): Error {
  return apiErrors.serviceUnavailable(
    `dial tcp ${ip}:${port}: connect: connection refused (pod ${metadata.namespace}/${metadata.name} is simulated and has no ${BACKEND_ANNOTATION} annotation)`,
  );
}
