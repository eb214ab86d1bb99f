import { readFile } from 'node:fs/promises';
import { parseJson, parseYaml } from '#machinery';
import { nearest } from '#meta';
import { configOptionInfo, type OptionInfo, optionInfos } from './option-info.ts';
import { type OptionKey, type OptionSpec, type OptionValues, optionTable } from './option-table.ts';

type OptionSource = 'default' | 'file' | 'environment' | 'flag';

/** What the server runs with: parsed once, frozen. */
export interface Options extends OptionValues {
  /** Where each value came from: a default port may move, one that was asked for may not. */
  readonly source: Readonly<Record<OptionKey, OptionSource>>;
}

/** A setting that cannot be used. The message says what is accepted. */
export class OptionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OptionError';
  }
}

interface OptionInputs {
  /** By option name without dashes; `config` among them. */
  readonly flags: ReadonlyMap<string, string>;
  readonly environment: { readonly [name: string]: string | undefined };
}

interface ResolvedOptions {
  readonly options: Options;
  /** What looks like a slip but is no error, one sentence each. */
  readonly warnings: readonly string[];
}

/** Flags win over environment, environment over the file, the file over defaults. */
export async function resolveOptions({ flags, environment }: OptionInputs): Promise<ResolvedOptions> {
  const file = flags.get(configOptionInfo.name) ?? environment[configOptionInfo.environment];
  const fromFile = file === undefined ? new Map<string, string>() : await readConfigFile(file);
  const values: Record<string, unknown> = {};
  const source: Record<string, OptionSource> = {};
  for (const info of optionInfos) {
    const { value, from } = resolveOne(info, [
      ['flag', `--${info.name}`, flags.get(info.name)],
      ['environment', info.environment, environment[info.environment]],
      ['file', `'${info.name}' in ${file}`, fromFile.get(info.name)],
    ]);
    values[info.key] = value;
    source[info.key] = from;
  }
  const options = Object.freeze({ ...values, source: Object.freeze(source) }) as unknown as Options;
  return { options, warnings: unknownVariables(environment) };
}

type Given = readonly [source: OptionSource, where: string, text: string | undefined];

function resolveOne(info: OptionInfo, given: readonly Given[]): { value: unknown; from: OptionSource } {
  const spec = optionTable[info.key] as OptionSpec<unknown>;
  for (const [from, where, text] of given) {
    if (text === undefined) continue;
    const value = spec.type.parse(text);
    if (value === undefined) throw new OptionError(`${where}: ${JSON.stringify(text)} is not ${info.form}`);
    return { value, from };
  }
  return { value: spec.default, from: 'default' };
}

/**
 * A misspelt variable would otherwise be ignored in silence. No error, because container platforms add variables named
 * after services (`PINNACE_SERVICE_HOST`).
 */
function unknownVariables(environment: OptionInputs['environment']): readonly string[] {
  const known = [configOptionInfo.environment, ...optionInfos.map((info) => info.environment)];
  return Object.keys(environment)
    .filter((name) => name.startsWith('PINNACE_') && !known.includes(name))
    .map((name) => unknown('environment variable', name, known));
}

async function readConfigFile(file: string): Promise<ReadonlyMap<string, string>> {
  const content = await parseConfigFile(file);
  if (content === null || content === undefined) return new Map();
  if (typeof content !== 'object' || Array.isArray(content)) {
    throw new OptionError(`${file}: expected a mapping of option names to values`);
  }
  const known = optionInfos.map((info) => info.name);
  return new Map(
    Object.entries(content).map(([name, value]) => {
      if (!known.includes(name)) throw new OptionError(`${file}: ${unknown('option', name, known)}`);
      return [name, settingText(file, name, value)];
    }),
  );
}

async function parseConfigFile(file: string): Promise<unknown> {
  try {
    const bytes = await readFile(file);
    return (file.endsWith('.json') ? parseJson : parseYaml)(bytes, { duplicates: false }).value;
  } catch (error) {
    throw new OptionError(`The config file ${file} cannot be read: ${(error as Error).message.trimEnd()}`);
  }
}

function settingText(file: string, name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => settingText(file, name, item)).join(',');
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new OptionError(`${file}: '${name}' must be a text, a number, true or false, or a list of texts`);
}

function unknown(what: string, name: string, known: readonly string[]): string {
  const guess = nearest(name, known);
  return `unknown ${what} ${name}${guess === undefined ? '' : `; did you mean ${guess}?`}`;
}
