import type { Json } from '#meta';

/** JSON text as bytes. A schema's limit may be past 2^53; a reader of JSON schema takes the nearest number. */
export function jsonBytes(value: Json): Uint8Array {
  return Buffer.from(JSON.stringify(hasBigInt(value) ? withoutBigInts(value) : value));
}

function hasBigInt(value: Json | undefined): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Array.isArray(value) ? value.some(hasBigInt) : Object.values(value).some(hasBigInt);
}

const withoutBigInts = (value: Json): Json =>
  JSON.parse(JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? Number(inner) : inner)));
