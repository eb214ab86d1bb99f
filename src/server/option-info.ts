import { type OptionKey, type OptionSpec, optionTable } from './option-table.ts';

/** What flags, environment, config file and documents tell of one option. */
export interface OptionInfo {
  readonly key: OptionKey;
  /** `data-dir`: the flag without its dashes, and the key in the config file. */
  readonly name: string;
  readonly alias: string | undefined;
  readonly short: string | undefined;
  /** `PINNACE_DATA_DIR` */
  readonly environment: string;
  readonly placeholder: string;
  readonly group: string;
  readonly help: string;
  /** As text; '' when there is none. */
  readonly default: string;
  readonly form: string;
  /** Whether the flag may be given several times, each adding to the others. */
  readonly adds: boolean;
}

export const optionInfos: readonly OptionInfo[] = (Object.keys(optionTable) as OptionKey[]).map((key) => {
  const spec: OptionSpec<never> = optionTable[key] as OptionSpec<never>;
  const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return {
    key,
    name,
    alias: spec.alias,
    short: spec.short,
    environment: `PINNACE_${name.replaceAll('-', '_').toUpperCase()}`,
    placeholder: spec.type.placeholder,
    group: spec.group,
    help: spec.help,
    default: spec.type.show(spec.default),
    form: spec.type.form,
    adds: spec.type.adds === true,
  };
});

/** The one option that is not in the file it names. */
export const configOptionInfo = {
  name: 'config',
  environment: 'PINNACE_CONFIG',
  placeholder: 'file',
  group: 'Diagnosis',
  help: 'YAML or JSON file with any of these options as its keys. Flags and environment win over it.',
} as const;
