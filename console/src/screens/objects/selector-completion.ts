/** What a selector may be completed to: whole texts, of which each begins with what was typed before the last term. */
export function completions(typed: string, labels: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const start = typed.lastIndexOf(',') + 1;
  const before = typed.slice(0, start);
  const term = typed.slice(start).trimStart();
  const [, key, operator, value = ''] = /^([^=!<>\s]+?)\s*(==|=|!=)\s*(.*)$/.exec(term) ?? [];
  if (key !== undefined && operator !== undefined) {
    const values = [...(labels.get(key) ?? [])].filter((one) => one.startsWith(value) && one !== value);
    return values
      .sort()
      .slice(0, MOST)
      .map((one) => `${before}${key}${operator}${one}`);
  }
  const negated = term.startsWith('!') ? '!' : '';
  const keys = [...labels.keys()].filter((one) => one.startsWith(term.slice(negated.length)));
  const ending = negated === '' ? '=' : '';
  return keys
    .sort()
    .slice(0, MOST)
    .map((one) => `${before}${negated}${one}${ending}`);
}

const MOST = 30;
