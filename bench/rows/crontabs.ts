import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { policyDefinition } from '#conversion';
import { type Conversion, serveConversion } from '#webhook-sdk';
import { convert } from '../../examples/conversion-webhook/convert.mjs';
import { BenchError } from '../bench-error.ts';
import { OBJECT, type RequestTemplate } from '../load/request.ts';
import { ask } from '../target/ask.ts';
import type { Target } from '../target/target.ts';
import { NAMESPACE } from './config-maps.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const POLICIES = '/apis/conversion.pinnace.dev/v1/conversionpolicies';
const JSON_BODY = { 'content-type': 'application/json' };
const PAYLOAD = 'The quick brown fox jumps over the lazy dog; 0123456789 times. '.repeat(17).slice(0, 1024);
const WAIT_MS = 30_000;

export const collectionOf = (version: string): string =>
  `/apis/example.com/${version}/namespaces/${NAMESPACE}/crontabs`;

/** The object that is measured: as large as the ConfigMap of the other rows, stored at v1beta1. */
export const crontabs = {
  create: {
    method: 'POST',
    path: collectionOf('v1beta1'),
    headers: JSON_BODY,
    body: JSON.stringify({
      apiVersion: 'example.com/v1beta1',
      kind: 'CronTab',
      metadata: { name: `bench-${OBJECT}`, namespace: NAMESPACE },
      hostPort: 'example.com:80',
      payload: PAYLOAD,
    }),
  },
  get: { method: 'GET', path: `${collectionOf('v1beta1')}/bench-${OBJECT}` },
  list: { method: 'GET', path: collectionOf('v1beta1') },
  /** In the version that is not stored. */
  listOther: { method: 'GET', path: collectionOf('v1') },
} satisfies { readonly [name: string]: RequestTemplate };

interface Versions {
  readonly v1beta1: object;
  readonly v1: object;
}

const text = { type: 'string' };
const version = (name: string, properties: object) => ({
  name,
  served: true,
  storage: name === 'v1beta1',
  schema: { openAPIV3Schema: { type: 'object', properties: { payload: text, ...properties } } },
});

/** Who converts between the versions. */
export type Strategy = 'None' | 'Rules' | 'TypeScript' | 'Webhook';

/** What the server is started with. */
export function flagsFor(strategy: Strategy): readonly string[] {
  const module = fileURLToPath(new URL('../../examples/conversion-webhook/convert.mjs', import.meta.url));
  return strategy === 'TypeScript' ? ['--conversion', `crontabs.example.com=${module}`] : [];
}

/** With the resource defined, whose versions differ in shape when somebody converts between them. */
export async function withCrontabs<T>(target: Target, strategy: Strategy, work: () => Promise<T>): Promise<T> {
  if (strategy === 'Rules') await makePolicy(target);
  if (strategy !== 'Webhook') return withDefinition(target, { strategy: 'None' }, work);
  const kind = { group: 'example.com', kind: 'CronTab' };
  const webhook = await serveConversion({
    kind,
    versions: ['v1beta1', 'v1'],
    convert: convert as Conversion<Versions>,
  });
  try {
    return await withDefinition(target, webhook.conversion, work);
  } finally {
    await webhook.close();
  }
}

/** Both versions have all fields: `preserve` says what becomes of those that are not filled. */
async function makePolicy(target: Target): Promise<void> {
  const install = {
    method: 'POST',
    path: DEFINITIONS,
    headers: JSON_BODY,
    body: JSON.stringify(policyDefinition()),
  } as const;
  await ask(target, install);
  const split = { from: 'hostPort', to: ['host', 'port'], separator: ':', at: 'last' };
  const kept = [
    { preserve: { path: 'host', in: 'v1beta1' } },
    { preserve: { path: 'port', in: 'v1beta1' } },
    { preserve: { path: 'hostPort', in: 'v1' } },
  ];
  const conversions = [{ from: 'v1beta1', to: 'v1', rules: [{ split }, ...kept] }];
  await createSoon(target, POLICIES, {
    apiVersion: 'conversion.pinnace.dev/v1',
    kind: 'ConversionPolicy',
    metadata: { name: 'crontabs' },
    spec: { definition: 'crontabs.example.com', conversions },
  });
}

async function withDefinition<T>(target: Target, conversion: object, work: () => Promise<T>): Promise<T> {
  const both = { hostPort: text, host: text, port: text };
  const names = { plural: 'crontabs', singular: 'crontab', kind: 'CronTab' };
  const versions = [version('v1beta1', both), version('v1', both)];
  await define(target, { group: 'example.com', scope: 'Namespaced', names, versions, conversion });
  await untilServed(target, collectionOf('v1'));
  try {
    return await work();
  } finally {
    await undefine(target, 'crontabs.example.com');
  }
}

interface DefinitionSpec {
  readonly group: string;
  readonly names: { readonly plural: string };
  readonly [field: string]: unknown;
}

export async function define(target: Target, spec: DefinitionSpec): Promise<void> {
  const metadata = { name: `${spec.names.plural}.${spec.group}` };
  const definition = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata, spec };
  const sent = { method: 'POST', path: DEFINITIONS, headers: JSON_BODY, body: JSON.stringify(definition) } as const;
  const { status, body } = await ask(target, sent);
  if (status !== 201) throw new BenchError(`status ${status}: ${body.slice(0, 500)}`);
}

export async function undefine(target: Target, name: string): Promise<void> {
  await ask(target, { method: 'DELETE', path: `${DEFINITIONS}/${name}` });
}

async function untilServed(target: Target, path: string): Promise<void> {
  for (const until = performance.now() + WAIT_MS; performance.now() < until; await delay(2)) {
    if ((await ask(target, { method: 'GET', path: `${path}?limit=1` })).status === 200) return;
  }
  throw new BenchError(`${path} is not served.`);
}

/** Creates until it is taken: what is just being defined may not be there yet. */
export async function createSoon(target: Target, path: string, object: object): Promise<void> {
  const sent = { method: 'POST', path, headers: JSON_BODY, body: JSON.stringify(object) } as const;
  for (const until = performance.now() + WAIT_MS; performance.now() < until; await delay(1)) {
    const { status, body } = await ask(target, sent);
    if (status === 201 || status === 409) return;
    if (status !== 404 && status !== 429) throw new BenchError(`status ${status}: ${body.slice(0, 500)}`);
  }
  throw new BenchError(`${path} is not served.`);
}
