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

/** Compiled patterns are kept for all schemas together: many share the same few, and many are never used. */
const maxKept = 1000;
const kept = new Map<string, RE2JS | string>();

/** Whether a text contains a match, in time linear in the text; or why the pattern is none, in Go's words. */
export function matchesPattern(pattern: string, text: string): boolean | string {
  const compiled = compiledPattern(pattern);
  return typeof compiled === 'string' ? compiled : compiled.test(text);
}

/** Why a pattern is none, in Go's words. */
export function patternSyntaxError(pattern: string): string | undefined {
  const compiled = compiledPattern(pattern);
  return typeof compiled === 'string' ? compiled : undefined;
}

function compiledPattern(pattern: string): RE2JS | string {
  let found = kept.get(pattern);
  if (found === undefined) {
    found = compile(pattern);
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value as string);
    kept.set(pattern, found);
  }
  return found;
}

function compile(pattern: string): RE2JS | string {
  const { RE2JS, RE2JSException } = patternLibrary();
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    // Go quotes what is wrong even where that is nothing.
    return error.message.endsWith('`') ? error.message : `${error.message}: \`\``;
  }
}
