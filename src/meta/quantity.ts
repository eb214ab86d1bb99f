import { parseInt64 } from './go-text.ts';

/** `12e6`, `12Mi`, `12M`: how a quantity was written, and will be written again. */
type QuantityFormat = 'DecimalExponent' | 'BinarySI' | 'DecimalSI';

/** A text that is no quantity. The message is what clients see. */
export class QuantityError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'QuantityError';
  }
}

const FORMAT_WRONG = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const NUMBER_WRONG = 'unable to parse numeric part of quantity';
const SUFFIX_WRONG = "unable to parse quantity's suffix";

const decimalSuffixes: readonly (readonly [string, number])[] = [
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
];
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** The finest scale that is kept: smaller fractions are rounded up. */
const NANO = -9;
const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -MAX_INT64 - 1n;
/** Beyond so many digits an int64 is exceeded anyway, and a power would only waste memory. */
const HUGE_EXPONENT = 400;

/**
 * An exact amount with a unit: `mantissa * 10 ** exponent`. Immutable.
 * k8s: apimachinery/pkg/api/resource/quantity.go
 */
export class Quantity {
  readonly format: QuantityFormat;
  readonly #mantissa: bigint;
  readonly #exponent: number;
  /** It once was more than an int64 with a power of ten, and is no longer taken for one. */
  readonly #large: boolean;
  /** Text that was written in canonical form, or nearly so, and is kept as it is. */
  readonly #written: string | undefined;

  constructor(amount: Amount, format: QuantityFormat, written?: string) {
    this.#mantissa = amount.mantissa;
    this.#exponent = amount.exponent;
    this.#large = amount.large === true;
    this.format = format;
    this.#written = written;
  }

  static of(value: number | bigint, format: QuantityFormat = 'DecimalSI'): Quantity {
    return new Quantity({ mantissa: BigInt(value), exponent: 0 }, format);
  }
  static ofMilli(value: number | bigint, format: QuantityFormat = 'DecimalSI'): Quantity {
    return new Quantity({ mantissa: BigInt(value), exponent: -3 }, format);
  }

