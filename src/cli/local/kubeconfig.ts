import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseYaml, toYaml } from '#machinery';
import { isJsonObject, type Json, type JsonObject } from '#meta';
import { CommandError, type Terminal, UsageError } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { dataDirectory } from './running-server.ts';

interface KubeconfigInvocation extends Terminal {
  readonly options: {
    readonly dataDir: string | undefined;
    readonly merge: boolean;
    readonly print: boolean;
    readonly output: 'text' | 'json';
  };
}

export const localKubeconfig = (directory: string): string => join(directory, 'kubeconfig');

/** Tells where the kubeconfig of a server lies, prints it, or merges it into the user's own. */
export async function kubeconfig({ options, environment, stdout }: KubeconfigInvocation): Promise<number> {
  const { merge, print, output } = options;
  if (merge && print) throw new UsageError('--merge and --print exclude each other');
  const directory = await dataDirectory(options.dataDir, environment);
  const file = localKubeconfig(directory);
  if (!existsSync(file)) throw new CommandError(`there is no ${file}: no server was started there yet`);
  if (print) {
    stdout.write(await readFile(file, 'utf8'));
    return exitCodes.good;
  }
  const merged = merge ? await mergeInto(userFile(environment), file) : undefined;
  const text = merged === undefined ? file : `Merged into ${merged.file}; context ${merged.context}.`;
  stdout.write(output === 'json' ? `${JSON.stringify({ kubeconfig: file, merged })}\n` : `${text}\n`);
  return exitCodes.good;
}

function userFile({ KUBECONFIG: files = '' }: NodeJS.ProcessEnv): string {
  const [first] = files.split(delimiter).filter((file) => file !== '');
  return first ?? join(homedir(), '.kube', 'config');
}

/** Our cluster, user and context take the place of those of the same name; the current context stays. */
async function mergeInto(target: string, source: string): Promise<{ file: string; context: string }> {
  const ours = await readConfig(source);
  const theirs = existsSync(target) ? await readConfig(target) : { apiVersion: 'v1', kind: 'Config' };
  const merged: JsonObject = { ...theirs };
  for (const part of ['clusters', 'users', 'contexts']) merged[part] = mergedList(theirs[part], ours[part]);
  if (typeof merged['current-context'] !== 'string' || merged['current-context'] === '')
    merged['current-context'] = ours['current-context'] ?? '';
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(`${target}.${process.pid}.new`, toYaml(merged), { mode: 0o600 });
    await rename(`${target}.${process.pid}.new`, target);
  } catch (error) {
    throw new CommandError(`${target} cannot be written: ${(error as Error).message}`, { cause: error });
  }
  return { file: target, context: String(ours['current-context']) };
}

async function readConfig(file: string): Promise<JsonObject> {
  try {
    const { value } = parseYaml(await readFile(file), { duplicates: false });
    if (value === null) return {};
    if (isJsonObject(value)) return value;
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  throw new CommandError(`${file} is no kubeconfig`);
}

function mergedList(theirs: Json | undefined, ours: Json | undefined): Json[] {
  const list = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);
  const names = new Set(list(ours).map(({ name }) => name));
  return [...list(theirs).filter(({ name }) => !names.has(name)), ...list(ours)];
}
