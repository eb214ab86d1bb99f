// The scalars that TypeScript has no word for. In types that people write they say what a number or text is; the values
// are plain JSON.
import type { JsonObject } from '#meta';

/** A whole number of 32 bits. */
export type Int32 = number;
/** A whole number of 64 bits: a bigint where a number would not do. */
export type Int64 = number | bigint;
/** A number with a fraction. */
export type Double = number;
/** Bytes, as base64. */
export type Bytes = string;
/** A point in time, to the second: `2026-01-02T03:04:05Z`. */
export type Time = string;
/** A point in time, to the microsecond. */
export type MicroTime = string;
/** A span of time as Go writes it: `1h30m`. */
export type Duration = string;
/** An amount: `500m`, `1Gi`. */
export type Quantity = string;
/** A number or a name of one, or a percentage. */
export type IntOrString = number | string;
/** An object of any kind. */
export type RawExtension = JsonObject;
