const clauseOf = (encoding: string): RegExp => new RegExp(`^\\s*(${encoding}|\\*)\\s*(;\\s*q=(?!0(\\.0*)?\\s*$).*)?$`);

const clauses = { gzip: clauseOf('gzip'), br: clauseOf('br') } as const;

/** Whether a client that says this in `Accept-Encoding` reads an encoding. */
export function acceptsEncoding(header: string | string[] | undefined, encoding: keyof typeof clauses): boolean {
  return String(header ?? '')
    .split(',')
    .some((clause) => clauses[encoding].test(clause));
}
