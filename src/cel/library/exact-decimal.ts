/** A finite double, exactly, with so many digits behind the point; ties go to the even digit. Without its sign. */
export function fixedDigits(value: number, digits: number): string {
  const { mantissa, exponent } = exactParts(Math.abs(value));
  const scale = 10n ** BigInt(digits);
  const scaled =
    exponent >= 0 ? (mantissa << BigInt(exponent)) * scale : divideToEven(mantissa * scale, 1n << BigInt(-exponent));
  const text = scaled.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** `1.234568` and the power of ten that it is to be multiplied by. */
export function scientificDigits(value: number, digits: number): { readonly mantissa: string; readonly power: number } {
  if (value === 0) return { mantissa: fixedDigits(0, digits), power: 0 };
  const size = Math.abs(value);
  let power = Number(size.toExponential().split('e')[1]);
  let scaled = scaledToEven(size, digits - power);
  // Rounding up may have added a digit.
  if (scaled.toString().length > digits + 1) {
    power++;
    scaled = scaledToEven(size, digits - power);
  }
  const text = scaled.toString();
  return { mantissa: `${text[0]}.${text.slice(1)}`, power };
}

/** `value * 10 ** power`, as a whole number. */
function scaledToEven(value: number, power: number): bigint {
  const { mantissa, exponent } = exactParts(value);
  let [numerator, denominator] = [mantissa, 1n];
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (power >= 0) numerator *= 10n ** BigInt(power);
  else denominator *= 10n ** BigInt(-power);
  return divideToEven(numerator, denominator);
}

function divideToEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  return up ? quotient + 1n : quotient;
}

const view = new DataView(new ArrayBuffer(8));

/** `mantissa * 2 ** exponent`. */
function exactParts(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  if (biased === 0) return { mantissa: fraction, exponent: -1074 };
  return { mantissa: fraction | 0x10000000000000n, exponent: biased - 1075 };
}
