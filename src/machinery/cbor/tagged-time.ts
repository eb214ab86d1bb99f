import { parseTime } from '#meta';
import { CborError } from './cbor-head.ts';

const LAST_SECOND = 253_402_300_799;
const FIRST_SECOND = -62_167_219_200;

/** A time that is told as a text (tag 0), as Go writes it again. */
export function timeOfText(text: string): string | CborError {
  try {
    parseTime(text);
  } catch (error) {
    return new CborError(`cbor: cannot set ${text} for time.Time: ${(error as Error).message}`);
  }
  return text
    .replace(/[.,](\d*?)0*(?=[Z+-][^T]*$)/, (_, digits: string) => (digits === '' ? '' : `.${digits}`))
    .replace(/[+-]00:00$/, 'Z');
}

/** A time that is told in seconds since 1970 (tag 1). */
export function timeOfEpoch(seconds: number, nanoseconds: number): string | CborError {
  const whole = nanoseconds < 0 ? seconds - 1 : seconds;
  const rest = nanoseconds < 0 ? nanoseconds + 1e9 : nanoseconds;
  if (whole < FIRST_SECOND || whole > LAST_SECOND) {
    const why = 'Time.MarshalText: year outside of range [0,9999]';
    return new CborError(
      `cbor: decoded time cannot be represented in RFC3339 format with sub-second precision: ${why}`,
    );
  }
  const text = new Date(whole * 1000).toISOString().slice(0, -'.000Z'.length);
  const fraction = String(rest).padStart(9, '0').replace(/0+$/, '');
  return `${text}${fraction === '' ? '' : `.${fraction}`}Z`;
}
