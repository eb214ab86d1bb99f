import { readFileSync } from 'node:fs';
import { policyProblems } from '#conversion';
import { CommandError, type Terminal, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { stopSignal } from '../stop-signal.ts';
import { startConversionWebhook } from './conversion-webhook.ts';
import { convertingByPolicy, policyFromFiles } from './policy-source.ts';
import { certificates } from './webhook-certificates.ts';

export interface ServeConversionInvocation extends Terminal {
  readonly options: {
    readonly file: string;
    readonly crd: string;
    readonly bindAddress: string;
    readonly port: string;
    readonly cert: string | undefined;
    readonly key: string | undefined;
    readonly names: readonly string[];
  };
}

/** Runs the rules of a policy as a conversion webhook until it is told to stop. */
export async function serveConversion({ options, stdout }: ServeConversionInvocation): Promise<number> {
  const { file, crd, bindAddress: host, port } = options;
  if (file === '' || crd === '') throw new UsageError('say which policy by --file, and which definition by --crd');
  const bound = policyFromFiles(file, crd);
  const convert = convertingByPolicy(bound);
  const [problem] = policyProblems(bound.policy, { ...bound.converted, strategy: 'None' });
  if (problem !== undefined) throw new CommandError(`the policy is not whole: ${problem.message}`);
  const { certificate, key, caBundle } = await certificatesFor(options);
  const stop = stopSignal();
  const { group } = bound.definition;
  const webhook = await startConversionWebhook({ convert, group, host, port: portOf(port), cert: certificate, key });
  stdout.write(`Converting ${bound.definition.name} at https://${host}:${webhook.port}/convert\n`);
  if (caBundle !== undefined) stdout.write(`caBundle: ${caBundle}\n`);
  await stop;
  await webhook.stop();
  return exitCodes.good;
}

function portOf(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65535) throw new UsageError(`--port: ${text} is no port`);
  return port;
}

interface Certificates {
  readonly certificate: string;
  readonly key: string;
  /** Of the authority that was made, in base64. */
  readonly caBundle?: string;
}

async function certificatesFor({ cert, key, names }: ServeConversionInvocation['options']): Promise<Certificates> {
  if (cert !== undefined && key !== undefined) return { certificate: given(cert), key: given(key) };
  if (cert !== undefined || key !== undefined) throw new UsageError('--cert and --key belong together');
  return certificates(names);
}

function given(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`);
  }
}
