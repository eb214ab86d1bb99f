import { goQuote } from './go-text.ts';
import { SelectorError } from './selector-error.ts';

interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** Which fields an object must have. All terms must hold; without any, every object matches. */
export class FieldSelector {
  readonly requirements: readonly FieldRequirement[];

  constructor(requirements: readonly FieldRequirement[]) {
    this.requirements = requirements;
  }
  get empty(): boolean {
    return this.requirements.length === 0;
  }
  /** `get` gives the empty string for a field that the object does not have. */
  matches(get: (field: string) => string): boolean {
    return this.requirements.every(({ field, operator, value }) => (get(field) === value) === (operator === '='));
  }
  /** The value that the selector pins a field to. */
  requiresExact(field: string): string | undefined {
    return this.requirements.find((term) => term.field === field && term.operator === '=')?.value;
  }
  toString(): string {
    return this.requirements.map(({ field, operator, value }) => `${field}${operator}${escapeValue(value)}`).join(',');
  }
}

/**
 * Parses `metadata.name=a,status.phase!=Running`; `==` is `=`. In values a backslash escapes itself, `,` and `=`.
 * Whether the kind has such fields is not looked at here. Throws a `SelectorError`.
 * k8s: apimachinery/pkg/fields/selector.go ParseSelector
 */
export function parseFieldSelector(text: string): FieldSelector {
  // Sorted first: of several faulty terms the first in alphabetical order is reported.
  const terms = splitTerms(text)
    .filter((term) => term !== '')
    .sort();
  const requirements = terms.map((term) => parseTerm(term, text));
  // `=` asks for nothing.
  return new FieldSelector(requirements.filter(({ field, value }) => field !== '' || value !== ''));
}

/** At commas that no backslash protects. */
function splitTerms(text: string): string[] {
  const terms: string[] = [];
  let start = 0;
  for (let position = 0; position < text.length; position += 1) {
    if (text[position] === '\\') position += 1;
    else if (text[position] === ',') {
      terms.push(text.slice(start, position));
      start = position + 1;
    }
  }
  return [...terms, text.slice(start)];
}

function parseTerm(term: string, selector: string): FieldRequirement {
  const at = term.search(/!=|=/);
  if (at < 0) throw new SelectorError(`invalid selector: '${selector}'; can't understand '${term}'`);
  const operator = /^(?:!=|==|=)/.exec(term.slice(at))?.[0] ?? '=';
  const value = unescapeValue(term.slice(at + operator.length));
  return { field: term.slice(0, at), operator: operator === '!=' ? '!=' : '=', value };
}

function unescapeValue(text: string): string {
  let value = '';
  const characters = [...text];
  for (let position = 0; position < characters.length; position += 1) {
    const character = characters[position] as string;
    if (character === '=' || character === ',') {
      throw new SelectorError(`invalid field selector: unescaped character in value: ${character.codePointAt(0)}`);
    }
    if (character !== '\\') {
      value += character;
      continue;
    }
    position += 1;
    const escaped = characters[position] ?? '';
    if (escaped === '' || !'\\,='.includes(escaped)) {
      throw new SelectorError(`invalid field selector: invalid escape sequence: \\${escaped}`);
    }
    value += escaped;
  }
  return value;
}

function escapeValue(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&');
}

/** Why a kind with selectable fields of its own refuses a field. */
export function fieldLabelNotSupported(field: string): SelectorError {
  return new SelectorError(`field label not supported: ${field}`);
}

/** Why a kind without selectable fields of its own refuses a field. */
export function unknownFieldSelector(field: string): SelectorError {
  return new SelectorError(
    `${goQuote(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  );
}
