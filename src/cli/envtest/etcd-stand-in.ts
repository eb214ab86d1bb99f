import { createServer } from 'node:http';

/** How the stand-in names itself in the header `server`: our kube-apiserver knows it by this. */
export const ETCD_STAND_IN = 'pinnace-etcd-stand-in';

const answers: { readonly [path: string]: object } = {
  '/health': { health: 'true', reason: '' },
  '/version': { etcdserver: '3.6.0', etcdcluster: '3.6.0', storage: '3.6.0' },
};

export const ETCD_HELP = `This is Pinnace in the place of etcd: it answers /health and /version, and holds nothing.

Usage:
  etcd [flags]

Flags:
  --advertise-client-urls
  --data-dir
  --listen-client-urls
  --listen-peer-urls
  --unsafe-no-fsync
All others of etcd are taken as well, and change nothing.
`;

/**
 * Runs until it is told to stop. Nothing of the server is loaded for it: whoever starts it waits for it, and only then
 * starts the server.
 */
export async function etcdStandIn(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(ETCD_HELP);
    return 0;
  }
  if (args.includes('--version')) {
    process.stdout.write('etcd Version: 3.6.0 (Pinnace, which holds nothing)\n');
    return 0;
  }
  const servers = clientAddresses(args).map(({ hostname, port }) =>
    createServer((request, response) => {
      const found = answers[(request.url ?? '/').split('?')[0] as string];
      const body = found ?? { error: 'This etcd is a stand-in of Pinnace and holds nothing.' };
      response.writeHead(found === undefined ? 404 : 200, {
        'content-type': 'application/json',
        server: ETCD_STAND_IN,
      });
      response.end(JSON.stringify(body));
    }).listen(Number(port), hostname.replace(/^\[|\]$/g, '')),
  );
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve(0));
    for (const server of servers) {
      server.once('error', (error) => {
        process.stderr.write(`etcd (Pinnace): ${error.message}\n`);
        resolve(1);
      });
    }
  }).then((code) => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    return code as number;
  });
}

/** `--listen-client-urls=http://127.0.0.1:2379,…`, or the word behind the flag. */
function clientAddresses(args: readonly string[]): readonly URL[] {
  const name = '--listen-client-urls';
  const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
  const text = at < 0 ? undefined : (args[at] as string).slice(name.length + 1) || args[at + 1];
  return (text ?? 'http://127.0.0.1:2379').split(',').map((address) => new URL(address));
}
