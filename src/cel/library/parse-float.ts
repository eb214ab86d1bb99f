const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const hexadecimal = /^([+-]?)0[xX]_?([0-9a-fA-F_]*)(?:\.([0-9a-fA-F_]*))?[pP]([+-]?\d+)$/;

/** `strconv.ParseFloat(text, 64)`; undefined if the text is no number or one too large. */
export function parseFloat64(text: string): number | undefined {
  const special = /^([+-]?)(inf(?:inity)?|nan)$/i.exec(text);
  if (special !== null) return specialNumber(special[1] as string, special[2] as string);
  const value = decimal.test(text) ? Number(text) : parseHexadecimal(text);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

function specialNumber(sign: string, name: string): number | undefined {
  // Infinity has a sign, nothing at all has none.
  if (/^nan$/i.test(name)) return sign === '' ? Number.NaN : undefined;
  return sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** `0x1.8p3`. Digits may be separated by single underscores. */
function parseHexadecimal(text: string): number | undefined {
  const match = hexadecimal.exec(text);
  if (match === null || /__|_\.|\._|_[pP]/.test(text)) return undefined;
  const [whole, fraction] = [(match[2] as string).replaceAll('_', ''), (match[3] ?? '').replaceAll('_', '')];
  if (whole + fraction === '') return undefined;
  const value = roundedHexadecimal(whole + fraction, Number(match[4]) - 4 * fraction.length);
  return match[1] === '-' ? -value : value;
}

/** To the nearest double: sixty leading bits decide, if those behind them are not all zero one more bit is set. */
function roundedHexadecimal(digits: string, exponent: number): number {
  const bits = BigInt(`0x${digits}`);
  const extra = Math.max(bits.toString(2).length - 60, 0);
  const leading = bits >> BigInt(extra);
  const sticky = leading << BigInt(extra) === bits ? leading : leading | 1n;
  return scale(Number(sticky), exponent + extra);
}

/** In steps, since a power may be out of range where the product is not. */
function scale(value: number, exponent: number): number {
  const step = Math.max(Math.min(exponent, 1000), -1000);
  const scaled = value * 2 ** step;
  return step === exponent || scaled === 0 || !Number.isFinite(scaled) ? scaled : scale(scaled, exponent - step);
}
