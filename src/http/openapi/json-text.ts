import { encodeJson } from '#machinery';
import type { Json } from '#meta';

/** The native encoder writes all but integers past 2^53, which few schemas have. */
export function jsonText(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    return encodeJson(value);
  }
}
