import { goCodePoint } from '#meta';

/** One step of a path, applied to every value that the steps before it found. */
export type PathStep =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'recursive' }
  | { readonly kind: 'slice'; readonly slice: Slice }
  | { readonly kind: 'union'; readonly parts: readonly (readonly PathStep[])[] }
  | { readonly kind: 'filter'; readonly filter: Filter }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'identifier'; readonly name: string };

/** `[start:end:step]`; `[n]` is a slice of one. */
export interface Slice {
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly step: number | undefined;
  /** Of one item: an `end` of 0 then means the last. */
  readonly single: boolean;
}

/** `[?(@.left op right)]`; without an operator, whether `left` finds anything. */
export interface Filter {
  readonly left: readonly PathStep[];
  readonly operator: string;
  readonly right: readonly PathStep[];
}

export class JsonPathError extends Error {
  override readonly name = 'JsonPathError';
}

const MAX_LENGTH = 4096;

/** Reads what stands between the braces of kubectl's templates: `.spec.list[0]`, `.a['b']`, `.c[?(@.d=="e")].f`. */
export function parsePath(text: string): PathStep[] {
  if (text.length > MAX_LENGTH) throw new JsonPathError(`must not be longer than ${MAX_LENGTH} characters`);
  return new PathParser(text).steps();
}

const terminator = /[ \t\r\n.,[\]$@{}]/;
const wordCharacter = /[_\p{L}\p{Nd}]/u;

class PathParser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  steps(): PathStep[] {
    const steps: PathStep[] = [];
    while (this.#at < this.#text.length) {
      if (this.#text[this.#at] === '}') break;
      this.#step(steps);
    }
    return steps;
  }

  #step(steps: PathStep[]): void {
    if (this.#text.startsWith('[?(', this.#at)) steps.push(this.#filter());
    else if (this.#text.startsWith('..', this.#at)) this.#recursive(steps);
    else this.#simple(steps);
  }

  #simple(steps: PathStep[]): void {
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at) as number);
    if (character === '\n' || character === '\r') throw new JsonPathError('unclosed action');
    if (character === ' ' || character === '@' || character === '$') this.#at++;
    else if (character === '[') steps.push(...this.#brackets());
    else if (character === '"' || character === "'") steps.push({ kind: 'literal', value: this.#quoted(character) });
    else if (character === '.') {
      this.#at++;
      steps.push(this.#field());
    } else if (/[+\-0-9]/.test(character)) steps.push(this.#number());
    else if (wordCharacter.test(character)) steps.push(this.#word());
    else throw new JsonPathError(`unrecognized character in action: ${goCodePoint(character)} '${character}'`);
  }

  #recursive(steps: PathStep[]): void {
    if (steps.at(-1)?.kind === 'recursive') throw new JsonPathError('invalid multiple recursive descent');
    this.#at += 2;
    steps.push({ kind: 'recursive' });
    if (wordCharacter.test(this.#text[this.#at] ?? '')) steps.push(this.#field());
  }

  #field(): PathStep {
    let name = '';
    for (; this.#at < this.#text.length; this.#at++) {
      if (this.#text[this.#at] === '\\') this.#at++;
      else if (terminator.test(this.#text[this.#at] ?? '')) break;
      name += this.#text[this.#at] ?? '';
    }
    return name === '*' ? { kind: 'wildcard' } : { kind: 'field', name };
  }

  #word(): PathStep {
    const start = this.#at;
    while (this.#at < this.#text.length && !terminator.test(this.#text[this.#at] ?? '')) this.#at++;
    const word = this.#text.slice(start, this.#at);
    if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
    return { kind: 'identifier', name: word };
  }

  #number(): PathStep {
    const text = /^[+-]?[0-9.]*/.exec(this.#text.slice(this.#at))?.[0] ?? '';
    this.#at += text.length;
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) throw new JsonPathError(`cannot parse number ${text}`);
    return { kind: 'literal', value: Number(text) };
  }

  #quoted(quote: string): string {
    const start = this.#at++;
    for (; this.#at < this.#text.length && this.#text[this.#at] !== '\n'; this.#at++) {
      if (this.#text[this.#at] !== quote || this.#text[this.#at - 1] === '\\') continue;
      return this.#text.slice(start + 1, this.#at++).replace(/\\(.)/g, '$1');
    }
    throw new JsonPathError('unterminated quoted string');
  }

  #brackets(): PathStep[] {
    const end = this.#text.indexOf(']', this.#at);
    const inner = this.#text.slice(this.#at + 1, end);
    if (end < 0 || inner.includes('\n')) throw new JsonPathError('unterminated array');
    this.#at = end + 1;
    const parts = inner.split(',');
    if (parts.length === 1) return bracketSteps(inner);
    return [{ kind: 'union', parts: parts.map((part) => bracketSteps(part.trim())) }];
  }

  #filter(): PathStep {
    this.#at += '[?('.length;
    const start = this.#at;
    const end = this.#filterEnd();
    if (this.#text[end + 1] !== ']') throw new JsonPathError('unclosed array expect ]');
    this.#at = end + 2;
    const text = this.#text.slice(start, end);
    const comparison = /^([^!<>=]+)([!<>=]+)(.+?)$/.exec(text);
    if (comparison === null) return { kind: 'filter', filter: { left: parsePath(text), operator: '', right: [] } };
    const [, left = '', operator = '', right = ''] = comparison;
    return { kind: 'filter', filter: { left: parsePath(left), operator, right: parsePath(right) } };
  }

  /** The closing parenthesis, if it is not inside of quotes. */
  #filterEnd(): number {
    let quote = '';
    for (let at = this.#at; at < this.#text.length && this.#text[at] !== '\n'; at++) {
      const character = this.#text[at] ?? '';
      if (quote === '' && character === ')') return at;
      if (quote === '' && /["']/.test(character)) quote = character;
      else if (character === quote && this.#text[at - 1] !== '\\') quote = '';
    }
    throw new JsonPathError('unterminated filter');
  }
}

/** What stands between brackets: `'key'`, `*`, an index or a slice. A key is read like a field, dots and all. */
function bracketSteps(inner: string): PathStep[] {
  const key = /^'([^']*)'$/.exec(inner)?.[1];
  if (key !== undefined) return parsePath(`.${key}`);
  const slice = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(inner === '*' ? ':' : inner);
  if (slice === null) throw new JsonPathError(`invalid array index ${inner}`);
  const [first, second, third] = slice.slice(1) as [string, string | undefined, string | undefined];
  const start = indexOf(first);
  if (second === undefined) {
    return [{ kind: 'slice', slice: { start, end: (start ?? 0) + 1, step: undefined, single: true } }];
  }
  const step = indexOf(third?.slice(1) ?? '');
  return [{ kind: 'slice', slice: { start, end: indexOf(second.slice(1)), step, single: false } }];
}

function indexOf(digits: string): number | undefined {
  if (digits === '') return undefined;
  const index = Number(digits);
  if (!Number.isSafeInteger(index)) throw new JsonPathError(`array index ${digits} is not a number`);
  return index;
}
