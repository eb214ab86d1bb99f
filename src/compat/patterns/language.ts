import { anyCharacter, type CharacterSet, type Expression, MAX_CODE_POINT, parseExpression } from './syntax.ts';

/** The marks at both ends of a text, which `^` and `$` stand for. */
const BEGIN_MARK = MAX_CODE_POINT + 1;
const END_MARK = MAX_CODE_POINT + 2;

/** Patterns with long repetitions make large automata; past this they are not compared. */
const MAX_STATES = 4000;

interface State {
  readonly steps: { readonly set: CharacterSet; readonly to: number }[];
  readonly silent: number[];
}

/** All texts that a pattern matches, as a nondeterministic automaton over the text between its two marks. */
export class Language {
  readonly states: readonly State[];
  readonly start: number;
  readonly end: number;
  readonly #closures = new Map<number, readonly number[]>();

  constructor(states: readonly State[], { start, end }: { readonly start: number; readonly end: number }) {
    this.states = states;
    this.start = start;
    this.end = end;
  }

  /** A state, and all that are reached from it without a character. */
  closure(state: number): readonly number[] {
    const known = this.#closures.get(state);
    if (known !== undefined) return known;
    const reached = new Set([state]);
    for (const one of reached) for (const next of this.states[one]?.silent ?? []) reached.add(next);
    const list = [...reached];
    this.#closures.set(state, list);
    return list;
  }
}

/** The language of a pattern of RE2; undefined where it cannot be compared. */
export function languageOf(pattern: string): Language | undefined {
  const expression = parseExpression(pattern);
  return expression === undefined ? undefined : build(expression);
}

/** All texts whose number of characters lies between two bounds. */
export function lengthLanguage(min: number, max: number): Language | undefined {
  const of: Expression = { kind: 'characters', set: anyCharacter };
  return build({ kind: 'sequence', parts: [{ kind: 'begin' }, { kind: 'repeat', of, min, max }, { kind: 'end' }] });
}

function build(expression: Expression): Language | undefined {
  const builder = new Builder();
  const start = builder.state();
  const end = builder.state();
  const anything: Expression = {
    kind: 'repeat',
    of: { kind: 'characters', set: anyCharacter },
    min: 0,
    max: Number.POSITIVE_INFINITY,
  };
  // A match may begin and end anywhere, unless the pattern itself asks for the marks.
  const before: Expression = {
    kind: 'choice',
    parts: [
      { kind: 'sequence', parts: [] },
      { kind: 'sequence', parts: [{ kind: 'begin' }, anything] },
    ],
  };
  const after: Expression = {
    kind: 'choice',
    parts: [
      { kind: 'sequence', parts: [] },
      { kind: 'sequence', parts: [anything, { kind: 'end' }] },
    ],
  };
  const built = builder.add({ kind: 'sequence', parts: [before, expression, after] }, start, end);
  return built ? new Language(builder.states, { start, end }) : undefined;
}

class Builder {
  readonly states: State[] = [];

  state(): number {
    this.states.push({ steps: [], silent: [] });
    return this.states.length - 1;
  }

  /** Joins two states by an expression. False when that takes too many states. */
  add(expression: Expression, from: number, to: number): boolean {
    if (this.states.length > MAX_STATES) return false;
    switch (expression.kind) {
      case 'characters':
        return this.#step(expression.set, from, to);
      case 'begin':
        return this.#step([[BEGIN_MARK, BEGIN_MARK]], from, to);
      case 'end':
        return this.#step([[END_MARK, END_MARK]], from, to);
      case 'choice':
        return expression.parts.every((part) => this.add(part, from, to));
      case 'sequence':
        return this.#sequence(expression.parts, from, to);
      case 'repeat':
        return this.#repeat(expression, from, to);
    }
  }

