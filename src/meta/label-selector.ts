import { type FieldError, FieldPath, formatFieldError, formatFieldErrors } from './field-error.ts';
import { goQuote } from './go-text.ts';
import {
  formatRequirement,
  type LabelOperator,
  type LabelRequirement,
  type Labels,
  labelKeyFault,
  requirementMatches,
  validateRequirement,
} from './label-requirement.ts';
import { SelectorError } from './selector-error.ts';

/** Which labels an object must have. All requirements must hold; without any, every object matches. */
export class LabelSelector {
  readonly requirements: readonly LabelRequirement[];
  /** Matches no object at all: what an absent selector means in an API object. */
  readonly nothing: boolean;

  constructor(requirements: readonly LabelRequirement[], options: { readonly nothing?: boolean } = {}) {
    this.requirements = requirements.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    this.nothing = options.nothing ?? false;
  }
  /** True when it restricts nothing. */
  get empty(): boolean {
    return !this.nothing && this.requirements.length === 0;
  }
  matches(labels: Labels | undefined): boolean {
    return !this.nothing && this.requirements.every((requirement) => requirementMatches(requirement, labels ?? {}));
  }
  /** The value that a label must have, when the selector allows only one. */
  requiresExact(key: string): string | undefined {
    const first = this.requirements.find((requirement) => requirement.key === key);
    if (first === undefined || !['=', '==', 'in'].includes(first.operator)) return undefined;
    return first.values.length === 1 ? first.values[0] : undefined;
  }
  toString(): string {
    return this.requirements.map(formatRequirement).join(',');
  }
}

/** The selector inside API objects. */
export interface LabelSelectorSpec {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key?: string;
    readonly operator?: string;
    readonly values?: readonly string[];
  }[];
}

/** An absent selector matches nothing, an empty one everything. Throws a `SelectorError`. */
export function labelSelectorFrom(spec: LabelSelectorSpec | null | undefined): LabelSelector {
  if (spec === null || spec === undefined) return new LabelSelector([], { nothing: true });
  const exact = Object.entries(spec.matchLabels ?? {}).map(([key, value]) =>
    checked({ key, operator: '=', values: [value] }),
  );
  const expressions = (spec.matchExpressions ?? []).map(({ key = '', operator = '', values = [] }) =>
    checked({ key, operator: specOperator(operator), values }),
  );
  return new LabelSelector([...exact, ...expressions]);
}

function specOperator(operator: string): LabelOperator {
  switch (operator) {
    case 'In':
      return 'in';
    case 'NotIn':
      return 'notin';
    case 'Exists':
      return 'exists';
    case 'DoesNotExist':
      return '!';
    default:
      throw new SelectorError(`${goQuote(operator)} is not a valid label selector operator`);
  }
}

function checked(requirement: LabelRequirement): LabelRequirement {
  const faults = validateRequirement(requirement);
  if (faults.length > 0) throw new SelectorError(formatFieldErrors(faults));
  return requirement;
}

/**
 * Parses `app=web,tier in (front,back),!legacy,n>4`. Spaces between words do not matter; `in` and `notin` are words
 * like any other where an operator cannot stand. Throws a `SelectorError`.
 * k8s: apimachinery/pkg/labels/selector.go Parse
 */
export function parseLabelSelector(text: string): LabelSelector {
  return new LabelSelector(new SelectorParser(scan(text)).parse());
}

type Punctuation = '(' | ')' | ',' | '!' | '=' | '==' | '!=' | '<' | '>';
interface Token {
  readonly kind: Punctuation | 'word' | 'end';
  readonly text: string;
}

// A NUL ends the scan, as it does in the original.
const tokens = /[ \t\r\n]*(?:(?<symbol>==|!=|[=!(),<>])|(?<word>[^=!(),<> \t\r\n\0]+))/y;

function scan(text: string): Token[] {
  const found: Token[] = [];
  tokens.lastIndex = 0;
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const { symbol, word } = match.groups as { symbol?: Punctuation; word?: string };
    found.push(symbol === undefined ? { kind: 'word', text: word as string } : { kind: symbol, text: symbol });
  }
  return [...found, { kind: 'end', text: '' }];
}

