import { isDefinition } from '#compat';
import { policyProblems } from '#conversion';
import { toYaml } from '#machinery';
import type { JsonObject } from '#meta';
import { makeServingCertificate } from '#webhook';
import { CommandError, type Terminal, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { policyFromFiles, readDocument } from './policy-source.ts';

interface ManifestInvocation extends Terminal {
  readonly options: {
    readonly file: string;
    readonly crd: string;
    readonly image: string;
    readonly name: string;
    readonly namespace: string;
    readonly output: 'yaml' | 'json';
  };
}

/** Prints what a cluster needs to convert by the rules of a policy: a Deployment, its Service, and the definition. */
export async function manifest({ options, stdout }: ManifestInvocation): Promise<number> {
  const { file, crd, image, name, namespace } = options;
  if (file === '' || crd === '' || image === '') throw new UsageError('--file, --crd and --image must be given');
  const bound = policyFromFiles(file, crd);
  const [problem] = policyProblems(bound.policy, { ...bound.converted, strategy: 'None' });
  if (problem !== undefined) throw new CommandError(`the policy is not whole: ${problem.message}`);
  const { authority, leaf } = await makeServingCertificate({ names: [`${name}.${namespace}.svc`], now: new Date() });
  const definition = readDocument(crd, (value) => isDefinition(value));
  const parts: readonly JsonObject[] = [
    config(options, { 'policy.yaml': toYaml(readDocument(file)), 'definition.yaml': toYaml(definition) }),
    secret(options, leaf),
    deployment(options),
    service(options),
    convertedBy(definition, { ...options, caBundle: Buffer.from(authority.certificate).toString('base64') }),
  ];
  const list = { apiVersion: 'v1', kind: 'List', items: parts };
  stdout.write(
    options.output === 'json' ? `${JSON.stringify(list)}\n` : parts.map((part) => toYaml(part)).join('---\n'),
  );
  return exitCodes.good;
}

type Place = Pick<ManifestInvocation['options'], 'name' | 'namespace'>;

const PORT = 9443;
const metadataOf = ({ name, namespace }: Place): JsonObject => ({ name, namespace, labels: { app: name } });

function config(place: Place, data: { readonly [file: string]: string }): JsonObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadataOf(place), data: { ...data } };
}

function secret(
  place: Place,
  { certificate, key }: { readonly certificate: string; readonly key: string },
): JsonObject {
  const stringData = { 'tls.crt': certificate, 'tls.key': key };
  return { apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/tls', metadata: metadataOf(place), stringData };
}

function service(place: Place): JsonObject {
  const spec = { selector: { app: place.name }, ports: [{ port: 443, targetPort: PORT }] };
  return { apiVersion: 'v1', kind: 'Service', metadata: metadataOf(place), spec };
}

function deployment({ image, ...place }: ManifestInvocation['options']): JsonObject {
  const { name } = place;
  const rules = ['--file', '/etc/conversion/policy.yaml', '--crd', '/etc/conversion/definition.yaml'];
  const tls = ['--cert', '/etc/conversion-tls/tls.crt', '--key', '/etc/conversion-tls/tls.key'];
  const probe = { httpGet: { path: '/healthz', port: PORT, scheme: 'HTTPS' } };
  const container = {
    name: 'conversion',
    image,
    args: ['conversion', 'serve', ...rules, '--bind-address', '0.0.0.0', '--port', String(PORT), ...tls],
    ports: [{ containerPort: PORT }],
    readinessProbe: probe,
    livenessProbe: probe,
    volumeMounts: [
      { name: 'rules', mountPath: '/etc/conversion', readOnly: true },
      { name: 'tls', mountPath: '/etc/conversion-tls', readOnly: true },
    ],
  };
  const volumes = [
    { name: 'rules', configMap: { name } },
    { name: 'tls', secret: { secretName: name } },
  ];
  const template = { metadata: { labels: { app: name } }, spec: { containers: [container], volumes } };
  const spec = { replicas: 2, selector: { matchLabels: { app: name } }, template };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: metadataOf(place), spec };
}

function convertedBy(definition: JsonObject, { name, namespace, caBundle }: Place & { caBundle: string }): JsonObject {
  const clientConfig = { service: { name, namespace, path: '/convert', port: 443 }, caBundle };
  const conversion = { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1', 'v1beta1'], clientConfig } };
  return { ...definition, spec: { ...(definition.spec as JsonObject), conversion } };
}
