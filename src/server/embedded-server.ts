import type { ResourceDefinition } from '#machinery';
import { houseWith, type RunningServer, startServer } from './lifecycle.ts';
import { configOptionInfo, optionInfos } from './option-info.ts';
import { type OptionSpec, type OptionValues, optionTable } from './option-table.ts';
import { type Options, resolveOptions } from './options.ts';

/**
 * What a server inside a program is started with: the options of `pinnace serve`, by their names in camel case.
 * Durations are in milliseconds. What is left out is as with `pinnace serve`.
 */
export interface EmbeddedServerSettings extends Partial<OptionValues> {
  /** A file with options, as `--config` takes it. */
  readonly config?: string;
  /** Where options are read from that are not given: `process.env` for those of the process. None if left out. */
  readonly environment?: { readonly [name: string]: string | undefined };
  /** Kinds that are served beside the built-in ones, or in their place. */
  readonly apis?: readonly ResourceDefinition[];
}

/**
 * Starts a server in this process. It listens for no signals: whoever starts it stops it.
 *
 *     const server = await startServer({ ephemeral: true, port: 0, apis: [frobbers] });
 *     console.log(server.url, server.kubeconfigPath);
 *     await server.stop();
 */
export async function startEmbeddedServer(settings: EmbeddedServerSettings = {}): Promise<RunningServer> {
  return startServer(await optionsOf(settings), houseWith(settings.apis ?? []));
}

/** The options that the settings stand for. Throws an `OptionError` for one that cannot be used. */
export async function optionsOf(settings: EmbeddedServerSettings): Promise<Options> {
  const { environment = {} } = settings;
  return (await resolveOptions({ flags: flagsOf(settings), environment })).options;
}

/** The settings as they would stand on the command line: one way of reading them, and of refusing them. */
function flagsOf(settings: EmbeddedServerSettings): ReadonlyMap<string, string> {
  const flags = new Map<string, string>();
  for (const { key, name } of optionInfos) {
    const value = settings[key];
    const { type } = optionTable[key] as OptionSpec<unknown>;
    if (value !== undefined) flags.set(name, type.show(value));
  }
  if (settings.config !== undefined) flags.set(configOptionInfo.name, settings.config);
  return flags;
}
