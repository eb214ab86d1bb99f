/**
 * Compact JSON with line breaks and two spaces, as Go's `json.Indent` writes it. Works on the text, so that the order
 * of keys and the spelling of numbers stay as they are.
 */
export function indentJson(text: string): string {
  const out: string[] = [];
  let depth = 0;
  let from = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (c === '"') {
      at = endOfString(text, at);
    } else if (c === '{' || c === '[') {
      const closes = text[at + 1] === '}' || text[at + 1] === ']';
      if (closes) at++;
      else depth++;
      out.push(text.slice(from, at + 1), closes ? '' : line());
      from = at + 1;
    } else if (c === '}' || c === ']') {
      depth--;
      out.push(text.slice(from, at), line());
      from = at;
    } else if (c === ',') {
      out.push(text.slice(from, at + 1), line());
      from = at + 1;
    } else if (c === ':') {
      out.push(text.slice(from, at + 1), ' ');
      from = at + 1;
    }
  }
  out.push(text.slice(from));
  return out.join('');
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"' || at >= text.length) return at;
  }
}
