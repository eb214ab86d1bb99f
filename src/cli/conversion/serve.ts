import { readFileSync } from 'node:fs';
import { policyProblems } from '#conversion';
import type { JsonObject } from '#meta';
import {
  type ConversionServer,
  serveConversion,
  type WebhookCertificate,
  type WebhookServerOptions,
} from '#webhook-sdk';
import { CommandError, type Terminal, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { stopSignal } from '../stop-signal.ts';
import { type BoundPolicy, convertingByPolicy, policyFromFiles } from './policy-source.ts';

interface ServeConversionInvocation extends Terminal {
  readonly options: {
    readonly file: string;
    readonly crd: string;
    readonly bindAddress: string;
    readonly port: string;
    readonly cert: string | undefined;
    readonly key: string | undefined;
    readonly names: readonly string[];
    readonly output: 'text' | 'json';
  };
}

/** Runs the rules of a policy as a conversion webhook until it is told to stop. */
export async function servePolicy({ options, stdout }: ServeConversionInvocation): Promise<number> {
  const { file, crd, bindAddress: host, port, names } = options;
  if (file === '' || crd === '') throw new UsageError('say which policy by --file, and which definition by --crd');
  const bound = policyFromFiles(file, crd);
  const [problem] = policyProblems(bound.policy, { ...bound.converted, strategy: 'None' });
  if (problem !== undefined) throw new CommandError(`the policy is not whole: ${problem.message}`);
  const certificate = givenCertificate(options);
  const stop = stopSignal();
  const webhook = await servedPolicy(bound, {
    host,
    port: portOf(port),
    names,
    ...(certificate && { certificate }),
  });
  const { url, caBundle } = webhook;
  const authority = certificate === undefined ? { caBundle } : {};
  stdout.write(
    options.output === 'json'
      ? `${JSON.stringify({ definition: bound.definition.name, url, ...authority })}\n`
      : `Converting ${bound.definition.name} at ${url}\n${certificate === undefined ? `caBundle: ${caBundle}\n` : ''}`,
  );
  await stop;
  await webhook.close();
  return exitCodes.good;
}

/** The rules as a webhook. */
export function servedPolicy(bound: BoundPolicy, options: WebhookServerOptions): Promise<ConversionServer> {
  const { group, kind, versions } = bound.definition;
  const convert = convertingByPolicy(bound);
  return serveConversion<{ readonly [version: string]: JsonObject }>({
    ...options,
    kind: { group, kind },
    versions: versions.map(({ name }) => name),
    convert: (object, to) => convert(object, to),
  });
}

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new UsageError(`--port: ${text} is no port`);
  return port;
}

function givenCertificate({ cert, key }: ServeConversionInvocation['options']): WebhookCertificate | undefined {
  if (cert !== undefined && key !== undefined) return { cert: given(cert), key: given(key) };
  if (cert !== undefined || key !== undefined) throw new UsageError('--cert and --key belong together');
  return undefined;
}

function given(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
}
