/** One wish of an `Accept` header: `application/json;as=Table;v=v1`. */
export interface AcceptClause {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

// Node limits a header to 16 KiB; this bounds the sorting of a malicious one.
const MOST_CLAUSES = 128;

/** The wishes, best first: by quality, then the more exact one, then as written. An empty header wishes for anything. */
export function parseAccept(header: string): readonly AcceptClause[] {
  const clauses = (header.trim() === '' ? '*/*' : header).split(',', MOST_CLAUSES).flatMap(parseClause);
  return clauses.sort((a, b) => b.quality - a.quality || wildness(a) - wildness(b));
}

function parseClause(text: string): AcceptClause[] {
  const [range = '', ...rest] = text.split(';').map((part) => part.trim());
  const [type = '', subtype] = range === '*' ? ['*', '*'] : range.split('/');
  if (type === '' || subtype === undefined) return [];
  const parameters = new Map<string, string>();
  let quality = 1;
  for (const parameter of rest) {
    const [name = '', value = ''] = parameter.split('=', 2).map((part) => part.trim());
    if (name === 'q') quality = Number.isNaN(Number(value)) ? 1 : Number(value);
    // Empty parameters are ignored.
    else if (value !== '') parameters.set(name, value.replace(/^"(.*)"$/, '$1'));
  }
  return [{ type, subtype, quality, parameters }];
}

const wildness = (clause: AcceptClause): number => (clause.type === '*' ? 2 : clause.subtype === '*' ? 1 : 0);

export function clauseMatches(clause: AcceptClause, mediaType: string): boolean {
  const [type, subtype] = mediaType.split('/');
  return (clause.type === '*' || clause.type === type) && (clause.subtype === '*' || clause.subtype === subtype);
}
