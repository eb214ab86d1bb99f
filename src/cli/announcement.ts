import { relative } from 'node:path';
import picocolors from 'picocolors';
import { KUBERNETES_VERSION, type Options, pinnaceVersion, type RunningServer } from '#server';

interface Circumstances {
  readonly options: Pick<Options, 'port' | 'ephemeral'>;
  /** From the start of the process until now. */
  readonly milliseconds: number;
  /** How to stop it, if not by Ctrl-C. */
  readonly end?: string;
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
    `  Data     ${options.ephemeral ? `in memory; credentials in ${server.dataDirectory}` : place}`,
    '',
    ...(server.portMoved ? [yellow(`  Port ${options.port} is taken, so this server uses ${server.port}.`), ''] : []),
    `  export KUBECONFIG=${shellQuoted(server.kubeconfigPath)}`,
    '  kubectl get namespaces',
    '',
    dim('pinnace help tells what else there is.'),
    dim(end),
    '',
  ];
  return lines.join('\n');
}

function shellQuoted(text: string): string {
  return /^[\w./@:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