const binaryOperators: Readonly<Record<string, LabelOperator>> = {
  in: 'in',
  notin: 'notin',
  '=': '=',
  '==': '==',
  '!=': '!=',
  '>': 'gt',
  '<': 'lt',
};

class SelectorParser {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(list: readonly Token[]) {
    this.#tokens = list;
  }

  parse(): LabelRequirement[] {
    const requirements: LabelRequirement[] = [];
    while (this.#peek().kind !== 'end') {
      const { kind, text } = this.#peek();
      if (kind !== 'word' && kind !== '!') fail(text, ", expected: !, identifier, or 'end of string'");
      requirements.push(this.#wrapped());
      const next = this.#take();
      if (next.kind === 'end') break;
      if (next.kind !== ',') fail(next.text, ", expected: ',' or 'end of string'");
      const after = this.#peek();
      if (after.kind !== 'word' && after.kind !== '!') fail(after.text, ", expected: identifier after ','");
    }
    return requirements;
  }

  /** Errors inside a requirement say so; errors between requirements do not. */
  #wrapped(): LabelRequirement {
    try {
      return checked(this.#requirement());
    } catch (error) {
      if (error instanceof SelectorError) throw new SelectorError(`unable to parse requirement: ${error.message}`);
      throw error;
    }
  }

  #requirement(): LabelRequirement {
    const negated = this.#peek().kind === '!';
    if (negated) this.#take();
    const { kind, text: key } = this.#take();
    if (kind !== 'word') fail(key, ', expected: identifier');
    const fault = labelKeyFault(key, new FieldPath(''));
    if (fault !== undefined) throw faulty(fault);
    if (negated) return { key, operator: '!', values: [] };
    if (this.#peek().kind === 'end' || this.#peek().kind === ',') return { key, operator: 'exists', values: [] };
    const { text: word } = this.#take();
    const operator = Object.hasOwn(binaryOperators, word) ? binaryOperators[word] : undefined;
    if (operator === undefined) return fail(word, ', expected: in, notin, =, ==, !=, gt, lt');
    const values = operator === 'in' || operator === 'notin' ? this.#set() : [this.#value()];
    return { key, operator, values };
  }

  #value(): string {
    if (this.#peek().kind === 'end' || this.#peek().kind === ',') return '';
    const { kind, text } = this.#take();
    return kind === 'word' ? text : fail(text, ', expected: identifier');
  }

  /** `(a,b)`. An empty place between commas or parentheses is the empty value. */
  #set(): string[] {
    const open = this.#take();
    if (open.kind !== '(') fail(open.text, " expected: '('");
    const { kind, text } = this.#peek();
    if (kind === ')') {
      this.#take();
      return [''];
    }
    if (kind !== 'word' && kind !== ',') fail(text, ", expected: ',', ')' or identifier");
    return [...this.#members()].sort();
  }

  #members(): Set<string> {
    const members = new Set<string>();
    for (;;) {
      const { kind, text } = this.#take();
      const next = this.#peek();
      if (kind === 'word') {
        members.add(text);
        if (next.kind !== ',' && next.kind !== ')') fail(next.text, ", expected: ',' or ')'");
      } else if (kind === ',') {
        if (members.size === 0 || next.kind === ',' || next.kind === ')') members.add('');
      } else {
        fail(text, ", expected: ',', or identifier");
      }
      if (next.kind === ')') {
        this.#take();
        return members;
      }
    }
  }

  #peek(): Token {
    return this.#tokens[this.#position] as Token;
  }
  #take(): Token {
    const token = this.#peek();
    if (token.kind !== 'end') this.#position += 1;
    return token;
  }
}

function fail(found: string, expected: string): never {
  throw new SelectorError(`found '${found}'${expected}`);
}

function faulty(fault: FieldError): SelectorError {
  return new SelectorError(formatFieldError(fault));
}
