import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { type ExecCredential, KubeconfigError } from '#client';
import { isJsonObject, type JsonObject } from '#meta';

const TIMEOUT_MS = 60_000;

/** Asks the program that a kubeconfig names for credentials, as kubectl does. */
export function execCredential({ command, args, env, apiVersion }: JsonObject, folder: string): ExecCredential {
  const extra = Array.isArray(env) ? env.filter(isJsonObject).map((one) => [text(one.name), text(one.value)]) : [];
  const info = JSON.stringify({ apiVersion, kind: 'ExecCredential', spec: { interactive: false } });
  const path = text(command).includes('/') ? resolve(folder, text(command)) : text(command);
  try {
    const answer = execFileSync(path, Array.isArray(args) ? args.map(String) : [], {
      env: { ...process.env, ...Object.fromEntries(extra), KUBERNETES_EXEC_INFO: info },
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: TIMEOUT_MS,
    });
    const { status } = JSON.parse(answer.toString()) as { status?: Record<string, string> };
    return {
      ...(status?.token === undefined ? {} : { token: status.token }),
      ...(status?.clientCertificateData === undefined ? {} : { clientCertificate: status.clientCertificateData }),
      ...(status?.clientKeyData === undefined ? {} : { clientKey: status.clientKeyData }),
    };
  } catch (error) {
    throw new KubeconfigError(`${text(command)} gives no credentials: ${(error as Error).message}`, { cause: error });
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
