/** `@minimum 1`, `+kubebuilder:validation:Minimum=1`: one name, one text. */
export interface Tag {
  /** As it is written, with what it begins with: `@minimum`. */
  readonly written: string;
  /** The name without the prefixes of those who know it: `minimum`. */
  readonly name: string;
  readonly text: string;
  /** Offset in the file. */
  readonly at: number;
  /** Whether it is for the items of a list, or for the values of a map. */
  readonly within: 'value' | 'items';
}

export interface DocComment {
  readonly description: string;
  readonly tags: readonly Tag[];
}

interface Line {
  readonly text: string;
  readonly at: number;
}

/**
 * What a comment says: a description, and tags. A tag goes on until the next one or an empty line; a marker (`+…`) is
 * one line, and the description may go on behind it.
 */
export function parseDocComment(comment: string, at: number): DocComment {
  const description: string[] = [];
  const tags: Open[] = [];
  let open: Open | undefined;
  for (const line of linesOf(comment, at)) {
    const begun = beginning(line);
    if (begun !== undefined) {
      tags.push(begun);
      open = begun.written.startsWith('@') ? begun : undefined;
    } else if (line.text === '') {
      open = undefined;
      description.push('');
    } else if (open !== undefined) open.text = `${open.text} ${line.text}`.trim();
    else if (comment.startsWith('/*')) description.push(line.text);
  }
  return {
    description: description
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
    tags: tags.map(named),
  };
}

interface Open {
  readonly written: string;
  readonly at: number;
  text: string;
}

const tagLine = /^(@[A-Za-z][\w:.-]*)(?:(?:=|:=|\s+)(.*))?$/s;
const markerLine = /^(\+[A-Za-z][\w.-]*)(.*)$/s;

function beginning({ text, at }: Line): Open | undefined {
  const tag = tagLine.exec(text);
  if (tag !== null) return { written: tag[1] as string, text: (tag[2] ?? '').trim(), at };
  const marker = markerLine.exec(text);
  return marker === null ? undefined : { written: text, text: '', at };
}

/** The lines without what makes them a comment. */
function linesOf(comment: string, at: number): readonly Line[] {
  const lines: Line[] = [];
  let offset = 0;
  for (const raw of comment.split('\n')) {
    const content = raw.replace(/\s*\*+\/\s*$/, '').replace(/\s+$/, '');
    const margin = /^\s*(?:\/\*\*?|\*(?!\/)|\/\/+)?[ \t]?/.exec(content)?.[0].length ?? 0;
    const text = content.slice(margin);
    const indent = text.length - text.trimStart().length;
    lines.push({ text: text.trim(), at: at + offset + margin + indent });
    offset += raw.length + 1;
  }
  return lines;
}

const prefixes = /^(?:kubebuilder:validation:|kubebuilder:|k8s:validation:|k8s:)/;

/** The name and text of a tag, and whether it is for the items. */
function named({ written, text, at }: Open): Tag {
  const whole = written.slice(1).replace(prefixes, '');
  const items = /^(?:items:|eachVal=\+k8s:|eachKey=)/.exec(whole);
  const rest = items === null ? whole : whole.slice(items[0].length);
  const match = /^([\w.-]+)(?:(?::=|=|:)(.*))?$/s.exec(rest);
  const name = match?.[1] ?? rest;
  const own = match?.[2];
  return {
    written: written.split(/[=\s]/, 1)[0] as string,
    name: name.charAt(0).toLowerCase() + name.slice(1),
    text: own === undefined ? text : `${own}${text === '' ? '' : ` ${text}`}`.trim(),
    at,
    within: items === null ? 'value' : 'items',
  };
}

/** `rule="…", message="…"` and `name=Age type=date`: pairs, apart by commas or spaces. A word alone continues a list. */
export function parsePairs(text: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  let last = '';
  for (const word of wordsOf(text)) {
    const match = /^([A-Za-z][\w.-]*)=(.*)$/s.exec(word);
    if (match !== null) {
      last = match[1] as string;
      pairs.set(last, unquoted(match[2] as string));
    } else if (pairs.has(last)) pairs.set(last, `${pairs.get(last)};${unquoted(word)}`);
    else {
      last = word;
      pairs.set(word, '');
    }
  }
  return pairs;
}

/** At commas and spaces that stand outside of quotes and brackets. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    if (quote !== '') {
      if (letter === '\\' && quote === '"') word += letter + (text[++at] ?? '');
      else {
        word += letter;
        if (letter === quote) quote = '';
      }
      continue;
    }
    if ('"\'`'.includes(letter)) quote = letter;
    else if ('[{('.includes(letter)) depth++;
    else if (']})'.includes(letter)) depth--;
    if (depth === 0 && /[\s,]/.test(letter)) {
      if (word !== '') words.push(word);
      word = '';
    } else word += letter;
  }
  return word === '' ? words : [...words, word];
}

export function unquoted(text: string): string {
  const quote = text.charAt(0);
  if (text.length < 2 || !'"\'`'.includes(quote) || !text.endsWith(quote)) return text;
  const inner = text.slice(1, -1);
  if (quote !== '"') return inner;
  try {
    return JSON.parse(text) as string;
  } catch {
    // Backslashes of a pattern are meant as they are.
    return inner;
  }
}

/** `a;b`, `a,b` and `{a,b}`. */
export function parseWords(text: string): readonly string[] {
  const inner = /^\{(.*)\}$/s.exec(text.trim())?.[1] ?? text;
  return inner
    .split(/[;,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map(unquoted);
}
