/** Rows in columns of equal width, three blanks between them, as kubectl prints them. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd((widths[column] ?? 0) + 3)).join(''))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}
