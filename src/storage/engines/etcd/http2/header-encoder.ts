import { type HeaderField, staticTable } from './header-table.ts';

/** Says that no table is used from here on, whatever the other side would allow. Comes before the first headers. */
export const NO_TABLE = Uint8Array.of(0x20);

/**
 * Headers as they are sent: numbers for what both sides always know, the rest in plain text. As nothing in it depends on what
 * was sent before, it can be kept and sent again, and parts of it can be put together.
 */
export function encodedHeaders(fields: readonly HeaderField[]): Buffer {
  return Buffer.concat(fields.map(encodedField));
}

function encodedField([name, value]: HeaderField): Buffer {
  const whole = staticTable.findIndex((field) => field[0] === name && field[1] === value);
  if (whole >= 0) return integer(whole + 1, { bits: 7, first: 0x80 });
  const named = staticTable.findIndex((field) => field[0] === name);
  const index = integer(named + 1, { bits: 4, first: 0 });
  return Buffer.concat([index, ...(named < 0 ? [text(name)] : []), text(value)]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  return Buffer.concat([integer(bytes.length, { bits: 7, first: 0 }), bytes]);
}

/** A number whose first part is the last bits of a byte (RFC 7541, section 5.1). */
export function integer(value: number, { bits, first }: { readonly bits: number; readonly first: number }): Buffer {
  const most = 2 ** bits - 1;
  if (value < most) return Buffer.of(first | value);
  const bytes = [first | most];
  let rest = value - most;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Buffer.of(...bytes, rest);
}
