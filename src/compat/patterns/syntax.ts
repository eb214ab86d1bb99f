/** Code points from `from` to `to`, both included. In order, without overlap. */
export type CharacterSet = readonly (readonly [from: number, to: number])[];

export type Expression =
  | { readonly kind: 'characters'; readonly set: CharacterSet }
  | { readonly kind: 'sequence'; readonly parts: readonly Expression[] }
  | { readonly kind: 'choice'; readonly parts: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly of: Expression; readonly min: number; readonly max: number }
  | { readonly kind: 'begin' }
  | { readonly kind: 'end' };

export const MAX_CODE_POINT = 0x10ffff;
export const anyCharacter: CharacterSet = [[0, MAX_CODE_POINT]];
const notNewline: CharacterSet = [
  [0, 9],
  [11, MAX_CODE_POINT],
];

const classes: { readonly [letter: string]: CharacterSet } = {
  d: [[0x30, 0x39]],
  w: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
  s: [
    [9, 10],
    [12, 13],
    [32, 32],
  ],
};
const named: { readonly [name: string]: CharacterSet } = {
  alpha: [
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  digit: [[0x30, 0x39]],
  alnum: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x61, 0x7a],
  ],
  lower: [[0x61, 0x7a]],
  upper: [[0x41, 0x5a]],
  xdigit: [
    [0x30, 0x39],
    [0x41, 0x46],
    [0x61, 0x66],
  ],
  space: [
    [9, 13],
    [32, 32],
  ],
  word: classes.w as CharacterSet,
};
const controls: { readonly [letter: string]: number } = { n: 10, r: 13, t: 9, f: 12, v: 11, a: 7 };

/** Something that this parser leaves to others: word boundaries, Unicode classes, flags. */
class Unsupported extends Error {}

