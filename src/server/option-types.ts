import { isIP } from 'node:net';

/** How the text of one option becomes a value. `parse` returns undefined for a text it cannot accept. */
export interface OptionType<T> {
  /** What stands behind the flag in `--help`; '' for a switch. */
  readonly placeholder: string;
  /** The accepted form, in words that can end an error message. */
  readonly form: string;
  /** Said again, it adds to what was said before. */
  readonly adds?: true;
  parse(text: string): T | undefined;
  /** The inverse, for help and the reference page. */
  show(value: T): string;
}

export const switchType: OptionType<boolean> = {
  placeholder: '',
  form: 'true or false',
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  show: String,
};

export const textType = (placeholder: string, form: string): OptionType<string> => ({
  placeholder,
  form,
  parse: (text) => (text === '' ? undefined : text),
  show: (value) => value,
});

export const integerType = (minimum: number, maximum: number): OptionType<number> => ({
  placeholder: 'number',
  form: `a whole number from ${minimum} to ${maximum}`,
  parse(text) {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= minimum && value <= maximum ? value : undefined;
  },
  show: String,
});

export const choiceType = <T extends string>(...choices: readonly T[]): OptionType<T> => ({
  placeholder: choices.join('|'),
  form: `one of ${choices.join(', ')}`,
  parse: (text) => choices.find((choice) => choice === text),
  show: (value) => value,
});

export const listType: OptionType<readonly string[]> = {
  placeholder: 'names',
  form: 'names separated by commas',
  adds: true,
  parse(text) {
    const names = text.split(',').map((name) => name.trim());
    return text === '' ? [] : names.includes('') ? undefined : Object.freeze(names);
  },
  show: (value) => value.join(','),
};

export const pairsType: OptionType<readonly string[]> = {
  ...listType,
  placeholder: 'key=value,…',
  form: 'pairs of key=value separated by commas',
};

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `5m`, `1h30m`, `250ms`, or `0`; the value is in milliseconds. */
export const durationType: OptionType<number> = {
  placeholder: 'duration',
  form: 'a duration such as 30s, 5m, 1h30m or 0',
  parse(text) {
    if (text === '0') return 0;
    if (!/^(\d{1,9}(\.\d{1,9})?(ms|s|m|h))+$/.test(text)) return undefined;
    let total = 0;
    for (const [, count, unit] of text.matchAll(/([\d.]+)(ms|s|m|h)/g)) {
      total += Number(count) * (milliseconds[unit as string] as number);
    }
    return total;
  },
  show(value) {
    const unit = ['h', 'm', 's'].find((u) => value > 0 && value % (milliseconds[u] as number) === 0) ?? 'ms';
    return value === 0 ? '0' : `${value / (milliseconds[unit] as number)}${unit}`;
  },
};

export const addressType: OptionType<string> = {
  placeholder: 'address',
  form: 'an IP address, or localhost',
  parse: (text) => (text === 'localhost' || isIP(text) !== 0 ? text : undefined),
  show: (value) => value,
};

/** An IPv4 range of at least two addresses: one is the API server's own. */
export const cidrType: OptionType<string> = {
  placeholder: 'cidr',
  form: 'an IPv4 range from /8 to /30 such as 10.96.0.0/12',
  parse(text) {
    const [address = '', bits = '', ...rest] = text.split('/');
    const good = isIP(address) === 4 && /^\d{1,2}$/.test(bits) && Number(bits) >= 8 && Number(bits) <= 30;
    return good && rest.length === 0 ? text : undefined;
  },
  show: (value) => value,
};
