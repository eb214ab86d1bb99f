import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';

type PatternLibrary = typeof import('re2js');

const load = createRequire(import.meta.url);
let library: PatternLibrary | undefined;

/** Loaded with the first pattern: most servers never see one. */
function patternLibrary(): PatternLibrary {
  library ??= load('re2js') as PatternLibrary;
  return library;
}

/** A regular expression in the syntax of RE2. Every operation takes time linear in the text. */
export class Pattern {
  readonly #compiled: RE2JS;

  constructor(compiled: RE2JS) {
    this.#compiled = compiled;
  }

  /** Whether the text contains a match. */
  test(text: string): boolean {
    return this.#compiled.test(text);
  }

  /** The first match, or the empty text. */
  find(text: string): string {
    const matcher = this.#compiled.matcher(text);
    return matcher.find() ? (matcher.group() ?? '') : '';
  }

  /** All matches that do not overlap, at most `limit`. An empty one right behind another does not count. */
  findAll(text: string, limit = Number.POSITIVE_INFINITY): string[] {
    const matcher = this.#compiled.matcher(text);
    const found: string[] = [];
    let end = -1;
    while (found.length < limit && matcher.find()) {
      const isEmptyBehind = matcher.start() === matcher.end() && matcher.start() === end;
      end = matcher.end();
      if (!isEmptyBehind) found.push(matcher.group() ?? '');
    }
    return found;
  }
}

/** Compiled patterns are kept for all together: many share the same few, and many are never used. */
const MAX_KEPT = 1000;
const kept = new Map<string, Pattern | string>();

/** The compiled pattern, or why it is invalid, in Go's words. */
export function compilePattern(text: string): Pattern | string {
  let found = kept.get(text);
  if (found === undefined) {
    found = compile(text);
    if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value as string);
    kept.set(text, found);
  }
  return found;
}

/** Whether a text contains a match; or why the pattern is invalid. */
export function matchesPattern(pattern: string, text: string): boolean | string {
  const compiled = compilePattern(pattern);
  return typeof compiled === 'string' ? compiled : compiled.test(text);
}

/** Why a pattern is invalid, in Go's words. */
export function patternSyntaxError(pattern: string): string | undefined {
  const compiled = compilePattern(pattern);
  return typeof compiled === 'string' ? compiled : undefined;
}

function compile(pattern: string): Pattern | string {
  const { RE2JS, RE2JSException } = patternLibrary();
  try {
    return new Pattern(RE2JS.compile(pattern));
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    // Go's message quotes the faulty part even when it is empty.
    return error.message.endsWith('`') ? error.message : `${error.message}: \`\``;
  }
}