/** The expression of an RE2 pattern; undefined where it uses what cannot be compared. */
export function parseExpression(pattern: string): Expression | undefined {
  try {
    return new Parser([...pattern].map((character) => character.codePointAt(0) as number)).parse();
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

function union(sets: readonly CharacterSet[]): CharacterSet {
  const ranges = sets.flat().sort((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

function complement(set: CharacterSet): CharacterSet {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [from, to] of union([set])) {
    if (from > next) rest.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= MAX_CODE_POINT) rest.push([next, MAX_CODE_POINT]);
  return rest;
}

const code = (character: string): number => character.codePointAt(0) as number;

class Parser {
  readonly #text: readonly number[];
  #at = 0;

  constructor(text: readonly number[]) {
    this.#text = text;
  }

  parse(): Expression {
    const expression = this.#choice();
    if (this.#at < this.#text.length) throw new Unsupported();
    return expression;
  }

  #choice(): Expression {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return parts.length === 1 ? (parts[0] as Expression) : { kind: 'choice', parts };
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    while (this.#at < this.#text.length && !this.#sees('|') && !this.#sees(')')) parts.push(this.#repeated());
    return { kind: 'sequence', parts };
  }

  #repeated(): Expression {
    let of = this.#atom();
    for (let count = this.#count(); count !== undefined; count = this.#count()) {
      if (of.kind === 'begin' || of.kind === 'end') throw new Unsupported();
      of = { kind: 'repeat', of, ...count };
    }
    return of;
  }

  #count(): { min: number; max: number } | undefined {
    const count = this.#greedyCount();
    // Lazy or not, the texts are the same.
    if (count !== undefined) this.#take('?');
    return count;
  }

  #greedyCount(): { min: number; max: number } | undefined {
    const infinity = Number.POSITIVE_INFINITY;
    if (this.#take('*')) return { min: 0, max: infinity };
    if (this.#take('+')) return { min: 1, max: infinity };
    if (this.#take('?')) return { min: 0, max: 1 };
    if (!this.#sees('{')) return undefined;
    const rest = String.fromCodePoint(...this.#text.slice(this.#at, this.#at + 16));
    const match = /^\{(\d+)(?:(,)(\d*))?\}/.exec(rest);
    if (match === null) return undefined;
    this.#at += match[0].length;
    const min = Number(match[1]);
    return { min, max: match[2] === undefined ? min : match[3] === '' ? infinity : Number(match[3]) };
  }

  #atom(): Expression {
    if (this.#take('^')) return { kind: 'begin' };
    if (this.#take('$')) return { kind: 'end' };
    if (this.#take('.')) return { kind: 'characters', set: notNewline };
    if (this.#take('(')) return this.#group();
    if (this.#take('[')) return { kind: 'characters', set: this.#bracket() };
    if (this.#take('\\')) return this.#escapedAtom();
    const point = this.#next();
    if ('*+?'.includes(String.fromCodePoint(point))) throw new Unsupported();
    return { kind: 'characters', set: [[point, point]] };
  }

  #group(): Expression {
    if (this.#take('?')) {
      if (this.#take('P') || this.#sees('<')) this.#groupName();
      else if (!this.#take(':')) throw new Unsupported();
    }
    const inner = this.#choice();
    if (!this.#take(')')) throw new Unsupported();
    return inner;
  }

  #groupName(): void {
    if (!this.#take('<')) throw new Unsupported();
    while (!this.#take('>')) this.#next();
  }

  #escapedAtom(): Expression {
    if (this.#take('A')) return { kind: 'begin' };
    if (this.#take('z')) return { kind: 'end' };
    return { kind: 'characters', set: this.#escape() };
  }

  /** Behind a backslash. */
  #escape(): CharacterSet {
    const point = this.#next();
    const letter = String.fromCodePoint(point);
    const known = classes[letter.toLowerCase()];
    if (known !== undefined) return letter === letter.toLowerCase() ? known : complement(known);
    const control = controls[letter];
    if (control !== undefined) return [[control, control]];
    if (letter === 'x') return this.#hexadecimal();
    if (/[0-9A-Za-z]/.test(letter)) throw new Unsupported();
    return [[point, point]];
  }

  #hexadecimal(): CharacterSet {
    let digits = '';
    if (this.#take('{')) while (!this.#take('}')) digits += String.fromCodePoint(this.#next());
    else digits = String.fromCodePoint(this.#next(), this.#next());
    const point = Number.parseInt(digits, 16);
    if (!(point <= MAX_CODE_POINT)) throw new Unsupported();
    return [[point, point]];
  }

  #bracket(): CharacterSet {
    const negated = this.#take('^');
    const sets: CharacterSet[] = [];
    for (let first = true; first || !this.#take(']'); first = false) sets.push(this.#bracketItem());
    return negated ? complement(union(sets)) : union(sets);
  }

  #bracketItem(): CharacterSet {
    if (this.#sees('[') && this.#text[this.#at + 1] === code(':')) return this.#namedClass();
    const low = this.#bracketCharacter();
    const isRange = this.#sees('-') && this.#text[this.#at + 1] !== code(']');
    if (!isRange || low.length !== 1 || low[0]?.[0] !== low[0]?.[1]) return low;
    this.#at++;
    const high = this.#bracketCharacter();
    const from = (low[0] as readonly [number, number])[0];
    const to = high[0]?.[1] ?? -1;
    if (high.length !== 1 || to < from) throw new Unsupported();
    return [[from, to]];
  }

  #bracketCharacter(): CharacterSet {
    if (this.#take('\\')) return this.#escape();
    const point = this.#next();
    return [[point, point]];
  }

  #namedClass(): CharacterSet {
    const rest = String.fromCodePoint(...this.#text.slice(this.#at, this.#at + 16));
    const match = /^\[:(\^?)(\w+):\]/.exec(rest);
    const set = match === null ? undefined : named[match[2] as string];
    if (match === null || set === undefined) throw new Unsupported();
    this.#at += match[0].length;
    return match[1] === '^' ? complement(set) : set;
  }

  #sees(character: string): boolean {
    return this.#text[this.#at] === code(character);
  }
  #take(character: string): boolean {
    if (!this.#sees(character)) return false;
    this.#at++;
    return true;
  }
  #next(): number {
    const point = this.#text[this.#at];
    if (point === undefined) throw new Unsupported();
    this.#at++;
    return point;
  }
}
