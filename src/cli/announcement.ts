import { relative } from 'node:path';
import picocolors from 'picocolors';
import { KUBERNETES_VERSION, type Options, pinnaceVersion, type RunningServer } from '#server';

export interface Circumstances {
  readonly options: Pick<Options, 'port' | 'ephemeral' | 'etcdServers' | 'fromEtcdSnapshot' | 'snapshotReadOnly'>;
  /** From the start of the process until now. */
  readonly milliseconds: number;
  /** How to stop it, if not by Ctrl-C. */
  readonly end?: string;
}

/** What starts commands like this one: nobody who came by npx has `pinnace` on the PATH. */
const program = (): string => (process.env.npm_lifecycle_event === 'npx' ? 'npx pinnace' : 'pinnace');

/** The same for programs: one line. */
export function announcementJson(server: RunningServer, { options, milliseconds }: Circumstances): string {
  const { url, dataDirectory, kubeconfigPath: kubeconfig } = server;
  const console = server.consoleUrl === '' ? {} : { console: server.consoleUrl };
  const told = { url, ...console, kubeconfig, dataDirectory, ephemeral: options.ephemeral, pid: process.pid };
  return `${JSON.stringify({ ...told, milliseconds: Math.round(milliseconds) })}\n`;
}

/** What a new user needs to see: where the server is, how to reach it, what to try first. */
export function announcement(
  server: RunningServer,
  { options, milliseconds, end = 'Ctrl-C stops the server.' }: Circumstances,
): string {
  const { bold, cyan, dim, yellow } = picocolors.createColors(
    process.stdout.isTTY === true && picocolors.isColorSupported,
  );
  const data = relative('', server.dataDirectory);
  const place = data.startsWith('..') || data === '' ? server.dataDirectory : `./${data}`;
  const lines = [
    `${bold('Pinnace')} ${pinnaceVersion()}, Kubernetes ${KUBERNETES_VERSION} API ${dim(`(ready in ${Math.round(milliseconds)} ms)`)}`,
    '',
    `  Address  ${cyan(server.url)}`,
    ...(server.consoleUrl === '' ? [] : [`  Console  ${cyan(server.consoleUrl)} ${dim('(logs in once)')}`]),
    `  Data     ${dataPlace(options, place)}`,
    '',
    ...(server.portMoved ? [yellow(`  Port ${options.port} is taken, so this server uses ${server.port}.`), ''] : []),
    `  export KUBECONFIG=${shellQuoted(server.kubeconfigPath)}`,
    '  kubectl get namespaces',
    '',
    dim(`${program()} help tells what else there is.`),
    dim(end),
    '',
  ];
  return lines.join('\n');
}

function dataPlace(options: Circumstances['options'], place: string): string {
  const { ephemeral, etcdServers, fromEtcdSnapshot, snapshotReadOnly } = options;
  if (fromEtcdSnapshot !== '' && snapshotReadOnly)
    return `${fromEtcdSnapshot}, to be read only; credentials in ${place}`;
  if (etcdServers.length > 0) return `in the etcd at ${etcdServers.join(', ')}; credentials in ${place}`;
  return ephemeral ? `in memory; credentials in ${place}` : place;
}

function shellQuoted(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
