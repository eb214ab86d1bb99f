import { goNumError } from '#meta';

/** What a clause of a format says: `%.3f`. */
export interface Clause {
  readonly letter: 's' | 'd' | 'f' | 'e' | 'b' | 'x' | 'X' | 'o';
  readonly precision: number | undefined;
}

/** A format that cannot be followed. */
export class FormatFault {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Puts a format together: texts, and what `write` gives for the clauses with the numbers of their arguments. */
export function followFormat(
  format: string,
  argCount: { readonly size: number; readonly checked: 'first' | 'after the clause begins' },
  write: (clause: Clause, index: number) => string,
): string {
  let [text, index] = ['', 0];
  for (let i = 0; i < format.length; ) {
    const percent = format.indexOf('%', i);
    if (percent < 0) return text + format.slice(i);
    text += format.slice(i, percent);
    if (format[percent + 1] === '%') {
      text += '%';
      i = percent + 2;
      continue;
    }
    const missing = new FormatFault(`index ${index} out of range`);
    if (argCount.checked === 'first' && index >= argCount.size) throw missing;
    if (percent + 1 >= format.length) throw new FormatFault('unexpected end of string');
    if (index >= argCount.size) throw missing;
    const { clause, end } = readClause(format, percent + 1);
    text += write(clause, index);
    index++;
    i = end;
  }
  return text;
}

function readClause(format: string, start: number): { readonly clause: Clause; readonly end: number } {
  const { precision, end } = readPrecision(format, start);
  const letter = format[end] as string;
  if ('sdfebxXo'.includes(letter)) return { clause: { letter: letter as Clause['letter'], precision }, end: end + 1 };
  // Only the first byte of a character is looked at.
  const byte = Buffer.from(format.slice(end, end + 2))[0] as number;
  throw clauseFault(`unrecognized formatting clause "${String.fromCharCode(byte)}"`);
}

function readPrecision(
  format: string,
  start: number,
): { readonly precision: number | undefined; readonly end: number } {
  if (format[start] !== '.') return { precision: undefined, end: start };
  const digits = /^[0-9]*/.exec(format.slice(start + 1))?.[0] ?? '';
  const end = start + 1 + digits.length;
  if (end >= format.length) throw precisionFault('could not find end of precision specifier');
  const precision = Number(digits);
  if (digits !== '' && Number.isSafeInteger(precision)) return { precision, end };
  const why = goNumError('ParseInt', digits, digits === '' ? 'syntax' : 'range').replace('ParseInt', 'Atoi');
  throw precisionFault(`error while converting precision to integer: ${why}`);
}

function clauseFault(why: string): FormatFault {
  return new FormatFault(`could not parse formatting clause: ${why}`);
}

function precisionFault(why: string): FormatFault {
  return clauseFault(`error while parsing precision: ${why}`);
}

const wrongTypes: Readonly<Record<Clause['letter'], string>> = {
  s: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  d: 'decimal clause can only be used on integers',
  f: 'fixed-point clause can only be used on doubles',
  e: 'scientific clause can only be used on doubles',
  b: 'only integers and bools can be formatted as binary',
  x: 'only integers, byte buffers, and strings can be formatted as hex',
  X: 'only integers, byte buffers, and strings can be formatted as hex',
  o: 'octal clause can only be used on integers',
};

/** The clause does not take values of the type. */
export function wrongType({ letter }: Clause, typeName: string): FormatFault {
  return new FormatFault(`error during formatting: ${wrongTypes[letter]}, was given ${typeName}`);
}
