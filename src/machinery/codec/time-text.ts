import { canonicalMicroTime, canonicalTime, TimeError } from '#meta';
import { DecodeError } from '../version-codec.ts';

// Times that need no work are by far the most. Days past the 28th are left to the parser.
const usualTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/;
const usualMicroTime = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/;
const zeroTime = /^0001-01-01T00:00:00(?:\.0+)?Z$/;

/** A time as the server writes it back; undefined for the zero time. Throws a `DecodeError`. */
export function decodeTime(text: string, precision: 'time' | 'microTime'): string | undefined {
  const usual = precision === 'time' ? usualTime : usualMicroTime;
  const time = usual.test(text) ? text : parse(text, precision);
  return zeroTime.test(time) ? undefined : time;
}

function parse(text: string, precision: 'time' | 'microTime'): string {
  try {
    return precision === 'time' ? canonicalTime(text) : canonicalMicroTime(text);
  } catch (error) {
    if (error instanceof TimeError) throw new DecodeError(error.message);
    throw error;
  }
}
