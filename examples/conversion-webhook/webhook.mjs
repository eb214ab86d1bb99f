// A conversion webhook for the CronTab of this example.
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { serveConversion } from 'pinnace/webhook';
import { convert } from './convert.mjs';

/** Starts the webhook. Port 0, the default, takes a free one. */
export function startWebhook({ log = () => {}, ...options } = {}) {
  return serveConversion({
    kind: { group: 'example.com', kind: 'CronTab' },
    versions: ['v1beta1', 'v1'],
    convert,
    path: '/crdconvert',
    answered: ({ objects, to, failure }) => log(`${objects} to ${to}: ${failure ?? 'Success'}`),
    ...options,
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '9443' },
      host: { type: 'string', default: '127.0.0.1' },
      certs: { type: 'string', default: 'certs' },
    },
  });
  const running = await startWebhook({
    port: Number(values.port),
    host: values.host,
    // Made here with the first start, and renewed when it is time.
    certificateDirectory: values.certs,
    names: ['conversion-webhook.default.svc'],
    log: (line) => console.log(line),
  });
  console.log(`Converting CronTabs at ${running.url}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => running.close());
}
