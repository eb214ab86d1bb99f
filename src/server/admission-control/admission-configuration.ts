import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseYaml } from '#machinery';
import { goQuote, isJsonObject, type Json, type JsonObject } from '#meta';
import { type ConfigKind, ConfigurationError, readConfigObject, refuseUnknown } from './config-object.ts';

/** What plugins are configured with. */
interface AdmissionConfiguration {
  /** Undefined where the plugin has none. */
  configurationOf(plugin: string): Json | undefined;
}

const admissionConfiguration: ConfigKind = {
  known: [
    { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration' },
    { apiVersion: 'apiserver.k8s.io/v1alpha1', kind: 'AdmissionConfiguration' },
  ],
  fields: ['plugins'],
};

/** Reads the file that `--admission-control-config-file` names. k8s: apiserver/pkg/admission/config.go */
export function readAdmissionConfiguration(file: string): AdmissionConfiguration {
  const folder = dirname(file);
  const object = readConfigObject(
    read(file, `unable to read admission control configuration from`),
    admissionConfiguration,
  );
  const { plugins = [] } = object;
  if (!Array.isArray(plugins)) throw new ConfigurationError('plugins must be a list');
  const rows = plugins.map((plugin, at) => pluginRow(plugin, at));
  return {
    configurationOf(plugin) {
      const row = rows.find(({ name }) => name === plugin);
      if (row === undefined) return undefined;
      if (row.configuration !== undefined) return row.configuration;
      return row.path === '' ? undefined : readBeside(folder, row);
    },
  };
}

interface PluginRow {
  readonly name: string;
  readonly path: string;
  readonly configuration: Json | undefined;
}

function pluginRow(row: Json, at: number): PluginRow {
  if (!isJsonObject(row)) throw new ConfigurationError(`plugins[${at}] must be an object`);
  refuseUnknown(row, ['name', 'path', 'configuration'], { at: `plugins[${at}].` });
  return { name: text(row, 'name', at), path: text(row, 'path', at), configuration: row.configuration ?? undefined };
}

function text(row: JsonObject, key: string, at: number): string {
  const value = row[key] ?? '';
  if (typeof value !== 'string') throw new ConfigurationError(`plugins[${at}].${key} must be a string`);
  return value;
}

function readBeside(folder: string, { path }: PluginRow): Json {
  const file = resolve(folder, path);
  return parseYaml(read(file, `Couldn't open admission plugin configuration`), { duplicates: false }).value;
}

function read(file: string, failed: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`${failed} ${goQuote(file)} [${why}]`, { cause: error });
  }
}