  get sign(): -1 | 0 | 1 {
    return this.#mantissa === 0n ? 0 : this.#mantissa < 0n ? -1 : 1;
  }
  /** In whole units, away from zero; at most an int64. */
  value(): bigint {
    return this.scaled(0);
  }
  milliValue(): bigint {
    return this.scaled(-3);
  }
  /** In units of `10 ** exponent`, away from zero; at most an int64. */
  scaled(exponent: number): bigint {
    const rounded = rescale(this.#amount, exponent);
    return isInt64(rounded) ? rounded : this.sign < 0 ? MIN_INT64 : MAX_INT64;
  }
  /** As an int64, if it is kept as one: `1` is, `1.0` and what needs more digits are not. */
  asInt64(): bigint | undefined {
    if (this.#large || this.#exponent < 0) return undefined;
    const value = rescale(this.#amount, 0);
    return isInt64(value) ? value : undefined;
  }
  /** As a product of two floating-point numbers, the digits and the power of ten: not always the nearest one. */
  approximate(): number {
    const digits = Number(this.#mantissa);
    if (this.#exponent === 0) return digits;
    return digits * (this.#exponent > 0 ? Number(`1e${this.#exponent}`) : 1 / Number(`1e${-this.#exponent}`));
  }
  /** As a floating-point number, which may lose precision. */
  toNumber(): number {
    return Number(`${this.#mantissa}e${this.#exponent}`);
  }
  compare(other: Quantity): -1 | 0 | 1 {
    if (this.sign !== other.sign) return this.sign < other.sign ? -1 : 1;
    return compareAmounts(this.#amount, other.#amount);
  }
  equals(other: Quantity): boolean {
    return this.compare(other) === 0;
  }
  /** The sum. Zero has no unit of its own and takes the other's. */
  add(other: Quantity): Quantity {
    const format = this.sign === 0 ? other.format : this.format;
    if (this.sign === 0) return new Quantity(other.#amount, format);
    if (other.sign === 0) return new Quantity(this.#amount, format);
    const exponent = Math.min(this.#exponent, other.#exponent);
    const terms = [rescale(this.#amount, exponent), rescale(other.#amount, exponent)] as const;
    const mantissa = terms[0] + terms[1];
    const large = this.#large || other.#large || ![...terms, mantissa].every(isInt64);
    return new Quantity({ mantissa, exponent, large }, format);
  }
  subtract(other: Quantity): Quantity {
    return this.add(other.negate());
  }
  negate(): Quantity {
    return new Quantity({ ...this.#amount, mantissa: -this.#mantissa }, this.format);
  }
  times(factor: number | bigint): Quantity {
    return new Quantity({ mantissa: this.#mantissa * BigInt(factor), exponent: this.#exponent }, this.format);
  }
  /** Rounded away from zero to a multiple of `10 ** exponent`. */
  roundUp(exponent: number): Quantity {
    if (this.#exponent >= exponent) return this;
    return new Quantity({ mantissa: rescale(this.#amount, exponent), exponent }, this.format);
  }
  /** The canonical text: no fraction, the largest unit that loses nothing. */
  toString(): string {
    return this.#written ?? canonical(this.#amount, this.format);
  }
  toJSON(): string {
    return this.toString();
  }
  get #amount(): Amount {
    return { mantissa: this.#mantissa, exponent: this.#exponent, large: this.#large };
  }
}

interface Amount {
  readonly mantissa: bigint;
  readonly exponent: number;
  readonly large?: boolean;
}

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);
const digitsOf = (value: bigint): number => magnitude(value).toString().length;

/** In units of `10 ** exponent`, away from zero. Stops growing where the result is far beyond any int64. */
function rescale(amount: Amount, exponent: number): bigint {
  const { mantissa } = amount;
  const shift = amount.exponent - exponent;
  if (mantissa === 0n || shift === 0) return mantissa;
  if (shift > 0) return mantissa * 10n ** BigInt(Math.min(shift, HUGE_EXPONENT));
  const unit = mantissa < 0n ? -1n : 1n;
  if (-shift > digitsOf(mantissa)) return unit;
  const divisor = 10n ** BigInt(-shift);
  return mantissa / divisor + (mantissa % divisor === 0n ? 0n : unit);
}

/** Of two amounts with the same sign. Their sizes are compared first, so that no power grows out of bounds. */
function compareAmounts(a: Amount, b: Amount): -1 | 0 | 1 {
  if (a.mantissa === 0n) return 0;
  const negative = a.mantissa < 0n;
  const sizes = digitsOf(a.mantissa) + a.exponent - (digitsOf(b.mantissa) + b.exponent);
  if (sizes !== 0) return sizes > 0 === negative ? -1 : 1;
  const exponent = Math.min(a.exponent, b.exponent);
  const difference =
    a.mantissa * 10n ** BigInt(a.exponent - exponent) - b.mantissa * 10n ** BigInt(b.exponent - exponent);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

function canonical(amount: Amount, format: QuantityFormat): string {
  if (amount.mantissa === 0n) return '0';
  if (format === 'BinarySI') {
    const whole = rescale(amount, 0);
    const exact = compareAmounts(amount, { mantissa: whole, exponent: 0 }) === 0;
    // Small and fractional amounts would only be blurred by powers of two.
    if (exact && magnitude(whole) >= 1024n) return binaryText(whole);
    return decimalText(amount, 'DecimalSI');
  }
  return decimalText(amount, format);
}

function binaryText(whole: bigint): string {
  let mantissa = whole;
  let power = 0;
  while (mantissa % 1024n === 0n && power < binarySuffixes.length - 1) {
    mantissa /= 1024n;
    power += 1;
  }
  return `${mantissa}${binarySuffixes[power]}`;
}

function decimalText(amount: Amount, format: 'DecimalExponent' | 'DecimalSI'): string {
  const digits = amount.mantissa.toString();
  const bare = digits.replace(/0+$/, '');
  let exponent = amount.exponent + digits.length - bare.length;
  // Units step by thousands.
  let zeros = ((exponent % 3) + 3) % 3;
  const largest = 18;
  if (format === 'DecimalSI' && exponent - zeros > largest) zeros = exponent - largest;
  exponent -= zeros;
  const mantissa = bare + '0'.repeat(zeros);
  if (format === 'DecimalExponent') return exponent === 0 ? mantissa : `${mantissa}e${exponent}`;
  return `${mantissa}${decimalSuffixes.find(([, unit]) => unit === exponent)?.[0] ?? ''}`;
}

interface Parts {
  readonly negative: boolean;
  /** Without leading zeros, or `0`. */
  readonly whole: string;
  readonly fraction: string;
  readonly suffix: string;
  /** There is not a single digit. Not always an error: `Ki` is zero. */
  readonly bare: boolean;
}

/** Longer texts are no quantity that anybody means, and big numbers cost time. */
const LONGEST_TEXT = 1024;
const shape = /^([+-]?)(0*)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/;

function split(text: string): Parts {
  const match = text === '' || text.length > LONGEST_TEXT ? null : shape.exec(text);
  if (match === null) throw new QuantityError(FORMAT_WRONG);
  const [, sign, zeros = '', whole = '', fraction = '', suffix = ''] = match;
  return { negative: sign === '-', whole: whole || '0', fraction, suffix, bare: zeros + whole + fraction === '' };
}

interface Unit {
  readonly base: 2 | 10;
  readonly exponent: number;
  readonly format: QuantityFormat;
}

function unitOf(suffix: string): Unit {
  const decimal = decimalSuffixes.find(([name]) => name === suffix);
  if (decimal !== undefined) return { base: 10, exponent: decimal[1], format: 'DecimalSI' };
  const binary = binarySuffixes.indexOf(suffix);
  if (binary > 0) return { base: 2, exponent: binary * 10, format: 'BinarySI' };
  const exponent = /^[eE]./.test(suffix) ? parseInt64(suffix.slice(1)) : 'syntax';
  if (typeof exponent === 'string') throw new QuantityError(SUFFIX_WRONG);
  return { base: 10, exponent: Number(BigInt.asIntN(32, exponent)), format: 'DecimalExponent' };
}

/** Throws a `QuantityError`. Remembers the kind of unit, and a text that needs no rewriting. */
export function parseQuantity(text: string): Quantity {
  const parts = split(text);
  const unit = unitOf(parts.suffix);
  const small = unit.base === 10 ? smallDecimal(parts, unit) : smallBinary(parts, unit);
  if (small === undefined) return exactQuantity(parts, unit);
  const { amount, keep } = small;
  const signed = { ...amount, mantissa: parts.negative ? -amount.mantissa : amount.mantissa };
  return new Quantity(signed, unit.format, keep ? text : undefined);
}

interface Small {
  readonly amount: Amount;
  /** The text is taken for canonical. It is not always (`1.250`, `+5`), but clients see it come back. */
  readonly keep: boolean;
}

/** Up to 18 digits and not finer than nano. */
function smallDecimal({ whole, fraction }: Parts, unit: Unit): Small | undefined {
  const digits = whole + fraction;
  const exponent = unit.exponent - fraction.length;
  if (digits.length > 18 || exponent < NANO) return undefined;
  const keep = exponent % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
  return { amount: { mantissa: BigInt(digits), exponent }, keep };
}

/** Whole numbers of about 15 digits. */
function smallBinary({ whole, fraction }: Parts, unit: Unit): Small | undefined {
  if (fraction !== '' || whole.length + Math.trunc((unit.exponent * 3) / 10) + 1 > 15) return undefined;
  const count = BigInt(whole);
  return { amount: { mantissa: count << BigInt(unit.exponent), exponent: 0 }, keep: (count & 7n) !== 0n };
}

/** Everything else: kept in nano, rounded up, and in binary units capped at an int64. */
function exactQuantity({ negative, whole, fraction, bare }: Parts, unit: Unit): Quantity {
  if (bare) throw new QuantityError(NUMBER_WRONG);
  const digits = BigInt(whole + fraction);
  const written = {
    mantissa: unit.base === 2 ? digits << BigInt(unit.exponent) : digits,
    exponent: (unit.base === 2 ? 0 : unit.exponent) - fraction.length,
  };
  let amount = written.exponent > HUGE_EXPONENT ? written : { mantissa: rescale(written, NANO), exponent: NANO };
  let { format } = unit;
  if (format === 'BinarySI') {
    const limit = { mantissa: MAX_INT64, exponent: 0 };
    if (compareAmounts(amount, limit) > 0) amount = limit;
    if (rescale(amount, 0) <= 1n && compareAmounts(amount, { mantissa: 1n, exponent: 0 }) < 0) format = 'DecimalSI';
  }
  return new Quantity({ ...amount, mantissa: negative ? -amount.mantissa : amount.mantissa, large: true }, format);
}

/** The text as the server gives it back. Throws a `QuantityError`. */
export function canonicalQuantity(text: string): string {
  return parseQuantity(text).toString();
}