  #step(set: CharacterSet, from: number, to: number): boolean {
    this.states[from]?.steps.push({ set, to });
    return true;
  }

  #sequence(parts: readonly Expression[], from: number, to: number): boolean {
    let at = from;
    for (const part of parts) {
      const next = this.state();
      if (!this.add(part, at, next)) return false;
      at = next;
    }
    this.states[at]?.silent.push(to);
    return true;
  }

  #repeat({ of, min, max }: Extract<Expression, { kind: 'repeat' }>, from: number, to: number): boolean {
    let at = from;
    for (let count = 0; count < min; count++) {
      const next = this.state();
      if (!this.add(of, at, next)) return false;
      at = next;
    }
    if (max === Number.POSITIVE_INFINITY) {
      const loop = this.state();
      this.states[at]?.silent.push(loop);
      this.states[loop]?.silent.push(to);
      const back = this.state();
      this.states[back]?.silent.push(loop);
      return this.add(of, loop, back);
    }
    this.states[at]?.silent.push(to);
    for (let count = min; count < max; count++) {
      const next = this.state();
      if (!this.add(of, at, next)) return false;
      this.states[next]?.silent.push(to);
      at = next;
    }
    return true;
  }
}

/** How many sets of states are looked at before giving up. */
const MAX_LOOKS = 6000;

interface Look {
  readonly sets: readonly (readonly number[])[];
  readonly text: string;
}

/**
 * The shortest text that some languages have and others have not: `findText([old], [next])` is a text that the old pattern
 * matches and the next one does not. `none` if there is no such text, undefined if the search was given up.
 */
export function findText(
  within: readonly Language[],
  without: readonly Language[],
): { readonly text: string } | 'none' | undefined {
  const languages = [...within, ...without];
  const characters = representatives(languages);
  const first = languages.map((language) => step(language, language.closure(language.start), BEGIN_MARK));
  const waiting: Look[] = [{ sets: first, text: '' }];
  const seen = new Set([keyOf(first)]);
  for (const { sets, text } of waiting) {
    if (waiting.length > MAX_LOOKS) return undefined;
    const ends = languages.map((language, at) => accepts(language, sets[at] as readonly number[]));
    if (ends.every((accepted, at) => accepted === at < within.length)) return { text };
    for (const character of characters) {
      const next = languages.map((language, at) => step(language, sets[at] as readonly number[], character));
      // What the languages to stay within cannot continue leads nowhere.
      if (next.slice(0, within.length).some((set) => set.length === 0)) continue;
      const key = keyOf(next);
      if (seen.has(key)) continue;
      seen.add(key);
      waiting.push({ sets: next, text: text + String.fromCodePoint(character) });
    }
  }
  return 'none';
}

function accepts(language: Language, set: readonly number[]): boolean {
  return step(language, set, END_MARK).includes(language.end);
}

function step(language: Language, set: readonly number[], character: number): readonly number[] {
  const reached = new Set<number>();
  for (const state of set) {
    for (const { set: characters, to } of language.states[state]?.steps ?? []) {
      if (!reached.has(to) && characters.some(([low, high]) => low <= character && character <= high)) {
        for (const next of language.closure(to)) reached.add(next);
      }
    }
  }
  return [...reached].sort((a, b) => a - b);
}

function keyOf(sets: readonly (readonly number[])[]): string {
  return sets.map((set) => set.join(',')).join(';');
}

/** One character for each way in which the languages tell characters apart; one that is easy to read, if there is one. */
function representatives(languages: readonly Language[]): readonly number[] {
  const borders = new Set([0]);
  for (const { states } of languages) {
    for (const { steps } of states)
      for (const { set } of steps) for (const [low, high] of set) borders.add(low).add(high + 1);
  }
  const starts = [...borders].filter((point) => point <= MAX_CODE_POINT).sort((a, b) => a - b);
  const chosen = starts.map((start, at) => readable(start, (starts[at + 1] ?? MAX_CODE_POINT + 1) - 1));
  return chosen.sort((a, b) => Number(isPlain(b)) - Number(isPlain(a)));
}

const preferred = [...'a0A-_ .é'].map((character) => character.codePointAt(0) as number);

function readable(from: number, to: number): number {
  const good = preferred.find((point) => from <= point && point <= to);
  if (good !== undefined) return good;
  // Half of a surrogate pair is no character.
  return from >= 0xd800 && from <= 0xdfff && to > 0xdfff ? 0xe000 : from;
}

function isPlain(point: number): boolean {
  return point > 32 && point < 127;
}
