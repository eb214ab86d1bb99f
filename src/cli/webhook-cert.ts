import type { JsonObject } from '#meta';
import { certificateIn } from '#webhook-sdk';
import { CommandError, type Terminal, UsageError } from './command.ts';
import type { ClusterChoice } from './compat/cluster.ts';
import { exitCodes } from './exit-codes.ts';
import { ApiCluster } from './migration/api-cluster.ts';

interface WebhookCertInvocation extends Terminal {
  readonly options: ClusterChoice & {
    readonly directory: string;
    readonly names: readonly string[];
    readonly secret: string | undefined;
    readonly output: 'text' | 'json';
  };
}

/** Makes or renews the certificate of a webhook, and prints whom to trust. */
export async function webhookCert({ options, environment, stdout }: WebhookCertInvocation): Promise<number> {
  const { directory, names, secret, output } = options;
  const place = secret === undefined ? undefined : placeOf(secret);
  const { authority, leaf } = await certificateIn({ directory, names, now: new Date() }).catch(unusable);
  if (place !== undefined) {
    const data = { 'ca.crt': authority.certificate, 'tls.crt': leaf.certificate, 'tls.key': leaf.key };
    using cluster = new ApiCluster(options, environment);
    await applySecret(cluster, place, data);
  }
  const caBundle = Buffer.from(authority.certificate).toString('base64');
  stdout.write(`${output === 'json' ? JSON.stringify({ directory, caBundle }) : caBundle}\n`);
  return exitCodes.good;
}

interface Place {
  readonly namespace: string;
  readonly name: string;
}

function placeOf(secret: string): Place {
  const [namespace = '', name = '', ...more] = secret.split('/');
  if (namespace === '' || name === '' || more.length > 0) throw new UsageError('--secret must be NAMESPACE/NAME');
  return { namespace, name };
}

async function applySecret(
  cluster: ApiCluster,
  { namespace, name }: Place,
  files: { readonly [name: string]: string },
): Promise<void> {
  const encoded = Object.entries(files).map(([key, text]) => [key, Buffer.from(text).toString('base64')]);
  const data = Object.fromEntries(encoded) as JsonObject;
  const metadata = { name, namespace };
  const body: JsonObject = { apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/tls', metadata, data };
  const path = `/api/v1/namespaces/${namespace}/secrets/${name}?fieldManager=pinnace&force=true`;
  try {
    await cluster.ask({ method: 'PATCH', path, body, contentType: 'application/apply-patch+yaml' });
  } catch (error) {
    throw new CommandError(`the Secret ${namespace}/${name}: ${(error as Error).message}`, { cause: error });
  }
}

function unusable(error: Error): never {
  throw new CommandError(error.message, { cause: error });
}
